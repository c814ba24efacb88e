"""Mutants of generated RTL: the checks are checked.

Cores are changed here, never the checks. Reading a core's expressions takes pyslang, which is a
development tool.
"""
