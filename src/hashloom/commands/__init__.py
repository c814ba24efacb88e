"""The commands of the command line, one module each, in rooms by what they are for; `hashloom.cli`
joins them.

A command reads its options, asks the rooms below and prints: what it prints is made in `reports`,
except for a table that no other command has.
"""
