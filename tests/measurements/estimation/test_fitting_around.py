"""The fit of what is around a core finds coefficients again, and leaves a pair out of its error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.measurements.dataset import shipped
from hashloom.measurements.estimation.around import Around, around_if_known
from hashloom.measurements.estimation.fitting_around import (
    Pair,
    fit_around,
    misses_around,
    pairs_of,
)
from hashloom.targets import get_target

PAIRS = pairs_of(shipped())
TRUTH = Around(
    {
        "lut": {"bus": 180.0, "bus_keyed": 30.0, "ring": 2000.0},
        "ff": {"bus": 300.0, "ring": 1100.0},
        "lutram": {"bus": 1.0, "ring": 60.0},
    },
    {"bus": 4.5, "ring": 6.0},
    0,
    {},
)


def made(pair: Pair) -> Pair:
    """The pair as it would be if TRUTH were the truth."""
    whole = TRUTH.resources(pair.inside, pair.features)
    mhz = TRUTH.clock_mhz(pair.inside_mhz, pair.kind, pair.target)
    return replace(pair, whole=whole, whole_mhz=mhz)


def test_coefficients_are_found_again() -> None:
    pairs = [made(pair) for pair in PAIRS]
    model = fit_around(pairs)["ecp5"]
    assert model.documents == len(pairs) > 10
    assert model.levels == pytest.approx(TRUTH.levels, rel=0.01)
    for pair in pairs:
        said = model.resources(pair.inside, pair.features)
        assert said.lut == pytest.approx(pair.whole.lut, rel=0.01)
        assert said.ff == pytest.approx(pair.whole.ff, rel=0.01)


def test_a_pair_is_not_fitted_on_when_its_error_is_taken() -> None:
    wrong, others = PAIRS[0], PAIRS[1:]
    doubled = replace(wrong, whole=wrong.whole.times(2))
    (before,) = (m for m in misses_around(PAIRS) if m.pair is wrong and m.figure == "lut")
    found = misses_around([doubled, *others])
    (after,) = (m for m in found if m.pair is doubled and m.figure == "lut")
    assert after.estimated == before.estimated


def test_what_ships_is_of_the_data_set() -> None:
    shipped_model = around_if_known(get_target("ecp5-85f-8"))
    assert shipped_model == fit_around(PAIRS)["ecp5"]
    assert all(error < 0.1 for error in shipped_model.errors.values())
