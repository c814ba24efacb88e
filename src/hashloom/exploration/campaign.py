"""A sweep against a store: what is there already, what is left to do, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hashloom.exploration.runner import Outcome
from hashloom.exploration.sweep import cheapest_first
from hashloom.measurements.dataset import known
from hashloom.measurements.results.measuring import Task
from hashloom.measurements.store import Failure, Store
from hashloom.request.point import Point, is_annealed, point_of

# The points to measure, in the order in which they are begun; it may leave some out.
Order = Callable[[Sequence[Point]], Sequence[Point]]


@dataclass(frozen=True)
class Campaign:
    """A sweep before it runs.

    Attributes:
        tasks: every point of the sweep, in the order asked for.
        documents: those that are in the store.
        failures: points of which the store says that they do not fit their target.
        left: tasks to be done, in order.
        left_out: points that the order left out.
    """

    tasks: tuple[Task, ...]
    documents: Mapping[Point, dict[str, Any]]
    failures: Mapping[Point, Failure]
    left: tuple[Task, ...]
    left_out: tuple[Point, ...] = ()


def prepare(
    tasks: Iterable[Task], store: Store, *, refresh: bool = False, order: Order = cheapest_first
) -> Campaign:
    """What `store` has of a sweep and what is left; everything is left when it is to `refresh`.

    A document counts as the task's when request, suite, seeds, tools and basis are.
    """
    several = {task.point: task for task in tasks}
    documents = {} if refresh else _finished(several, store)
    failures = {} if refresh else _settled(several, store)
    missing = [point for point in several if point not in documents and point not in failures]
    chosen = order(missing)
    return Campaign(
        tuple(several.values()),
        documents,
        failures,
        tuple(several[point] for point in chosen),
        tuple(point for point in missing if point not in set(chosen)),
    )


def _finished(several: Mapping[Point, Task], store: Store) -> dict[Point, dict[str, Any]]:
    found = {}
    for document, basis in store.documents_with_basis():
        task = several.get(point_of(document))
        if task is not None and basis == task.basis and _is_of(document, task):
            found[task.point] = document
    return found


def _is_of(document: Mapping[str, Any], task: Task) -> bool:
    seeds = {str(seed) for seed in range(1, task.seeds + 1)}
    return (
        set(document["fmax_mhz"]["seeds"]) == seeds
        and document["tools"] == task.tools
        and document["verified"]["suite"] == task.suite
    )


def _settled(several: Mapping[Point, Task], store: Store) -> dict[Point, Failure]:
    """Failures that would come again; those of tools and checks are tried anew."""
    return {
        failure.point: failure
        for failure in store.failures()
        if failure.point in several
        and failure.kind == "request"
        and failure.basis == several[failure.point].basis
    }


def kept(outcomes: Iterable[Outcome], store: Store) -> Iterator[Outcome]:
    """The outcomes, each on the disk before it is handed on."""
    for outcome in outcomes:
        if outcome.document is not None:
            store.put(outcome.document, outcome.task.basis)
        if outcome.failure is not None:
            store.put_failure(outcome.failure)
        yield outcome


@dataclass(frozen=True)
class Change:
    """A point measured before and now; both are result documents."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """The change as JSON shows it: clock in MHz, look-up tables, tools."""
        document = {"request": self.after["request"]}
        return document | {"before": _summary(self.before), "after": _summary(self.after)}


def _summary(document: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "fmax_mhz": document["fmax_mhz"]["median"],
        "seeds": len(document["fmax_mhz"]["seeds"]),
        "lut": document["resources"]["lut"],
        "tools": document["tools"],
    }


def before(store: Store) -> dict[Point, dict[str, Any]]:
    """What is known of each point, placed as usual, from the store or the data set that comes with
    hashloom."""
    usual = (document for document in known(store) if not is_annealed(document))
    return {point_of(document): document for document in usual}
