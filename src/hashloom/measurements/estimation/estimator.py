"""Look-up tables, flip-flops, block RAM and clock of a core, estimated in microseconds.

Area is linear in the features of `features`, memories are counted.  The clock is that of the
slower of two paths: the engine's critical path, and the shell's, which is so many levels of
look-up tables deep; both are longer in a larger core.  Coefficients are fitted on measured
documents (see `fitting`) and come with hashloom, with the error they have on cores they were not
fitted on.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from hashloom.errors import RequestError
from hashloom.hashes import Hash, get_hash
from hashloom.measurements.estimation.features import Outline, area_features, register_features
from hashloom.measurements.estimation.memories import block_rams, lut_cells
from hashloom.targets import Resources, Target

FILE = "estimator.json"
WIDELY = ("sha256", "sha512")  # measured; and those of the same form
SHARPNESS = 8  # of the choice of the slower path: the power of the norm that adds the two


@dataclass(frozen=True)
class Model:
    """The coefficients of one family.

    Attributes:
        lut, ff: by feature.
        clock: by feature, see `clock_features`.
        documents: on how many measured documents it was fitted.
        errors: medians of the absolute relative error on documents that it was not fitted on, by
            "lut", "ff" and "clock".
        packed: look-up tables counted for each flip-flop, where a cell is one of both.
    """

    lut: Mapping[str, float]
    ff: Mapping[str, float]
    clock: Mapping[str, float]
    documents: int
    errors: Mapping[str, float]
    packed: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The model as the file of coefficients holds it; those that are zero are left out."""
        return {
            "documents": self.documents,
            "errors": dict(self.errors),
            "packed": self.packed,
            **{
                kind: {name: value for name, value in sorted(row.items()) if value}
                for kind, row in (("lut", self.lut), ("ff", self.ff), ("clock", self.clock))
            },
        }


@dataclass(frozen=True)
class Estimate:
    """What a core is estimated to take: counts of cells, and the clock in MHz."""

    resources: Resources
    clock_mhz: float


def estimate(outline: Outline, target: Target, model: Model | None = None) -> Estimate:
    """The area and clock of a core on a target, by the model of its family.

    Raises RequestError for a family that no measured document is of.
    """
    model = model or model_of(target)
    memories = outline.memories
    ff = _sum(model.ff, register_features(outline, target))
    lut = _sum(model.lut, area_features(outline, target)) + model.packed * ff
    resources = Resources(
        lut=round(lut),
        ff=round(ff),
        bram=block_rams(memories, target),
        lutram=lut_cells(memories, target),
        dsp=0,
    )
    period = period_ns(model.clock, paths_of(outline, target, lut))
    return Estimate(resources, 1000 / period)


@dataclass(frozen=True)
class Paths:
    """What the clock depends on: times in ns by name, and how large the core is.

    Attributes:
        engine: parts of the engine's critical path.
        shell: parts of the shell's, empty for an engine.
        size: log2 of thousands of look-up tables.
    """

    engine: Mapping[str, float]
    shell: Mapping[str, float]
    size: float


def paths_of(outline: Outline, target: Target, lut: float) -> Paths:
    """The two paths of a core of `lut` look-up tables.

    The engine's is taken apart into registers, levels and adders, because placing and routing
    treat them differently.  A level of the shell is a look-up table of the delay model.
    """
    e, p, delays = outline.engine, outline.shell, target.delays
    adders = e.path_adders * delays.carry_ns(p.word_bits)
    engine = {
        "register": delays.register_ns,
        "levels": max(e.path_ns - delays.register_ns - adders, 0.0),
        "adders": adders,
    }
    depth: dict[str, float] = {}
    if outline.interface.streamed:
        depth = {
            "shell": 1.0,
            "shell_several": float(p.contexts > 1),
            "shell_contexts": math.log2(p.contexts),
            "shell_padding": math.log2(p.pad_words),
        }
    if outline.interface.keyed:
        depth |= {
            "keyed": 1.0,
            "keyed_contexts": math.log2(p.contexts),
            "keyed_slots": math.log2(outline.interface.slots),
            "keyed_engine": outline.architecture.engines - 1.0,
        }
    shell = {name: levels * delays.lut_ns for name, levels in depth.items()}
    return Paths(engine, shell, math.log2(max(lut, 64.0) / 1000))


def period_ns(coefficients: Mapping[str, float], paths: Paths) -> float:
    """The period of the slower path in ns."""
    engine = _sum(coefficients, paths.engine)
    shell = _sum(coefficients, paths.shell)
    slower = (engine**SHARPNESS + shell**SHARPNESS) ** (1 / SHARPNESS)
    return float(max(1 + coefficients.get("size", 0.0) * paths.size, 0.1) * slower)


def is_widely_measured(hash_: Hash) -> bool:
    """Whether many cores of this hash, or of one of the same form, were measured."""
    return any(get_hash(name).form == hash_.form for name in WIDELY)


def model_of(target: Target) -> Model:
    """The model of a target's family.  Raises RequestError for a family without one."""
    rows = _models()
    if target.family not in rows:
        raise RequestError(
            f"There is no estimate for {target.name}, because too few cores were measured on "
            f"devices of its family; accepted are targets of the families {families()}."
        )
    return Model(**rows[target.family])


def families() -> str:
    """The families that have a model, in a list to print."""
    return ", ".join(sorted(_models()))


def model_if_known(target: Target) -> Model | None:
    """The model of a target's family; None for a family without one."""
    return model_of(target) if target.family in _models() else None


@cache
def _models() -> dict[str, dict[str, Any]]:
    text = resources.files("hashloom.data").joinpath(FILE).read_text("utf-8")
    models: dict[str, dict[str, Any]] = json.loads(text)["families"]
    return models


def _sum(coefficients: Mapping[str, float], features: Mapping[str, float]) -> float:
    return sum(coefficients.get(name, 0.0) * value for name, value in features.items())
