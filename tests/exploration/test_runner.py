"""A sweep on this machine: outcomes, failures, deaths, and being stopped."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest
from support.documents import point
from support.measuring import DYING, MOODY, QUICK, SLOW, quick

from hashloom.exploration.runner import Outcome, run_here
from hashloom.measurements.results.measuring import Task

pytestmark = pytest.mark.usefixtures("traces")


def tasks(*unrolls: int) -> list[Task]:
    return [Task(point(unroll=unroll), "quick", 3, "basis", {"yosys": "y"}) for unroll in unrolls]


def nobody(_: int) -> None:
    """Nobody is told how many are running."""


def test_every_task_has_its_document() -> None:
    counts: list[int] = []
    several = tasks(1, 2, 4)
    outcomes = list(run_here(several, 2, counts.append, QUICK))
    assert {o.task.point: o.document for o in outcomes} == {t.point: quick(t) for t in several}
    assert (max(counts), counts[-1]) == (2, 0)


def test_one_at_a_time_goes_in_order() -> None:
    several = tasks(4, 1, 2)
    assert [outcome.task for outcome in run_here(several, 1, nobody, QUICK)] == several


def test_failures_have_their_kind_and_reason_and_stop_nothing() -> None:
    outcomes = list(run_here(tasks(32, 16, 8, 4, 2, 1), 1, nobody, MOODY))
    found = [(o.failure.kind, o.failure.reason) for o in outcomes if o.failure]
    assert found == [
        ("tool", "Its process was ended by SIGKILL; perhaps the machine ran out of memory."),
        ("tool", "hashloom failed by itself: ZeroDivisionError: by nought."),
        ("check", "It differs."),
        ("tool", "It broke."),
        ("request", "It does not fit."),
    ]
    assert all(o.failure.basis == "basis" for o in outcomes if o.failure)
    assert outcomes[-1].document == quick(outcomes[-1].task)


def test_a_process_that_dies_is_started_again(traces: Path) -> None:
    (outcome,) = run_here(tasks(1), 1, nobody, DYING)
    assert outcome.document == quick(outcome.task)
    assert [trace.name for trace in traces.iterdir()] == ["died"]


def test_what_cannot_be_started_is_a_failure() -> None:
    (outcome,) = run_here(tasks(1), 1, nobody, "support.nowhere:nothing")
    assert outcome.failure is not None
    assert "support.nowhere" in outcome.failure.reason


def test_stopping_ends_what_runs_and_what_it_started(traces: Path) -> None:
    outcomes: list[Outcome] = []
    with closing(run_here(tasks(1, 2, 4, 8), 2, nobody, SLOW)) as running:
        outcomes.append(next(running))
        while len(list(traces.iterdir())) < 2:
            time.sleep(0.05)
    assert [outcome.task.point for outcome in outcomes] == [point()]
    assert not list(traces.iterdir())  # each was ended in a way that let it clear up
