"""A search over rewritings of a round's sums: how operands are added, compressed and mixed.

The graph with the smallest iteration bound is looked for first, then the one that costs least.
"""
