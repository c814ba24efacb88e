"""Equivalence of generated engines with the standard: see `proof`."""
