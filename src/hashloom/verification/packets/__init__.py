"""Whose digest an answer has, proved of the modules between a packet's first beat and its answer.

`admission`, `padding`, `blocks`, `buffers`, `queue` and `answers`, each on top of the one before,
say what is noted of packets, blocks and digests on their way and what must hold of it. `proof` asks
a solver.
"""
