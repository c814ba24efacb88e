"""Whose digest leaves a pool, proved of the modules around its engine.

`context` says in which place the block of a context is, `messages` what is noted of its messages
and what must hold of it, `keyed` the same of the packets of an HMAC pool, `proof` asks a solver.
"""
