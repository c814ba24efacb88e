"""The ratios the papers claim."""

from __future__ import annotations

import pytest

from hashloom.literature.claims import CASES, Claim, Quantity, claims, energy_shares
from hashloom.literature.designs import DESIGNS
from hashloom.verification import hmac_timing


def ratio(design: str, quantity: Quantity, *cases: str) -> float:
    """The only claim about a design, a quantity and, where they are given, two cases."""
    (claim,) = (
        c
        for c in claims()
        if (c.design, c.quantity) == (design, quantity)
        and (c.case, c.baseline_case) == (cases or ("", ""))
    )
    return claim.ratio


def test_what_the_papers_say_in_words() -> None:
    assert ratio("michail2012", Quantity.THROUGHPUT) == pytest.approx(2.70)
    assert ratio("michail2012", Quantity.AREA) == pytest.approx(1.35)
    assert ratio("michail2012", Quantity.CLOCKS) == 0.5
    assert ratio("khadra2013", Quantity.CLOCKS) == pytest.approx(66 / 113)
    # juliato2009 section 5: 1.88 and 1.96 times the area, 40 % and 35 % more throughput.
    assert ratio("hmac-juliato2009-sha384", Quantity.AREA) == pytest.approx(1.88, abs=0.01)
    assert ratio("hmac-juliato2009-sha512", Quantity.AREA) == pytest.approx(1.96, abs=0.01)
    assert ratio("juliato2009-sha384", Quantity.THROUGHPUT) == pytest.approx(1.40, abs=0.01)
    assert ratio("juliato2009-sha512", Quantity.THROUGHPUT) == pytest.approx(1.35, abs=0.01)
    assert ratio("juliato2009-sha384", Quantity.ENERGY) == pytest.approx(1.81, abs=0.01)


def test_what_juliato_says_of_energy() -> None:
    """Section 5.4: 88 and 90 % more on average with a key, and half with one used before."""
    for wide, percent in (("sha384", 88), ("sha512", 90)):
        design = f"hmac-juliato2009-{wide}"
        found = [ratio(design, Quantity.ENERGY, case, case) for case in list(CASES)[1:]]
        assert sum(found) / 3 == pytest.approx(1 + percent / 100, abs=0.01)
    for name in ("sha224", "sha256", "sha384", "sha512"):
        cases = ("cached_key", "new_key_1_block")
        design = f"hmac-juliato2009-{name}"
        assert ratio(design, Quantity.ENERGY, *cases) == pytest.approx(0.5, abs=0.01)
        assert ratio(design, Quantity.THROUGHPUT, *cases) == pytest.approx(2.0, abs=0.001)
        shares = energy_shares(name)
        assert shares["plain_hash"] == 1.0
        assert 1.7 < shares["cached_key"] < 2 < 3.4 < shares["new_key_1_block"] < 4


def test_cases_are_those_that_are_measured() -> None:
    assert tuple(CASES) == hmac_timing.CASES
    assert {c.case for c in claims()} | {c.baseline_case for c in claims()} <= {"", *CASES}


def test_throughput_is_clocks_and_frequency() -> None:
    """In every table that prints all three, to the papers' rounding."""
    designs = {
        c.design for c in claims() if c.quantity is Quantity.CLOCK and "hmac" not in c.design
    }
    assert len(designs) == 6
    for design in designs:
        law = ratio(design, Quantity.CLOCK) / ratio(design, Quantity.CLOCKS)
        assert ratio(design, Quantity.THROUGHPUT) == pytest.approx(law, rel=0.01)
    for design in ("juliato2009-sha384", "juliato2009-sha512"):  # blocks of twice the bits
        law = 2 * ratio(f"hmac-{design}", Quantity.CLOCK) / ratio(design, Quantity.CLOCKS)
        assert ratio(design, Quantity.THROUGHPUT) == pytest.approx(law, rel=0.01)


def test_both_designs_exist_and_are_of_one_paper() -> None:
    for claim in claims():
        assert isinstance(claim, Claim)
        assert DESIGNS[claim.design].paper == DESIGNS[claim.baseline].paper
        assert claim.source
