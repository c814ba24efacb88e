"""What a delay model says of a core before anything is measured."""

from __future__ import annotations

from typing import Any

from hashloom.cores.core import Core


def estimate(core: Core) -> dict[str, Any]:
    """What the target's delay model says of a core's datapath; the shell around it is not in it."""
    path, bound = core.path, core.bound_ns
    bound_period = bound + core.target.delays.register_ns
    return {
        "clock_mhz": round(path.clock_mhz, 1),
        "critical_path": path.terms,
        "critical_path_ns": round(path.period_ns, 3),
        "iteration_bound_ns": round(bound, 3),
        "bound_mhz": round(1000 / bound_period, 1),
        "slot_clocks": core.slot_clocks,
        "register_bits": core.register_bits,
    }
