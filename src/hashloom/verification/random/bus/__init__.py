"""Cores behind registers under random accesses, judged by docs/registers.md.

The machine, a master that follows a script, serves cores that read memory too.
"""
