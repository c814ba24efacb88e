"""Registers of a core behind a bus: one SystemRDL description, and what is made of it.

`description` writes the description, `compiling` reads it with the SystemRDL compiler into the
nouns of `layout`, and `writer` makes SystemVerilog of those.
"""
