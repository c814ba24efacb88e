"""Folded cores: a program that the tool makes of a hash, and the machine that runs it.

Touch here what the machine has beside its adder, how its memory is laid out, and how its text is
written; `keyed` has what keys need, `four` the machine on four adders, `placed` the one on adders
at fixed places, `clocked` what these two share.  Which words a round reads, and in which order, is
`hashloom.transforms.folding`'s.
"""
