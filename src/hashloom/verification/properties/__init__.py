"""Properties of the modules in `rtl/lib`: checked in simulation, proved by induction."""
