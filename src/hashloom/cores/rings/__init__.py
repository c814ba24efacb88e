"""Cores that read memory by themselves, told by a ring of descriptors.

Touch here what lies between a core and the memory.
"""
