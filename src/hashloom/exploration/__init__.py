"""Sweeps over the design space."""
