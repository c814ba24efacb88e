"""Whose answer leaves an array of HMAC cores, proved of the two modules around its copies.

`tid` says what is noted of the packets of one tid and of the copy they go to, `lemmas` what must
hold of it, and `proof` asks a solver.
"""
