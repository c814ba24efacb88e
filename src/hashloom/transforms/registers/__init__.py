"""Where registers stand, and what takes their place: retiming, and delays in memory.

Touch here what moves a register or says where a word is kept; the digest's clock may change.
"""
