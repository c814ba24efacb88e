"""Cores behind registers and with rings: measured ones as they are, others by what is around."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from support.documents import document, point, with_annealer

from hashloom.cores import Architecture, Interface
from hashloom.exploration.candidates import ESTIMATED, MEASURED, Candidate, candidates
from hashloom.exploration.surrounded import cores_for
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import shipped
from hashloom.targets import get_target

SHA256, DEVICE = get_hash("sha256"), get_target("ecp5-85f-8")
APB4 = Interface(bus="apb4")


def on_apb4(**fields: Any) -> dict[str, Any]:
    """A document of a core behind APB4."""
    asked = replace(point(**fields), interface=APB4)
    return document(asked, mhz=111.0, lut=999)


def the_one(rows: list[Candidate], **fields: Any) -> Candidate:
    asked = replace(Architecture(), **fields)
    (row,) = (c for c in rows if c.point.architecture == asked)
    return row


def test_with_streams_they_are_the_candidates() -> None:
    assert cores_for(SHA256, Interface(), DEVICE) == candidates(SHA256, Interface(), DEVICE)


def test_measured_is_told_as_it_was_measured() -> None:
    row = the_one(cores_for(SHA256, APB4, DEVICE, [on_apb4()]))
    assert (row.basis, row.clock_mhz, row.resources.lut) == (MEASURED, 111.0, 999)
    assert row.point.interface == APB4


def test_annealed_is_told_besides_and_nothing_is_estimated_by_it() -> None:
    inside = with_annealer(document(point()) | {"messages_in_flight": 1})
    known = [with_annealer(on_apb4()), inside]
    rows = cores_for(SHA256, APB4, DEVICE, known)
    assert [(c.basis, c.clock_mhz) for c in rows if c.annealed] == [(MEASURED, 111.0)]
    usual = the_one([c for c in rows if not c.annealed])
    assert usual == the_one(cores_for(SHA256, APB4, DEVICE))


def test_of_another_bus_is_not_this_one() -> None:
    rows = cores_for(SHA256, Interface(bus="wishbone"), DEVICE, [on_apb4()])
    assert {c.basis for c in rows} == {ESTIMATED}


def test_others_are_the_core_inside_with_more_around_it() -> None:
    documents = shipped()
    inside = the_one(candidates(SHA256, Interface(), DEVICE, documents), fold=2)
    row = the_one(cores_for(SHA256, APB4, DEVICE, documents), fold=2)
    assert (inside.basis, row.basis, row.seeds) == (MEASURED, ESTIMATED, 0)
    assert 100 < row.resources.lut - inside.resources.lut < 400
    assert row.resources.bram == inside.resources.bram
    assert row.clock_mhz < inside.clock_mhz
    assert row.point.command == "hashloom build sha256 --fold 2 --bus apb4"


def test_registers_hold_one_message_and_rings_several() -> None:
    behind = cores_for(SHA256, APB4, DEVICE, shipped())
    assert {c.contexts for c in behind} == {1}
    ringed = cores_for(SHA256, Interface(bus="axi4-lite", dma="axi4"), DEVICE, shipped())
    assert {1, 2, 8} <= {c.contexts for c in ringed}
    assert not any(c.point.architecture.pool for c in ringed)


def test_where_nothing_is_known_only_measured_ones_are_there() -> None:
    small = get_target("ice40-up5k")
    assert cores_for(SHA256, APB4, small) == []
    here = on_apb4() | {"target": small.name}
    here["request"] = here["request"] | {"target": small.name}
    (row,) = cores_for(SHA256, APB4, small, [here])
    assert row.basis == MEASURED
