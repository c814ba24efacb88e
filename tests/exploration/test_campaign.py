"""What a store has of a sweep is not measured again, unless something it rests on has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.documents import point, with_annealer, with_tools
from support.measuring import quick

from hashloom.errors import RequestError, ToolError
from hashloom.exploration.campaign import Change, before, kept, prepare
from hashloom.exploration.runner import Outcome
from hashloom.measurements import dataset
from hashloom.measurements.results.measuring import Task
from hashloom.measurements.store import Failure, Store

TOOLS = {"yosys": "y 1", "nextpnr": "n 1", "verilator": "v 1"}


def task(unroll: int = 1) -> Task:
    return Task(point(unroll=unroll), "quick", 3, "basis", TOOLS)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def finish(store: Store, *tasks: Task) -> None:
    outcomes = [Outcome(task, document=quick(task)) for task in tasks]
    assert list(kept(outcomes, store)) == outcomes


def test_all_is_left_of_a_new_sweep_cheapest_first(store: Store) -> None:
    campaign = prepare([task(4), task(1), task(2)], store)
    assert campaign.left == (task(1), task(2), task(4))
    assert campaign.tasks == (task(4), task(1), task(2))
    assert (campaign.documents, campaign.failures) == ({}, {})


def test_finished_points_are_taken_from_the_store(store: Store) -> None:
    finish(store, task(1), task(2))
    campaign = prepare([task(4), task(2)], store)
    assert campaign.left == (task(4),)
    assert campaign.documents == {task(2).point: quick(task(2))}


@pytest.mark.parametrize(
    "changed",
    [
        {"seeds": 5},
        {"suite": "full"},
        {"basis": "another"},
        {"tools": TOOLS | {"yosys": "y 2"}},
        {"point": point(target="ecp5-25f-6")},
    ],
)
def test_a_change_of_what_it_rests_on_is_measured(store: Store, changed: dict[str, object]) -> None:
    finish(store, task())
    asked = replace(task(), **changed)  # type: ignore[arg-type]
    assert prepare([asked], store).left == (asked,)
    finish(store, asked)
    assert prepare([asked], store).left == ()


def test_what_does_not_fit_is_settled_and_what_broke_is_tried_again(store: Store) -> None:
    large = Failure.of(task(1).point, RequestError("It is too large."), "basis")
    broken = Failure.of(task(2).point, ToolError("It broke."), "basis")
    older = Failure.of(task(4).point, RequestError("It is too large."), "another")
    outcomes = [Outcome(task(), failure=failure) for failure in (large, broken, older)]
    assert len(list(kept(outcomes, store))) == 3
    campaign = prepare([task(1), task(2), task(4)], store)
    assert campaign.failures == {task(1).point: large}
    assert campaign.left == (task(2), task(4))


def test_refreshing_leaves_everything_to_do(store: Store) -> None:
    finish(store, task(1))
    assert prepare([task(1)], store, refresh=True).left == (task(1),)


def test_an_order_may_leave_points_out(store: Store) -> None:
    campaign = prepare([task(1), task(2)], store, order=lambda points: points[1:])
    assert campaign.left == (task(2),)
    assert campaign.left_out == (task(1).point,)


def test_an_outcome_is_on_the_disk_before_it_is_shown(store: Store) -> None:
    several = [Outcome(task(u), document=quick(task(u))) for u in (1, 2)]
    for number, _ in enumerate(kept(several, store), 1):
        assert len(store.documents()) == number


def test_before_is_the_store_over_the_data_set(store: Store) -> None:
    ours = dataset.shipped()
    assert len(before(store)) <= len(ours)
    finish(store, task(16))
    assert before(store)[task(16).point].items() >= quick(task(16)).items()


def test_annealed_placements_are_not_before_usual_ones(store: Store) -> None:
    known, asked = before(store), task(16)
    store.put(with_annealer(quick(asked)), asked.basis)
    assert before(store) == known
    finish(store, asked)
    store.put(with_annealer(quick(asked)), asked.basis)
    assert "annealer" not in before(store)[asked.point]["tools"]


def test_a_change_says_clock_area_and_tools() -> None:
    old, new = quick(task(2)), with_tools(quick(task(1)), yosys="y 2")
    document = Change(old, new).as_dict()
    assert document["request"] == task(1).point.as_dict()
    assert document["before"] == {"fmax_mhz": 100.0, "seeds": 3, "lut": 2000, "tools": TOOLS}
    assert document["after"]["tools"] == TOOLS | {"yosys": "y 2"}
    assert (document["after"]["fmax_mhz"], document["after"]["lut"]) == (200.0, 1000)
