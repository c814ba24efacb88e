"""Engines compiled once in a process, and searches for their sums that are remembered.

Touch here which method compiles an engine; the methods are `hashloom.transforms`'.
"""
