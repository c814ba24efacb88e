"""Modules that are written for a board: its PLL, and what the design says of itself."""
