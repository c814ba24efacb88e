"""The estimator's coefficients from measured documents, and the error they have on others.

Area: least squares of the relative error with coefficients that are not negative, drawn a little
to what counting alone would say, so that a feature few documents have keeps a sensible value.
Clock: the same for the logarithm of the period.  A family with few documents takes the
coefficients of the one with most, each kind of figure times one factor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import numpy as np
from scipy.optimize import least_squares, nnls

from hashloom.hashes import get_hash
from hashloom.measurements.estimation.compiled import outline_of
from hashloom.measurements.estimation.estimator import (
    Model,
    Paths,
    estimate,
    paths_of,
    period_ns,
)
from hashloom.measurements.estimation.features import Outline, area_features, register_features
from hashloom.measurements.estimation.memories import block_rams
from hashloom.request.architecture import Architecture
from hashloom.request.point import Point, is_annealed, point_of
from hashloom.targets import Target, get_target
from hashloom.transforms.registers.delay_lines import REGISTERS

ENOUGH = 40  # documents of a family that it has coefficients of its own from
_PULL = 0.02  # towards the prior, as a share of what the documents say
_CLOCK_PULL = 0.1
_SCALE_PULL = 0.1
_PLAIN = 1.0  # prior of a feature that is counted in cells, and what it is where nothing has it
# Counted in cells, of look-up tables and of registers.
_COUNTED_IN_LUT = frozenset(
    [
        *("adders", "compressors", "loaded", "sigmas", "choices", "selects", "tables"),
        *("memory", "select", "join", "stored"),
    ]
)
_COUNTED_IN_FF = frozenset(
    [
        *("delays", "control", "held_registers", "held_narrow", "held_wide"),
        *("read", "stored", "stage_words", "shell_columns", "written"),
    ]
)
_CLOCK = {  # where the search begins, and what it is drawn to
    **{"register": 1.0, "levels": 1.0, "adders": 1.0, "size": 0.02},
    **{"shell": 3.5, "shell_several": 0.3, "shell_contexts": 0.1, "shell_padding": 0.1},
    **{"keyed": 0.8, "keyed_contexts": 0.1, "keyed_slots": 0.02, "keyed_engine": 0.1},
}


@dataclass(frozen=True)
class Sample:
    """A measured core as the fit sees it.

    Attributes:
        point: what was asked for.
        outline, target: its numbers.
        lut, ff, bram, clock_mhz: measured.
        area, registers, paths: its features; the paths at the measured size.
    """

    point: Point
    outline: Outline
    target: Target
    lut: float
    ff: float
    bram: int
    clock_mhz: float
    area: Mapping[str, float]
    registers: Mapping[str, float]
    paths: Paths

    @property
    def estimated_bram(self) -> int:
        """Block RAMs by counting; no coefficient is in it."""
        return block_rams(self.outline.memories, self.target)


@dataclass(frozen=True)
class Miss:
    """A sample's measured figure and its estimate by a model fitted without it."""

    sample: Sample
    figure: str
    measured: float
    estimated: float

    @property
    def error(self) -> float:
        """Relative error of the estimate."""
        return self.estimated / self.measured - 1


def samples_of(documents: Sequence[Mapping[str, Any]]) -> list[Sample]:
    """Samples of the documents that a placement is in; several of one request become one.

    Cores of several hashes are left out, those with delays in memory or load by addition, folded
    ones, those behind registers or with a ring, and annealed placements.
    """
    single = (
        document
        for document in documents
        if len(document["algorithms"]) == 1
        and not is_annealed(document)
        and _is_known(Architecture(**document["architecture"]))
    )
    by_point = {point_of(document): document for document in single}
    return [
        sample_of(point, document)
        for point, document in by_point.items()
        if not point.interface.registered
    ]


def _is_known(architecture: Architecture) -> bool:
    """Whether the estimator knows cores of its kind."""
    plain = architecture.delays == REGISTERS and not architecture.adds
    return plain and not architecture.fold


def sample_of(point: Point, document: Mapping[str, Any]) -> Sample:
    """The sample of one document."""
    target = get_target(document["target"])
    hash_ = get_hash(document["algorithms"][0])
    # A published design's architecture is that of the document, resolved already.
    architecture = Architecture(**document["architecture"])
    interface = point.interface
    if document["level"] != interface.level:
        interface = replace(interface, level=document["level"])
    outline = outline_of(hash_, architecture, interface, target)
    found = document["resources"]
    return Sample(
        point,
        outline,
        target,
        found["lut"],
        found["ff"],
        found["bram"],
        document["fmax_mhz"]["median"],
        area_features(outline, target),
        register_features(outline, target),
        paths_of(outline, target, found["lut"]),
    )


def fit(samples: Sequence[Sample]) -> dict[str, Model]:
    """A model for every family; errors are those of cross-validation (see `misses`)."""
    models = fitted(samples)
    found = misses(samples)
    return {family: replace(m, errors=errors_of(found, family)) for family, m in models.items()}


