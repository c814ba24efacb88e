"""What ERASE and ERASE_ALL leave in an HMAC core: nothing of the key, when they are answered.

`shell` and `digests` show by induction that a core is at rest when one begins, `run` follows the
core from there to the answer, and `proof` makes sections of what came of it.
"""
