"""Properties of the modules in `rtl/lib`: checked in simulation, proved by induction.

A property stands beside its module in `rtl/lib`; here it is only bound, assumed and proved.
"""
