"""What proofs by induction have in common: what is told on the way, and what the section says."""

from __future__ import annotations

from hashloom.cores import Interface, core_for
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.proof import YOSYS, Induction
from hashloom.verification.order.digests import KEPT
from hashloom.verification.order.digests import Digests as Notes
from hashloom.verification.proving import OPEN, PROVED

CORE = core_for("hmac-sha256", interface=Interface(slots=2))


def noted(gates: Gates) -> dict[str, Notes]:
    """What is noted of digests, with a statement that is wrong, and once more."""
    wrong, right = Notes(CORE, gates), Notes(CORE, gates)
    wrong.show("a digest is never taken", 1, wrong.takes ^ 1)
    wrong.besides = right.besides = ("digests are digests",)
    return {"one: ": wrong, "two: ": right}


ORDERS = Induction(
    title="two orders",
    proves="Nothing.",
    assumes=("words are words",),
    about="order",
    speaks=lambda core: core.keyed,
    kept=KEPT,
    noted=lambda core, gates: noted(gates),
)


def test_what_a_section_says() -> None:
    told: list[tuple[str, int, int]] = []
    section = ORDERS(CORE, 1, lambda *each: told.append(each))
    assert section is not None
    assert section.assumes == ("digests are digests", "words are words", YOSYS)
    missed = [each.name for each in section.obligations if each.status != PROVED]
    assert missed == ["one: a digest is never taken"]
    assert section.counterexample == ("Not shown: one: a digest is never taken.",)
    assert section.status == OPEN
    halves = [each.name.partition(": ")[0] for each in section.obligations]
    assert halves.count("one") == halves.count("two") + 1
    every = len(section.obligations)
    assert told == [("statements on order", at, every) for at in range(1, every + 1)]


def test_of_other_cores_it_says_nothing() -> None:
    assert ORDERS(core_for("sha256"), 1, lambda *told: None) is None
