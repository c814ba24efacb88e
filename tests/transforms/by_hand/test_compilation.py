"""Engines with registers moved by hand: slots, storage, independence of the target."""

from __future__ import annotations

import pytest
from support.graphs import assert_digests

from hashloom.cores import Architecture, core_for
from hashloom.errors import RequestError
from hashloom.hashes import Hash, get_hash
from hashloom.request.rounds import divisors
from hashloom.transforms.by_hand.compilation import compile_by_hand
from hashloom.transforms.registers.storage import Storage

SHA256, SHA512 = get_hash("sha256"), get_hash("sha512")


@pytest.mark.parametrize(
    ("architecture", "clocks"),
    [
        (Architecture(method="conventional"), 65),
        (Architecture(method="prefetched"), 66),
        (Architecture(method="prefetched", unroll=2), 34),
        (Architecture(method="conventional", schedule="first"), 113),
        (Architecture(method="conventional", schedule="first", unroll=2), 57),
    ],
)
def test_clocks_between_blocks(architecture: Architecture, clocks: int) -> None:
    compiled = compile_by_hand(SHA256, architecture.resolved(SHA256))
    assert compiled.slot_clocks == clocks
    assert compiled.storage is Storage.REGISTERS
    for step in compiled.steps:
        assert_digests(step.graph, "sha256", [b"abc", bytes(100)])
    assert_digests(compiled.graph, "sha256", [b"abc", bytes(100)])


@pytest.mark.parametrize("stages", [1, 2, 4])
def test_recursive_pipelines(stages: int) -> None:
    asked = Architecture(method="recursive", unroll=2, stages=stages)
    compiled = compile_by_hand(SHA256, asked.resolved(SHA256))
    assert_digests(compiled.graph, "sha256", [b"abc", bytes(100)])
    assert len({step.name for step in compiled.steps}) == len(compiled.steps)


def test_the_target_does_not_matter() -> None:
    asked = Architecture(method="recursive", unroll=2)
    texts = [
        core_for("sha256", asked, target=name).sources() for name in ("ecp5-85f-8", "ice40-up5k")
    ]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("asked", "accepted"),
    [
        (Architecture(method="recursive", interleave=2), "--interleave 1"),
        (Architecture(method="recursive", retiming=False), "--retiming"),
        (Architecture(method="recursive", adders="ripple"), "carry_save"),
        (Architecture(method="conventional", association="reordered"), "balanced"),
        (Architecture(method="prefetched", load="serial"), "parallel"),
        (Architecture(schedule="first"), "--method conventional"),
        (Architecture(schedule="first", method="conventional", stages=2), "--stages 1"),
        (Architecture(schedule="first", method="conventional", unroll=32), "1, 2, 4, 8, 16"),
        (Architecture(method="clever"), "recursive"),
    ],
)
def test_what_does_not_go_together(asked: Architecture, accepted: str) -> None:
    with pytest.raises(RequestError, match=accepted):
        asked.resolved(SHA256)


@pytest.mark.parametrize("hash_", [SHA256, SHA512], ids=lambda hash_: hash_.name)
def test_every_accepted_unrolling_of_a_schedule_computed_first(hash_: Hash) -> None:
    accepted = []
    for unroll in divisors(hash_.rounds):
        asked = Architecture(method="conventional", schedule="first", unroll=unroll)
        try:
            resolved = asked.resolved(hash_)
        except RequestError:
            continue
        accepted.append(unroll)
        compiled = compile_by_hand(hash_, resolved)
        assert_digests(compiled.graph, hash_.name, [b"", bytes(120), bytes(range(250))])
    assert accepted == [1, 2, 4, 8, 16]


def test_hand_methods_resolve_to_what_they_bring() -> None:
    resolved = Architecture(method="recursive").resolved(SHA512)
    assert (resolved.association, resolved.adders, resolved.load) == (
        "reordered",
        "carry_save",
        "parallel",
    )
    assert resolved.resolved(SHA512) == resolved
