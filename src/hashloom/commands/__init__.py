"""The commands of the command line, one module each; `hashloom.cli` joins them."""
