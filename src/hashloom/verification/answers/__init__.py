"""What the bytes of answers are made of, proved of the modules that decide what leaves.

`aig` has the logic, `gates` reads it from Yosys, `taint` follows which bits may depend on a digest,
`statements` says what must hold, and `proof` asks a solver.
"""
