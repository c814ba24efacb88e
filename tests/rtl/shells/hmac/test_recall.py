"""Outer blocks that the engine reads from where it has left the inner digest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.rtl.shells.hmac.parameters import recalls, tell_after
from hashloom.verification.hmac_timing import busy_contexts, case_jobs
from hashloom.verification.simulation.driver import Setting, compile_driver, run
from hashloom.verification.tags import succeeded

A = Architecture
KEYED = Interface(level="hmac")
FEW, MANY = 8, 24  # messages of a context in two runs, whose difference is the steady state


def clocks_per_tag(name: str, architecture: Architecture) -> tuple[float, int]:
    """Clocks from one tag of a one-block message to the next, and those of a block."""
    core = core_for(name, architecture, KEYED)
    executable = compile_driver(core, core.sources())
    contexts = [*busy_contexts(core, "cached_key")]
    clocks = []
    for count in (FEW, MANY):
        jobs = case_jobs(core, "cached_key", 1, contexts * count)
        outcome = run(executable, jobs, Setting(turn=16))
        succeeded(core, outcome)
        clocks.append(outcome.clocks)
    return (clocks[1] - clocks[0]) / ((MANY - FEW) * len(contexts)), core.slot_clocks


@pytest.mark.parametrize(
    "architecture", [A(interleave=2), A(interleave=4), A(unroll=2, interleave=2), A(groups=2)]
)
def test_a_tag_every_two_blocks(architecture: Architecture) -> None:
    clocks, slot = clocks_per_tag("hmac-sha256", architecture)
    assert 2 * slot / architecture.interleave >= 0.97 * clocks


def test_one_context_waits_for_its_inner_digest() -> None:
    clocks, slot = clocks_per_tag("hmac-sha256", A())
    assert 2 * slot >= 0.88 * clocks


def test_which_cores_read_the_outer_block_from_its_digest() -> None:
    def hmac(name: str, **fields: object) -> bool:
        return recalls(core_for(name, A(**fields), KEYED).hmac)

    assert hmac("hmac-sha256", interleave=2)
    assert hmac("hmac-sha512", unroll=2, interleave=2)
    assert hmac("hmac-sha256", unroll=16, interleave=3)
    assert not hmac("hmac-sha256", unroll=64, interleave=2)  # its buffer opens after the tag
    assert not hmac("hmac-sha256")  # one message has no slot to miss
    assert not hmac("hmac-sha256", interleave=2, groups=2)  # others use the slot
    assert not hmac("hmac-sha256", interleave=2, stages=2)
    assert not hmac("hmac-sha256", engines=2, interleave=2)
    assert not hmac("hmac-sha224+sha256", interleave=2)
    assert not hmac("hmac-sha1", interleave=2)  # words that leave together are read one by one
    assert not hmac("hmac-md5", unroll=4, interleave=2)


def test_clocks_that_tell() -> None:
    """The first row is read when the last words come, however late the engine reads."""
    p = core_for("hmac-sha256", A(interleave=2), KEYED).hmac.p
    tell = tell_after(p)
    assert tell == p.result_clocks - p.read_lag
    assert tell_after(replace(p, read_lag=p.read_lag + 1)) == tell - 1
