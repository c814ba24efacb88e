"""Cores behind registers on a bus.

Touch here what a register peripheral puts around a core; its map is `hashloom.rtl.registers`'.
"""
