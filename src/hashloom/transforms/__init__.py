"""Transformations: graph in, graph out, the digest unchanged."""
