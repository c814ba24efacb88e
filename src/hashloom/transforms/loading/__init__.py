"""How chaining words come into the loop of a round: added there, or into cleared registers.

Touch here what is read, and when, in the first rounds of a block.
"""
