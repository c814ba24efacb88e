"""Data that come with hashloom."""
