"""The ratios the papers claim."""

from __future__ import annotations

import pytest

from hashloom.literature.claims import Claim, Quantity, claims
from hashloom.literature.designs import DESIGNS


def ratio(design: str, quantity: Quantity) -> float:
    """The only claim about a design and a quantity."""
    (claim,) = (c for c in claims() if (c.design, c.quantity) == (design, quantity))
    return claim.ratio


def test_what_the_papers_say_in_words() -> None:
    assert ratio("michail2012", Quantity.THROUGHPUT) == pytest.approx(2.70)
    assert ratio("michail2012", Quantity.AREA) == pytest.approx(1.35)
    assert ratio("michail2012", Quantity.CLOCKS) == 0.5
    assert ratio("khadra2013", Quantity.CLOCKS) == pytest.approx(66 / 113)
    # juliato2009 section 5: 1.88 and 1.96 times the area, 40 % and 35 % more throughput.
    assert ratio("juliato2009-sha384", Quantity.AREA) == pytest.approx(1.88, abs=0.01)
    assert ratio("juliato2009-sha512", Quantity.AREA) == pytest.approx(1.96, abs=0.01)
    assert ratio("juliato2009-sha384", Quantity.THROUGHPUT) == pytest.approx(1.40, abs=0.01)
    assert ratio("juliato2009-sha512", Quantity.THROUGHPUT) == pytest.approx(1.35, abs=0.01)
    assert ratio("juliato2009-sha384", Quantity.ENERGY) == pytest.approx(1.81, abs=0.01)


def test_throughput_is_clocks_and_frequency() -> None:
    """In every table that prints all three, to the papers' rounding."""
    for design in {c.design for c in claims() if c.quantity is Quantity.CLOCK}:
        wide = 2 if design.startswith("juliato") else 1  # blocks of twice the bits
        law = wide * ratio(design, Quantity.CLOCK) / ratio(design, Quantity.CLOCKS)
        assert ratio(design, Quantity.THROUGHPUT) == pytest.approx(law, rel=0.01)


def test_both_designs_exist_and_are_of_one_paper() -> None:
    for claim in claims():
        assert isinstance(claim, Claim)
        assert DESIGNS[claim.design].paper == DESIGNS[claim.baseline].paper
        assert claim.source
