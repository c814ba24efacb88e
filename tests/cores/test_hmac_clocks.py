"""A new key for every message: clocks from one tag to the next against the law.

A key of a block and a message of one are four blocks: K0 with ipad and with opad, the message's own
and the outer one (Juliato and Gebotys 2009, section 5.3).
"""

from __future__ import annotations

import pytest
from support.clocks import clocks_per_tag

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation


@pytest.mark.parametrize("name", ["hmac-sha256", "hmac-sha512"])
def test_a_new_key_for_every_message(name: str) -> None:
    core = core_for(name, Architecture(), Interface(level="hmac"))
    assert 4 * core.slot_clocks >= 0.85 * clocks_per_tag(core, "new_key_1_block")


@pytest.mark.parametrize(
    ("architecture", "share"),
    [
        (Architecture(interleave=2), 0.9),
        (Architecture(interleave=3), 0.9),
        (Architecture(groups=2), 1.0),
        (Architecture(stages=2, groups=3), 1.0),
        (Architecture(unroll=2, interleave=2), 0.89),
        (Architecture(unroll=2, interleave=3), 0.88),
        (Architecture(interleave=4), 0.79),
        (Architecture(unroll=2, interleave=2, groups=2), 0.79),
        (Architecture(unroll=2, interleave=4, groups=2), 0.57),
    ],
    ids=["c2", "c3", "g2", "s2g3", "u2c2", "u2c3", "c4", "u2c2g2", "u2c4g2"],
)
def test_a_new_key_while_another_is_hashed(architecture: Architecture, share: float) -> None:
    """A block has its share of a slot; of four messages each comes behind three other keys."""
    core = core_for("hmac-sha256", architecture, Interface(level="hmac"))
    block = core.slot_clocks / architecture.interleave
    assert 4 * block >= share * clocks_per_tag(core, "new_key_1_block")


def test_when_a_key_is_answered() -> None:
    """When its blocks are written, or hashed where what waits behind it needs that."""
    core = core_for("hmac-sha256", Architecture(interleave=2), Interface(level="hmac"))
    executable = compile_driver(core, core.sources())

    def clocks(*behind: Command) -> int:
        key = Job(b"key", command=Command(Operation.KEY, 0), whole=True)
        jobs = [key, *(Job(b"", 1, command=each) for each in behind)]
        answer = run(executable, jobs, Setting()).answers[0]
        return answer.last_out - answer.first_in

    written = clocks()
    assert written < core.slot_clocks
    assert clocks(Command(Operation.HASH)) == clocks(Command(Operation.MAC, 1, 32)) == written
    for operation in (Operation.MAC, Operation.KEY, Operation.ERASE):
        assert clocks(Command(operation, 0, 32)) > 2 * core.slot_clocks


def test_a_new_key_in_a_published_design() -> None:
    core = core_for("hmac-juliato2009-sha256")
    assert 4 * core.slot_clocks >= 0.85 * clocks_per_tag(core, "new_key_1_block")
