"""What a user takes away: the bundle of a core, its heads, and projects for vendors' tools.

Only texts are made here. The same core gives the same bytes.
"""
