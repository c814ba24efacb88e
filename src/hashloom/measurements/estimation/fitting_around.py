"""What is around a core, fitted on pairs of measured cores: one with it, and the same without."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import numpy as np
from scipy.optimize import least_squares

from hashloom.hashes import get_hash
from hashloom.measurements.estimation.around import FIGURES, Around, features_of, kind_of
from hashloom.request.bus import BUSES, DMAS, NONE
from hashloom.request.point import Point, is_annealed, point_of
from hashloom.targets import Resources, Target, get_target

_PULL = 0.02  # of every coefficient to zero, as a share of a core's cells
_PULL_OF_A_BUS = 0.2  # likewise of what one bus has that others have not
_START = 15.0  # look-up tables of a path, where the search begins


@dataclass(frozen=True)
class Pair:
    """Two measured cores.

    Attributes:
        point: what was asked for of the one with something around it.
        target: of both.
        kind: "bus" or "ring".
        features: what its cells depend on.
        inside, whole: cells without and with what is around.
        inside_mhz, whole_mhz: median clocks in MHz.
    """

    point: Point
    target: Target
    kind: str
    features: Mapping[str, float]
    inside: Resources
    whole: Resources
    inside_mhz: float
    whole_mhz: float


@dataclass(frozen=True)
class AroundMiss:
    """A pair's figure ("lut", "ff" or "clock"), and its estimate by a fit without the pair."""

    pair: Pair
    figure: str
    measured: float
    estimated: float

    @property
    def error(self) -> float:
        """Relative error of the estimate."""
        return self.estimated / self.measured - 1


def pairs_of(documents: Sequence[Mapping[str, Any]]) -> list[Pair]:
    """Every core behind registers or with a ring that was measured without them as well, both
    placed as usual."""
    by_point = {point_of(d): d for d in documents if not is_annealed(d)}
    found = []
    for point, whole in by_point.items():
        bare = replace(point, interface=replace(point.interface, bus=NONE, dma=NONE))
        inside = by_point.get(bare)
        if point.interface.registered and inside is not None:
            found.append(_pair(point, inside, whole))
    return found


def _pair(point: Point, inside: Mapping[str, Any], whole: Mapping[str, Any]) -> Pair:
    hash_, folded = get_hash(whole["algorithms"][0]), whole["architecture"]["fold"] > 0
    contexts = whole["messages_in_flight"]
    return Pair(
        point,
        get_target(point.target),
        kind_of(point.interface),
        features_of(hash_, point.interface, contexts, folded=folded),
        Resources(**inside["resources"]),
        Resources(**whole["resources"]),
        inside["fmax_mhz"]["median"],
        whole["fmax_mhz"]["median"],
    )


def fit_around(pairs: Sequence[Pair]) -> dict[str, Around]:
    """The coefficients by family; errors are those of pairs that were left out."""
    families: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        families[pair.target.family].append(pair)
    return {
        family: replace(_fitted(rows), errors=_errors(misses_around(rows)))
        for family, rows in families.items()
    }


def misses_around(pairs: Sequence[Pair]) -> list[AroundMiss]:
    """Every pair of a family estimated by a fit without it."""
    found = []
    for pair in pairs:
        others = [each for each in pairs if each is not pair]
        if not any(each.kind == pair.kind for each in others):
            continue
        model = _fitted(others)
        said = model.resources(pair.inside, pair.features)
        mhz = model.clock_mhz(pair.inside_mhz, pair.kind, pair.target)
        found += [
            AroundMiss(pair, "lut", pair.whole.lut, said.lut),
            AroundMiss(pair, "ff", pair.whole.ff, said.ff),
            AroundMiss(pair, "clock", pair.whole_mhz, mhz),
        ]
    return found


def _errors(found: Sequence[AroundMiss]) -> dict[str, float]:
    by_figure = defaultdict(list)
    for miss in found:
        by_figure[miss.figure].append(abs(miss.error))
    return {figure: round(median(errors), 4) for figure, errors in by_figure.items()}


def _fitted(pairs: Sequence[Pair]) -> Around:
    """Without errors."""
    added = {figure: _added(pairs, figure) for figure in FIGURES}
    kinds = sorted({pair.kind for pair in pairs})
    levels = {kind: _levels([p for p in pairs if p.kind == kind]) for kind in kinds}
    return Around(added, levels, len(pairs), {})


def _added(pairs: Sequence[Pair], figure: str) -> dict[str, float]:
    """Coefficients of what is added, with the least squares of the whole core's relative error."""
    names = sorted({name for pair in pairs for name in pair.features})
    whole = np.array([pair.whole.as_dict()[figure] or 1 for pair in pairs], dtype=float)
    more = [pair.whole.as_dict()[figure] - pair.inside.as_dict()[figure] for pair in pairs]
    rows = np.array([[pair.features.get(name, 0.0) for name in names] for pair in pairs])
    own = [name.partition("_")[2] in (*BUSES, *DMAS) for name in names]
    pull = np.where(own, _PULL_OF_A_BUS, _PULL) / float(np.mean(whole))
    matrix = np.vstack([rows / whole[:, None], np.diag(pull)])
    wanted = np.concatenate([np.array(more) / whole, np.zeros(len(names))])
    found, *_ = np.linalg.lstsq(matrix, wanted, rcond=None)
    return {name: round(float(value), 2) for name, value in zip(names, found, strict=True)}


def _levels(pairs: Sequence[Pair]) -> float:
    """Look-up tables of the path through what is around, with the least squares of the logarithm of
    the period."""

    def residuals(values: np.ndarray) -> list[float]:
        model = Around({}, {pairs[0].kind: float(values[0])}, 0, {})
        said = [model.clock_mhz(p.inside_mhz, p.kind, p.target) for p in pairs]
        return [float(np.log(s / p.whole_mhz)) for s, p in zip(said, pairs, strict=True)]

    return round(float(least_squares(residuals, [_START], bounds=(0.1, np.inf)).x[0]), 3)
