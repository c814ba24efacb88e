"""Runs the protocol bench: cocotb drives the streams of a message core in Verilator.

The bench itself, `bench_protocol.py`, knows nothing of hashloom, so that a bundle can carry it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from hashloom.errors import CheckError
from hashloom.verification.simulation.verilator import verilator_environment

BENCH = "hashloom.verification.benches.bench_protocol"
HMAC_BENCH = "hashloom.verification.benches.bench_hmac"
# x-assign and x-initial unique: what the hardware leaves undefined is random, not zero
# output-split 0: one C++ file, which needs no precompiled header
_OPTIONS = (
    *("--no-timing", "--x-assign", "unique", "--x-initial", "unique", "-Wno-fatal"),
    *("--output-split", "0"),
)
_LOG_LINES = 30


@dataclass(frozen=True)
class ProtocolRun:
    """What the bench has to know of a core.

    Attributes:
        hash_name: of the hash, as in Python's hashlib; of several with "+" between them.
        contexts: messages in flight (N).
        block_clocks: clocks per block that a lone long message may take at most; 0: any number.
        seed: of the bench's random choices.
        tests: names of the bench's tests to run; empty: all.
        slots: key slots of an HMAC core, which has a bench of its own; 0 for a message core.
    """

    hash_name: str
    contexts: int = 1
    block_clocks: float = 0.0
    seed: int = 1
    tests: Sequence[str] = ()
    slots: int = 0


def run_protocol(top: str, sources: Mapping[str, str], run: ProtocolRun, build_dir: Path) -> None:
    """Run the protocol bench on the module `top` of `sources` (file name to text).

    Everything is built, and the logs are left, in `build_dir`. Raises CheckError, with the end of
    the log, when the core does not compile or a test fails.
    """
    source_dir = build_dir / "rtl"
    source_dir.mkdir(parents=True, exist_ok=True)
    for name, text in sources.items():
        (source_dir / name).write_text(text, encoding="utf-8")
    with environment(verilator_environment()):
        runner = get_runner("verilator")
        log = build_dir / "build.log"
        try:
            runner.build(
                sources=[source_dir / name for name in sources],
                hdl_toplevel=top,
                build_dir=build_dir / "model",
                build_args=_OPTIONS,
                always=True,
                log_file=log,
            )
        except RuntimeError as error:
            raise CheckError(f"The model of {top} was not built: {_end_of(log)}") from error
        results, log = build_dir / "results.xml", build_dir / "test.log"
        results.unlink(missing_ok=True)
        try:
            runner.test(
                test_module=HMAC_BENCH if run.slots else BENCH,
                hdl_toplevel=top,
                testcase=run.tests or None,
                seed=run.seed,
                extra_env={
                    "HASHLOOM_HASH": run.hash_name,
                    "HASHLOOM_CONTEXTS": str(run.contexts),
                    "HASHLOOM_BLOCK_CLOCKS": str(run.block_clocks),
                    "HASHLOOM_SLOTS": str(run.slots),
                },
                results_xml=str(results),
                log_file=log,
            )
            count, failed = get_results(results)
        except (RuntimeError, SystemExit) as error:
            raise CheckError(f"The protocol bench of {top} broke off: {_end_of(log)}") from error
    if failed or not count:
        raise CheckError(f"{failed} of {count} protocol tests of {top} failed: {_end_of(log)}")


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Let cocotb's runner, which reads os.environ, see other variables for a while."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _end_of(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    return "\n".join(lines[-_LOG_LINES:]) or "there is no log."
