"""Equivalence of generated engines with the standard: see `proof`.

The standard is the text in `standard`, written by hand from FIPS 180-4. Touch here which proof an
engine gets; how one is done is in the rooms below.
"""
