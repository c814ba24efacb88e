"""Proofs of the machines of folded cores, with keys and without.

Touch here what such a machine has to compute, and in which states it is looked at.
"""
