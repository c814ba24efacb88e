"""Annealing of nextpnr's placements: read what was placed, move its cells, have it routed.

Changes here make annealed placements others; figures of those name the annealer by its text.
"""
