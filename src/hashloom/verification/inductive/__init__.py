"""Proofs by induction over clocks of the control of a few modules, the others being free.

`notes` adds registers to a core's control and keeps what must hold, `asking` asks a solver of each
statement, and `proof` makes a section of what came of it.
"""
