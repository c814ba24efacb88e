"""Cores of two engines, one of which makes inner hashes and one outer ones.

`order` shows of each engine by itself what is shown of a single one. `inner`, `outer` and `answers`
say what is noted between a packet's first beat and its answer, `proof` asks a solver.
"""
