"""Drawings as SVG: timing diagrams, and cores as blocks.

Touch here how a drawing looks; what it shows is handed in.
"""
