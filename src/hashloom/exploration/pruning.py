"""What the estimator does for a sweep: the best points first, hopeless ones left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from hashloom.exploration.candidates import Candidate, estimated_candidate
from hashloom.exploration.sweep import cheapest_first
from hashloom.hashes import get_hash
from hashloom.measurements.estimation.compiled import outline_of
from hashloom.measurements.estimation.estimator import model_if_known
from hashloom.request.designs import find_design
from hashloom.request.interface import split_name
from hashloom.request.point import Point
from hashloom.targets import get_target

MARGIN = 0.15  # by which a core is predicted to be beaten before it is left out


def predicted(point: Point) -> Candidate | None:
    """A point with estimated figures; None where there is no estimate for its family, and for an
    array and a folded core, which the estimator does not know.

    Raises RequestError for a value that is not accepted.
    """
    target = get_target(point.target)
    if point.interface.copies > 1 or point.architecture.fold:
        return None
    model = model_if_known(target)
    if model is None:
        return None
    plain, interface = split_name(point.hash_name, point.interface)
    design = find_design(plain)
    hash_ = get_hash(design.hash_name if design else plain)
    outline = outline_of(hash_, point.architecture, interface, target)
    return estimated_candidate(point, outline, target, model)


def best_first(points: Sequence[Point]) -> list[Point]:
    """The points with those of which most is expected first: an order for a sweep.

    Points that no other of their hash, level and target is predicted to beat come first, then
    those that only they beat, and so on; among equals the cheapest to measure.
    """
    found = {point: predicted(point) for point in points}
    order = {point: number for number, point in enumerate(cheapest_first(points))}
    front: dict[Point, int] = {}
    for group in _comparable(found).values():
        left = dict(group)
        depth = 0
        while left:
            outer = [p for p, c in left.items() if not any(beats(o, c, 0) for o in left.values())]
            for point in outer:
                front[point] = depth
                del left[point]
            depth += 1
    return sorted(points, key=lambda point: (front.get(point, 0), order[point]))


def pruning(margin: float = MARGIN) -> Callable[[Sequence[Point]], list[Point]]:
    """An order for a sweep that leaves out what another point is predicted to beat by `margin`.

    To beat is to be smaller by so much and faster by so much, for one message and for all.
    """

    def kept(points: Sequence[Point]) -> list[Point]:
        found = {point: predicted(point) for point in points}
        beaten = {
            point
            for group in _comparable(found).values()
            for point, candidate in group.items()
            if any(beats(other, candidate, margin) for other in group.values())
        }
        return best_first([point for point in points if point not in beaten])

    return kept


def beats(one: Candidate, other: Candidate, margin: float) -> bool:
    """Whether one core is better than another in everything, by a share `margin` at least."""
    fewer = one.resources.lut * (1 + margin) <= other.resources.lut
    single = one.single_mbps >= other.single_mbps * (1 + margin)
    aggregate = one.aggregate_mbps >= other.aggregate_mbps * (1 + margin)
    return one is not other and fewer and single and aggregate and _figures(one) != _figures(other)


def _figures(candidate: Candidate) -> tuple[float, ...]:
    return candidate.resources.lut, candidate.single_mbps, candidate.aggregate_mbps


def _comparable(
    found: dict[Point, Candidate | None],
) -> dict[tuple[object, ...], dict[Point, Candidate]]:
    """Points with estimates, by what has to be the same for a comparison."""
    groups: dict[tuple[object, ...], dict[Point, Candidate]] = defaultdict(dict)
    for point, candidate in found.items():
        if candidate is not None:
            same = point.hash_name, point.interface, point.target
            groups[same][point] = candidate
    return groups
