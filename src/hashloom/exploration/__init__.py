"""Sweeps over the design space, and choosing a core that meets a requirement.

Points are measured and predicted by `hashloom.measurements`; here it is decided which ones, in
which order and on which machine.
"""
