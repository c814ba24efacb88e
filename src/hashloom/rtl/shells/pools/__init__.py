"""The shells of pools, which take a block a clock, with keys and without.

Touch here what has to keep up with a block a clock.
"""
