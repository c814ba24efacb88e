"""Words of a standard: their letters, their values for a block, claims that a net holds one.

Touch here how the texts in `standard` are read, and which hashes have such a text.
"""
