"""Netlists as Yosys reads them, and a clock of one on values.

Touch here what an operator computes and how values are told apart; nothing here knows a hash.
"""
