"""The machine on adders at fixed places: its program, what it computes, and its text.

Touch here what a row of adders has, each with a term of its own.
"""
