"""SystemVerilog: what all writers share, and `lib`, the modules they put together.

`engine` writes the compiled datapath, `shells` what stands around it. Nothing here decides what a
core is: it writes what it is given. Modules in `lib` are the same for every core.
"""
