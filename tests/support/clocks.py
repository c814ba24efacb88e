"""Clocks of HMAC cores in steady state, counted in simulation."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.hmac_timing import busy_contexts, case_jobs
from hashloom.verification.simulation.driver import Setting, compile_driver, run
from hashloom.verification.tags import succeeded

FEW, MANY = 8, 24  # messages of a context in two runs, whose difference is the steady state


def clocks_per_tag(core: Core, case: str) -> float:
    """Clocks from one tag of a one-block message to the next, every context busy."""
    executable = compile_driver(core, core.sources())
    contexts = [*busy_contexts(core, case)]
    clocks = []
    for count in (FEW, MANY):
        jobs = case_jobs(core, case, 1, contexts * count)
        outcome = run(executable, jobs, Setting(turn=16))
        succeeded(core, outcome)
        clocks.append(outcome.clocks)
    return (clocks[1] - clocks[0]) / ((MANY - FEW) * len(contexts))
