"""Folding: a round on one adder or on four, a term at a time, or on adders at fixed places.

Touch here which words are read and added when; the machine that does it is `hashloom.rtl.folded`'s.
"""
