"""Whose answer leaves an array, proved of the modules around its copies.

Of HMAC cores `tid` says what is noted of the packets of one tid and of the copy they go to, and
`lemmas` what must hold of it; of message cores `entries` says both.  `proof` asks a solver.
"""
