"""The engine as SystemVerilog.

A frozen `plan` says what every part needs to know: graph, shape, names of steps and stages. Each
part's writer takes the plan and gives back its text and what it needs of the others; `writer` puts
them together.
"""
