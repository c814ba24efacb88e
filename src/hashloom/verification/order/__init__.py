"""In which order digests leave, proved of the modules that keep them.

`digests` says what is noted of blocks and digests and what must hold of it, `proof` asks a solver.
"""
