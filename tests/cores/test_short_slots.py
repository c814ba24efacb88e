"""Slots of a few clocks: a block's result comes when later blocks have started."""

from __future__ import annotations

import hashlib

import pytest

from hashloom.cores import Architecture, core_for
from hashloom.verification.simulator import measure, simulate


@pytest.mark.parametrize(("method", "clocks"), [("exact", 3), ("recursive", 4)])
def test_a_message_of_many_blocks(method: str, clocks: int) -> None:
    core = core_for("sha256", Architecture(unroll=64, method=method))
    messages = [bytes(length) for length in (0, 64, 200, 55, 500, 3)]
    digests = [hashlib.sha256(message).digest() for message in messages]
    assert simulate(core, messages) == digests
    assert simulate(core, messages, stalls=0.3) == digests
    assert measure(core).cycles_per_block == max(core.compiled.slot_clocks, 3) == clocks
