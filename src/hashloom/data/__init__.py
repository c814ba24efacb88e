"""Data that come with hashloom: written by the programs in benchmarks/, never by hand."""
