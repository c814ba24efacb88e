"""What a simulation model costs to compile and to run: python benchmarks/models.py.

Prints for some cores, and for each effort of the compiler, the processor seconds of the build (from
an empty cache, Verilator included) and of a million clocks. Nothing is kept.
"""

from __future__ import annotations

import os
import resource
import tempfile

from hashloom.cache import ENVIRONMENT
from hashloom.cores import Architecture, core_for
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.verilator import Build, Effort

CORES = (
    ("sha256", Architecture()),
    ("hmac-sha256", Architecture()),
    ("hmac-sha256", Architecture(engines=2, unroll=2, interleave=3, groups=3)),
)
MESSAGES, MESSAGE_BYTES = 20, 20_000


def main() -> None:
    """Builds and runs each, one after the other."""
    print(f"{'core':28} {'effort':6} {'build s':>8} {'s/Mclock':>9}")
    with tempfile.TemporaryDirectory(prefix="hashloom-") as folder:
        os.environ[ENVIRONMENT] = folder
        for effort in Effort:
            _measured(*CORES[0], effort)  # compiles what all models share
            for name, architecture in CORES:
                core, build_seconds, seconds = _measured(name, architecture, effort, fresh=True)
                print(f"{core:28} {effort:6} {build_seconds:8.1f} {seconds:9.2f}", flush=True)


def _measured(
    name: str, architecture: Architecture, effort: Effort, *, fresh: bool = False
) -> tuple[str, float, float]:
    """The core's name, processor seconds of the build and of a million clocks."""
    core = core_for(name, architecture)
    sources = core.sources() | ({"again.sv": ""} if fresh else {})  # another model by name
    begin = _seconds()
    program = compile_driver(core, sources, Build(effort=effort))
    built = _seconds()
    done = run(program, [Job(b"a" * MESSAGE_BYTES)] * MESSAGES, Setting())
    return core.name, built - begin, (_seconds() - built) / done.clocks * 1e6


def _seconds() -> float:
    """Of processor, of all programs that were run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
