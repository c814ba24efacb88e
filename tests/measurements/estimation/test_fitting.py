"""The fit finds coefficients again, and never predicts a core from its twin."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import pytest
from support.documents import with_annealer

from hashloom.measurements.dataset import shipped
from hashloom.measurements.estimation.estimator import (
    Model,
    estimate,
    model_of,
    paths_of,
    period_ns,
)
from hashloom.measurements.estimation.fitting import (
    Sample,
    errors_of,
    fit,
    fitted,
    misses,
    samples_of,
)
from hashloom.request.point import Point


def is_usual(point: Point) -> bool:
    """Whether `hashloom choose` would look at such an architecture."""
    return point.architecture.retiming and point.architecture.association != "textbook"


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """Some of the measured cores: a fit for each of all of them would take long."""
    found = [s for s in samples_of(shipped()) if s.target.family == "ecp5" and is_usual(s.point)]
    return found[:: len(found) // 12]


def made(samples: list[Sample], model: Model) -> list[Sample]:
    """The samples as they would be if the model were the truth."""
    found = []
    for sample in samples:
        lut = sum(model.lut.get(name, 0.0) * value for name, value in sample.area.items())
        ff = sum(model.ff.get(name, 0.0) * value for name, value in sample.registers.items())
        paths = paths_of(sample.outline, sample.target, lut)
        clock = 1000 / period_ns(model.clock, paths)
        found.append(replace(sample, lut=lut, ff=ff, clock_mhz=clock, paths=paths))
    return found


def test_annealed_placements_are_no_samples() -> None:
    usual = next(d for d in shipped() if samples_of([d]))
    annealed = with_annealer(usual | {"fmax_mhz": usual["fmax_mhz"] | {"median": 1.0}})
    (sample,) = samples_of([usual, annealed])
    assert sample.clock_mhz == usual["fmax_mhz"]["median"]
    assert samples_of([annealed]) == []


def test_figures_of_a_model_are_found_again(samples: list[Sample]) -> None:
    truth = model_of(samples[0].target)
    rows = made(samples, truth)
    model = fitted(rows)["ecp5"]
    for sample in rows:
        said = estimate(sample.outline, sample.target, model)
        assert said.resources.lut == pytest.approx(sample.lut, rel=0.02)
        assert said.resources.ff == pytest.approx(sample.ff, rel=0.03)
        assert said.clock_mhz == pytest.approx(sample.clock_mhz, rel=0.06)


def test_coefficients_are_not_negative(samples: list[Sample]) -> None:
    model = fitted(samples)["ecp5"]
    assert model.documents == len(samples)
    for row in (model.lut, model.ff, model.clock):
        assert all(value >= 0 for value in row.values())
        assert sum(value > 0 for value in row.values()) > 4


def test_a_core_is_not_predicted_from_its_twin(samples: list[Sample]) -> None:
    odd = replace(samples[0], lut=3 * samples[0].lut)
    twins = [odd, replace(odd), *samples[1:]]
    found = {id(m.sample): m for m in misses(twins) if m.figure == "lut"}
    assert found[id(odd)].error < -0.5
    assert {m.figure for m in misses(samples)} == {"lut", "ff", "clock"}


def test_errors_are_medians(samples: list[Sample]) -> None:
    found = misses(samples)
    errors = errors_of(found, "ecp5")
    for figure, error in errors.items():
        sizes = [abs(m.error) for m in found if m.figure == figure]
        assert error == pytest.approx(median(sizes), abs=1e-4)
    assert errors_of(found, "ice40") == {}
    assert fit(samples)["ecp5"].errors == errors


def test_a_family_of_few_cores_is_scaled(samples: list[Sample]) -> None:
    """Twice the look-up tables and half the clock, on a family nobody has seen."""
    seen = made(samples, model_of(samples[0].target))
    few = [
        replace(
            s,
            target=replace(s.target, family="other", name=f"other-{s.target.name}"),
            lut=2 * s.lut,
            clock_mhz=s.clock_mhz / 2,
        )
        for s in seen[:6]
    ]
    models = fitted([*seen, *few])
    assert set(models) == {"ecp5", "other"}
    for sample in few:
        said = estimate(sample.outline, sample.target, models["other"])
        assert said.resources.lut == pytest.approx(sample.lut, rel=0.12)
        assert said.clock_mhz == pytest.approx(sample.clock_mhz, rel=0.12)
