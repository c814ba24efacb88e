"""Requests of cores at random, drawn from everything that is accepted.

Touch here when an option or a value is added: it goes to a draw, or to NOT_DRAWN with the reason.
"""
