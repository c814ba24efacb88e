"""Slots of a few clocks: a block's result comes when later blocks have started."""

from __future__ import annotations

import hashlib

import pytest

from hashloom.cores import Architecture, core_for
from hashloom.verification.simulator import measure, simulate


@pytest.mark.parametrize(
    ("name", "architecture", "slot", "clocks"),
    [
        ("sha256", Architecture(unroll=64), 2, 3),
        ("sha256", Architecture(unroll=64, method="recursive"), 4, 4),
        ("md5", Architecture(unroll=64), 2, 3),
    ],
)
def test_a_message_of_many_blocks(
    name: str, architecture: Architecture, slot: int, clocks: int
) -> None:
    core = core_for(name, architecture)
    messages = [bytes(length) for length in (0, 64, 200, 55, 500, 3)]
    digests = [hashlib.new(name, message).digest() for message in messages]
    assert simulate(core, messages) == digests
    assert simulate(core, messages, stalls=0.3) == digests
    assert (core.compiled.slot_clocks, measure(core).cycles_per_block) == (slot, clocks)
