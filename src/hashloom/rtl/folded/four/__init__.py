"""The machine on four adders: its program, what it computes, and its text.

Touch here what four adders have that one has not.
"""
