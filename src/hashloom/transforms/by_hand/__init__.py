"""The published methods: registers moved by hand, technique by technique.

What is here follows a paper and names its equations; `compilation` makes engines of it. Exact
retiming knows nothing of this room.
"""
