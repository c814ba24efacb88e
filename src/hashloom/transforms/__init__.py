"""Transformations: graph in, graph out, the digest unchanged.

One file each; `methodology` has their order. Nothing here writes text or knows a device by name.
The published methods that move registers by hand are in `by_hand`.
"""
