"""The families of AMD (Xilinx): synthesis only.

One file a family, with what all have in common in `family`.
"""
