"""Cores of many contexts are proved as those of few are."""

from __future__ import annotations

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.many import has_many, prove_many_order, prove_many_packets
from hashloom.verification.proving import PROVED

A = Architecture


def test_an_answer_has_its_own_digest() -> None:
    section = prove_many_packets(core_for("hmac-sha256", A(interleave=9)), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample


def test_digests_leave_in_order() -> None:
    section = prove_many_order(core_for("hmac-sha256", A(interleave=9)), 1, lambda *told: None)
    assert section is not None
    assert section.status == PROVED, section.counterexample


def test_which_cores_have_many_contexts() -> None:
    assert has_many(core_for("hmac-sha256", A(unroll=2, interleave=2, groups=8)))
    for name, architecture, face in (
        ("hmac-sha256", A(interleave=8), Interface()),
        ("hmac-sha256", A(interleave=17), Interface()),
        ("hmac-sha256", A(interleave=9, engines=2), Interface()),
        ("hmac-sha256", A(interleave=9), Interface(copies=2)),
        ("sha256", A(interleave=9), Interface()),
    ):
        assert not has_many(core_for(name, architecture, face))
