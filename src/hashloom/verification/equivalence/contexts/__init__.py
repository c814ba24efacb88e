"""One context of an engine, followed through every moment of its control.

Touch here what an engine's surroundings may do, what it must answer, and how a difference is told.
"""
