"""Transformations: graph in, graph out, the digest unchanged.

One file each, beside those with which it has a thought in common; `methodology` has their order.
Nothing here writes text or knows a device by name. The published methods that move registers by
hand are in `by_hand`, the search over sums is in `rewriting`.
"""
