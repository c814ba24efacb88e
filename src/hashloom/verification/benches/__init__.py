"""The cocotb benches that go with a core.

A bench is text that a user takes away: it may import cocotb and another bench, nothing else.
"""
