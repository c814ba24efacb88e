"""hashloom: a compiler from FIPS 180-4 to measured hash hardware."""

__version__ = "0.1.0"
