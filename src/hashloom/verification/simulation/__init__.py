"""The RTL as a program: models by Verilator, packets in and answers out.

What is right is not decided here: models run and answers are handed back as they come.
"""
