"""Clocks of the four cases: the model's are known beforehand."""

from __future__ import annotations

import pytest
from support.hmac_model import HmacInterface, HmacModel, build_stand_in

from hashloom.errors import CheckError, RequestError
from hashloom.hashes import get_hash
from hashloom.verification.hmac_timing import (
    BLOCKS,
    CASES,
    block_times,
    key_bytes,
    measure_hmac,
)

KEY, MESSAGE, TAG = 16, 14, 8  # beats of a key of a block, of the longest message of one, of a tag


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.verification.simulation.driver.build_model", build_stand_in)


def model(contexts: int = 1, slots: int = 4, **fields: object) -> HmacModel:
    return HmacModel(get_hash("sha256"), contexts, HmacInterface(slots=slots), **fields)


def test_blocks_of_the_cases() -> None:
    # Juliato and Gebotys 2009: m, m + 1, m + 3 and m + 3 + k
    for blocks in BLOCKS:
        one = {case: block_times(case, blocks, 1) - blocks for case in CASES}
        assert one == {
            "plain_hash": 0,
            "cached_key": 1,
            "new_key_1_block": 3,
            "new_key_2_blocks": 5,
        }
        two = {case: block_times(case, blocks, 2) - blocks for case in CASES}
        assert two == one | {"new_key_1_block": 2, "new_key_2_blocks": 4}
    assert key_bytes(model(), 1) == 64
    assert key_bytes(model(), 2) == 64 + 55


def test_a_message_alone() -> None:
    timing = measure_hmac(model(block_clocks=66), 1)
    cases = timing.cases
    assert set(cases) == {(case, blocks) for case in CASES for blocks in BLOCKS}
    # the model works on a packet when it is complete, and sends an answer when it is ready
    assert cases["plain_hash", 1].single_message == MESSAGE + 66 + TAG
    assert cases["cached_key", 1].single_message == MESSAGE + 2 * 66 + TAG
    assert cases["cached_key", 24].single_message == MESSAGE + 23 * 16 + 25 * 66 + TAG
    assert cases["new_key_1_block", 1].single_message == KEY + 4 * 66 + TAG
    assert cases["new_key_2_blocks", 1].single_message == KEY + MESSAGE + 6 * 66 + TAG
    one = cases["cached_key", 1]
    assert one.block_times == 2
    assert one.constant == one.single_message - 2 * timing.hash.cycles_per_block
    assert timing.hash.cycles_per_block == 66 + 16
    assert timing.first_beat_latency == 2 * 66 + 1
    assert timing.hash.latency_cycles == 2 * 66 + TAG
    assert timing.key_cycles == {1: 2 * 66 + 1, 2: 4 * 66 + 1}


def test_every_context_busy() -> None:
    cases = measure_hmac(model(4, block_clocks=66), 1).cases
    assert cases["plain_hash", 1].aggregate == 66 / 4
    assert cases["cached_key", 1].aggregate == 2 * 66 / 4
    assert cases["new_key_1_block", 1].aggregate == 4 * 66 / 4
    assert cases["new_key_2_blocks", 1].aggregate == 6 * 66 / 4
    assert cases["cached_key", 24].aggregate == 25 * 66 / 4


def test_fewer_slots_than_contexts() -> None:
    cases = measure_hmac(model(5, slots=2), 1).cases
    assert cases["new_key_1_block", 1].aggregate == 4 * 66 / 2
    assert cases["cached_key", 1].aggregate == 2 * 66 / 5


def test_wrong_core_raises() -> None:
    with pytest.raises(CheckError, match="status 3"):
        measure_hmac(model(fault="forgetful"), 1)
    with pytest.raises(RequestError, match="hmac-sha256"):
        measure_hmac(model(level="message"), 1)
