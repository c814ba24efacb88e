"""Keys in a folded core: FIPS 198-1 around the rounds, in the same memory.

Touch here what is done beside hashing blocks, and where its words lie.
"""
