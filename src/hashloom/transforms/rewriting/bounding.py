"""The smallest iteration bound that any rewriting of a loop can have, and how it is reached.

At a period P the word at an operator's output arrives at the latest of its operands, less P for
each register between, plus the operator's delay; an operator with several options takes the
earliest.  From 0 on arrivals only grow, and they stop growing if and only if some option for each
operator leaves no loop with more delay than P times its registers.  So the smallest P is found by
bisection.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from hashloom.dataflow.graph import Edge
from hashloom.transforms.rewriting.choices import Choices, Family, Option, Recovered

_OUTSIDE = -1e6  # ns: what the loop does not feed is known long before
_STILL = 1e-7
_ROUNDS = 2  # times that cheaper options are looked for
_RAISES = 12  # times that an arrival may rise, on average, before a loop is taken to be too long
_LEAP = 1000  # sweeps that are left out
STEP_NS = 1e-3  # to which the bound is found


class Loop:
    """One loop of a graph with its choices, and the search for its bound."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.names = _in_order(choices)
        self._most_sweeps = len(self.names) + 10

    def smallest(self, at_least: float = 0.0) -> float:
        """The smallest iteration bound in ns, to `STEP_NS`.

        None below `at_least` is looked for.
        """
        low, high = at_least, max(at_least, 8.0)
        while self.free(high) is None:
            low, high = high, 2 * high
        while high - low > STEP_NS:
            middle = (low + high) / 2
            if self.free(middle) is None:
                low = middle
            else:
                high = middle
        return high

    def free(
        self, period: float, fixed: Mapping[str, Option] | None = None
    ) -> dict[str, Option] | None:
        """An option of each operator with which `period` (ns) is possible; None if none has been
        found.  Operators that are `fixed` keep their options."""
        arrival = dict.fromkeys(self.names, 0.0)
        fixed = fixed or {}
        singles = self.choices.single | {name: [option] for name, option in fixed.items()}
        families = self.choices.families | {name: [] for name in fixed}
        for _ in range(2):
            before = self._raised(arrival, period, singles, families)
            if before is None:
                free = {
                    n: self.cheapest(n, arrival, period)[0] for n in self.names if n not in fixed
                }
                return {**fixed, **free}
            # Loops that are too long by little take long to show it: go there at once.
            for name in self.names:
                arrival[name] += _LEAP * (arrival[name] - before[name])
        return None

    def _raised(
        self,
        arrival: dict[str, float],
        period: float,
        singles: Mapping[str, list[Option]],
        families: Mapping[str, list[Family]],
    ) -> dict[str, float] | None:
        """Raises arrivals until they stay, which gives None; or gives those before the last
        time."""
        seen: dict[str, tuple[float, ...]] = {}
        before: dict[str, float] = {}
        for _ in range(self._most_sweeps):
            before, changed = dict(arrival), False
            for name in self.names:
                known = {edge: _at(arrival, edge, period) for edge in self._edges[name]}
                key = tuple(known.values())
                if seen.get(name) == key:
                    continue
                seen[name] = key
                value = min(
                    (
                        *(_latest(option, known) for option in singles[name]),
                        *(_earliest(family, known) for family in families[name]),
                    )
                )
                if value > arrival[name] + _STILL:
                    arrival[name] = value
                    changed = True
            if not changed:
                return None
        return before

    def recovered(self, period: float) -> dict[str, Option]:
        """Shared sums that can be recovered at `period` from what they were added to."""
        fixed: dict[str, Option] = {}
        for name, options in self.choices.single.items():
            for option in options:
                if not isinstance(option, Recovered) or name in fixed:
                    continue
                if self.free(period, {**fixed, name: option}) is not None:
                    fixed[name] = option
        return fixed

    def cheapest(self, name: str, arrival: Mapping[str, float], period: float) -> list[Option]:
        """Options of an operator that are there at its arrival, the cheapest first."""
        known = {edge: _at(arrival, edge, period) for edge in self._edges[name]}
        options = [
            each
            for each in self.options(name, known)
            if _latest(each, known) <= arrival[name] + 10 * _STILL
        ]
        return sorted(options, key=lambda each: each.cost)

    def options(self, name: str, known: Mapping[Edge, float]) -> list[Option]:
        """All options of an operator, words placed by their arrivals."""
        result = list(self.choices.single[name])
        for family in self.choices.families[name]:
            result += family.options(known)
        return result

    @cached_property
    def _edges(self) -> Mapping[str, tuple[Edge, ...]]:
        """By operator, what some option lets it read."""
        return {name: self._edges_read(name) for name in self.names}

    def _edges_read(self, name: str) -> tuple[Edge, ...]:
        found = dict.fromkeys(e for option in self.choices.single[name] for e, _ in option.row)
        for family in self.choices.families[name]:
            found |= dict.fromkeys((*family.words, *(edge for edge, _ in family.extra)))
        return tuple(found)

    def cheaper(
        self,
        period: float,
        fixed: Mapping[str, Option],
        quick: Set[str] = frozenset(),
        *,
        opened: bool = False,
    ) -> dict[str, Option]:
        """Cheap options at a possible `period`, for one operator after the other.

        Operators that are `fixed` keep their options, and `quick` ones are as early as their own
        operands let them, or those of `opened` sums.
        """
        taken = self.free(period, fixed)
        assert taken is not None
        arrival = self._later(dict.fromkeys(self.names, 0.0), self.names, taken, period)
        assert arrival is not None
        for name in self.names:
            if name not in quick or name in fixed or opened:
                continue
            for option in self._quickest(name, arrival, period):
                changed = {**taken, name: option}
                later = self._later(arrival, [name], changed, period)
                if later is not None:
                    taken, arrival = changed, later
                    break
        for _ in range(_ROUNDS):
            before = dict(taken)
            for name in reversed([each for each in self.names if each not in quick]):
                known = {edge: _at(arrival, edge, period) for edge in self._edges[name]}
                for option in sorted(self.options(name, known), key=lambda each: each.cost):
                    if option.cost >= taken[name].cost:
                        break
                    changed = {**taken, name: option}
                    later = self._later(arrival, [name], changed, period)
                    if later is not None:
                        taken, arrival = changed, later
                        break
            if taken == before:
                break
            fresh = dict.fromkeys(self.names, 0.0)
            arrival = self._later(fresh, self.names, taken, period) or arrival
        return taken

    def _quickest(self, name: str, arrival: Mapping[str, float], period: float) -> list[Option]:
        """The options of a sum's own operands, the one that is there first in front."""
        known = {edge: _at(arrival, edge, period) for edge in self._edges[name]}
        operands = set(self.choices.graph.nodes[name].operands)
        own = [
            option
            for option in self.options(name, known)
            if {edge for edge, _ in option.row} == operands
        ]
        return sorted(own, key=lambda each: (round(_latest(each, known), 6), each.cost))

    def _later(
        self,
        arrival: Mapping[str, float],
        changed: Sequence[str],
        taken: Mapping[str, Option],
        period: float,
    ) -> dict[str, float] | None:
        """Arrivals raised to what options need, some of which have changed; None where a loop is
        longer than `period`."""
        found, waiting = dict(arrival), deque(changed)
        queued = set(changed)
        for _ in range(_RAISES * len(self.names)):
            if not waiting:
                return found
            name = waiting.popleft()
            queued.discard(name)
            row = taken[name].row
            value = max((_at(found, edge, period) + depth for edge, depth in row), default=0.0)
            if value <= found[name] + _STILL:
                continue
            found[name] = value
            for reader in self._readers[name]:
                if reader not in queued:
                    queued.add(reader)
                    waiting.append(reader)
        return None if waiting else found

    @cached_property
    def _readers(self) -> Mapping[str, tuple[str, ...]]:
        """By operator, those that some option lets read it."""
        found: dict[str, list[str]] = {name: [] for name in self.names}
        for name in self.names:
            for source in dict.fromkeys(edge.source for edge in self._edges[name]):
                if source in found:
                    found[source].append(name)
        return {name: tuple(readers) for name, readers in found.items()}


def _at(arrival: Mapping[str, float], edge: Edge, period: float) -> float:
    found = arrival.get(edge.source)
    return _OUTSIDE if found is None else found - edge.delay * period


def _latest(option: Option, known: Mapping[Edge, float]) -> float:
    return max((known[edge] + depth for edge, depth in option.row), default=0.0)


def _earliest(family: Family, known: Mapping[Edge, float]) -> float:
    """When the sum of the best network of a family is there."""
    later = max((known[edge] + depth for edge, depth in family.extra), default=_OUTSIDE)
    words = sorted([known[edge] for edge in family.words])
    return max(later, float((family.depths + words).max(axis=1).min()))


def _in_order(choices: Choices) -> list[str]:
    """The loop's operators in the order in which words flow in the graph as it is."""
    return [name for name in choices.graph.order if name in choices.loop]
