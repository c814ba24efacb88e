"""Counted memories against the cells of every measured core."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import is_of_today, shipped
from hashloom.measurements.estimation.compiled import outline_of
from hashloom.measurements.estimation.features import Outline
from hashloom.measurements.estimation.fitting import Sample, samples_of
from hashloom.measurements.estimation.memories import block_rams, in_blocks, lut_cells
from hashloom.request.point import point_of
from hashloom.rtl.shells.hmac.parameters import HmacParameters, recalls
from hashloom.rtl.typed.memory import Memory
from hashloom.targets import get_target

ECP5 = {
    point_of(d).command: d
    for d in shipped()
    if d["target"].startswith("ecp5")
    # others have no estimate
    if len(d["algorithms"]) == 1
    and d["architecture"]["delays"] == "registers"
    and not d["architecture"].get("fold")
    and d["request"]["interface"].get("bus", "none") == "none"
    and d["architecture"]["load"] not in ("added", "cleared")
    and (d["level"] != "hmac" or is_of_today(d))
}


@pytest.fixture(scope="module")
def samples() -> dict[str, Sample]:
    return {s.point.command: s for s in samples_of(list(ECP5.values()))}


@pytest.mark.parametrize("command", list(ECP5))
def test_cells_are_the_measured_ones(command: str, samples: dict[str, Sample]) -> None:
    sample, measured = samples[command], ECP5[command]["resources"]
    memories = sample.outline.memories
    assert block_rams(memories, sample.target) == measured["bram"]
    assert lut_cells(memories, sample.target) == measured["lutram"] + unread(sample)


def test_delays_in_memory_and_folded_cores_are_not_estimated() -> None:
    measured = [d for d in shipped() if d["architecture"]["delays"] != "registers"]
    folded = [d for d in shipped() if d["architecture"].get("fold")]
    assert measured
    assert folded
    assert samples_of([*measured, *folded]) == []


def unread(sample: Sample) -> int:
    """Cells that synthesis leaves out: nobody asks whether a digest is an inner one where they stay
    at the engine or have an engine of their own, nor in the former case for the slot of one."""
    top = sample.outline.top
    if not isinstance(top, HmacParameters) or not (recalls(top) or top.engines == 2):
        return 0
    record, slot = (Memory(2 * top.p.contexts, bits) for bits in (13, top.slot_bits + 1))
    return record.cells - replace(record, bits=12).cells + slot.cells * recalls(top)


def test_a_wide_or_deep_memory_takes_several() -> None:
    assert Memory(16, 4).cells == 1
    assert Memory(17, 4).cells == 2
    assert Memory(64, 32).banks == 4
    assert Memory(64, 32).cells == 32
    assert Memory(512, 36, block=True).block_rams((36, 512)) == 1
    assert Memory(513, 37, block=True).block_rams((36, 512)) == 4


def outline(level: str = "message", **fields: object) -> Outline:
    architecture = replace(Architecture(), **fields)
    target = get_target("ecp5-85f-8")
    return outline_of(get_hash("sha256"), architecture, Interface(level=level), target)


def test_no_lut_ram_on_ice40() -> None:
    ice40, ecp5 = get_target("ice40-up5k"), get_target("ecp5-85f-8")
    memories = outline(interleave=4).memories
    assert lut_cells(memories, ice40) == 0 < lut_cells(memories, ecp5)
    assert any(in_blocks(m, ice40) for m in memories)
    assert not any(in_blocks(m, ecp5) for m in memories)


def test_an_engine_has_none_of_the_shell() -> None:
    message, engine = outline(interleave=4), outline("engine", interleave=4)
    assert set(engine.memories) < set(message.memories)
    assert [m.depth for m in engine.memories] == [16, 16]
