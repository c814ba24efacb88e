"""Top modules as values that are checked before there is any text.

`module` is the face of a module: its parameters, its ports, and what else is known of it; `faces`
reads the faces of `lib` from the files themselves. `values` are signals and what is said of them,
`items` what connects them, `netlist` joins items to a top module.

Whatever does not fit raises NetlistError: a port that is not there or not connected, widths that
differ, a signal that is not declared, has no driver or two, or has no reader.
"""