def errors_of(found: Sequence[Miss], family: str) -> dict[str, float]:
    """Medians of the absolute relative error by figure."""
    by_figure = defaultdict(list)
    for miss in found:
        if miss.sample.target.family == family:
            by_figure[miss.figure].append(abs(miss.error))
    return {figure: round(median(errors), 4) for figure, errors in by_figure.items()}


def misses(samples: Sequence[Sample]) -> list[Miss]:
    """Every sample estimated by a model fitted without it.

    What shares its architecture (a hash of the same word, another target of the family) is left
    out with it, so that no core is estimated from its twin.
    """
    found = []
    groups: dict[Any, list[Sample]] = defaultdict(list)
    for sample in samples:
        groups[_twins(sample)].append(sample)
    for twins in groups.values():
        models = fitted([s for s in samples if s not in twins])
        for sample in twins:
            model = models.get(sample.target.family)
            if model is None:
                continue
            said = estimate(sample.outline, sample.target, model)
            found += [
                Miss(sample, "lut", sample.lut, said.resources.lut),
                Miss(sample, "clock", sample.clock_mhz, said.clock_mhz),
            ]
            if sample.ff:
                found.append(Miss(sample, "ff", sample.ff, said.resources.ff))
    return found


def _twins(sample: Sample) -> Any:
    o = sample.outline
    return o.hash.word_bits, o.architecture, o.interface.level, sample.target.family


def fitted(samples: Sequence[Sample]) -> dict[str, Model]:
    """A model for every family, without errors."""
    families: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        families[sample.target.family].append(sample)
    largest = max(families, key=lambda family: len(families[family]))
    own = {f: _own(rows) for f, rows in families.items() if f == largest or len(rows) >= ENOUGH}
    return {f: own[f] if f in own else _scaled(own[largest], rows) for f, rows in families.items()}


def _own(samples: Sequence[Sample]) -> Model:
    lut = _linear([s.area for s in samples], [s.lut for s in samples], _COUNTED_IN_LUT)
    ff = _linear([s.registers for s in samples], [s.ff for s in samples], _COUNTED_IN_FF)
    return Model(lut, ff, _clock(samples), len(samples), {})


def _scaled(base: Model, samples: Sequence[Sample]) -> Model:
    """The coefficients of another family, each kind of figure times one factor.

    Where a cell holds a look-up table and a register and only cells are counted, registers that
    find no look-up table are counted too: a share of all.
    """
    said = [estimate(s.outline, s.target, base) for s in samples]
    shares = np.array(
        [
            (e.resources.lut / s.lut, e.resources.ff / s.lut)
            for s, e in zip(samples, said, strict=True)
        ]
    )
    matrix = np.vstack([shares, _SCALE_PULL * np.eye(2)])
    (lut, packed), _ = nnls(matrix, np.concatenate([np.ones(len(samples)), [_SCALE_PULL, 0]]))
    ff = median(s.ff / e.resources.ff for s, e in zip(samples, said, strict=True))
    period = median(e.clock_mhz / s.clock_mhz for s, e in zip(samples, said, strict=True))
    times = {name: value * period for name, value in base.clock.items() if name != "size"}
    return Model(
        _times(base.lut, float(lut)),
        _times(base.ff, ff),
        _times(times, 1.0) | {"size": base.clock["size"]},
        len(samples),
        {},
        round(float(packed / ff), 5) if ff else 0.0,
    )


def _times(coefficients: Mapping[str, float], factor: float) -> dict[str, float]:
    return {name: round(value * factor, 5) for name, value in coefficients.items()}


def _linear(
    rows: Sequence[Mapping[str, float]], measured: Sequence[float], counted: frozenset[str]
) -> dict[str, float]:
    """Coefficients with the least squares of the relative error."""
    names = sorted({name for row in rows for name in row} | counted)
    y = np.array(measured, dtype=float)
    shares = np.array([[row.get(name, 0.0) for name in names] for row in rows]) / y[:, None]
    prior = np.array([_PLAIN if name in counted else 0.0 for name in names])
    pull = _PULL * np.abs(shares).mean(axis=0) * np.sqrt(len(y)) + 1e-6
    matrix = np.vstack([shares, np.diag(pull)])
    wanted = np.concatenate([np.ones(len(y)), pull * prior])
    found, _ = nnls(matrix, wanted)
    return {name: round(float(value), 5) for name, value in zip(names, found, strict=True)}


def _clock(samples: Sequence[Sample]) -> dict[str, float]:
    """Coefficients of the period with the least squares of its logarithm."""
    names = list(_CLOCK)
    start = np.array([_CLOCK[name] for name in names])
    scale = np.maximum(start, 0.1)
    measured = np.log([1000 / s.clock_mhz for s in samples])

    def residuals(values: np.ndarray) -> np.ndarray:
        found = dict(zip(names, values, strict=True))
        said = np.log([period_ns(found, s.paths) for s in samples])
        return np.concatenate([said - measured, _CLOCK_PULL * (values - start) / scale])

    done = least_squares(residuals, start, bounds=(0, np.inf))
    return {name: round(float(value), 5) for name, value in zip(names, done.x, strict=True)}
