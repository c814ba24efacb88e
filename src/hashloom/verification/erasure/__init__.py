"""The proof that nothing is left of what was in an HMAC core when everything has been erased.

Touch here how bits that depend on what was before are followed, clock by clock.
"""
