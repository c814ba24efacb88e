"""Answers from elsewhere: NIST's vectors, RFC 2202, 2286 and 4231, Python's hashlib and hmac.

Nothing here imports what computes or makes a core.
"""
