"""How a round's sums are added: order, trees, carry-save, what is added early, carry cells.

Touch here what changes a sum's operands; a search over all of it is in `rewriting`.
"""
