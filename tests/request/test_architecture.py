"""Resolving and refusing architectures, and the names they give."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from hashloom.cores import Architecture
from hashloom.errors import RequestError
from hashloom.hashes import HASHES, Hash, get_hash
from hashloom.request.accepted import CHOICES, MAX_CONTEXTS, MAX_INTERLEAVE
from hashloom.request.at_level import check_level
from hashloom.request.interface import Interface
from hashloom.request.rounds import stages_of

SHA256, SHA512 = get_hash("sha256"), get_hash("sha512")
SHARED = ("load", "association", "adders")


@pytest.mark.parametrize(
    ("asked", "resolved"),
    [
        ({}, ("head", "reordered", "carry_save")),
        ({"unroll": 4}, ("parallel", "reordered", "carry_save")),
        ({"interleave": 2}, ("serial", "reordered", "carry_save")),
        ({"interleave": 4}, ("serial", "prefetch", "ripple")),
        ({"stages": 4}, ("parallel", "reordered", "carry_save")),
        ({"stages": 2, "interleave": 3}, ("parallel", "prefetch", "ripple")),
        ({"groups": 2}, ("serial", "reordered", "carry_save")),
        ({"stages": 4, "groups": 5}, ("parallel", "reordered", "carry_save")),
    ],
)
def test_auto_is_resolved(asked: dict[str, int], resolved: tuple[str, ...]) -> None:
    architecture = Architecture(**asked).resolved(SHA256)  # type: ignore[arg-type]
    assert tuple(getattr(architecture, name) for name in SHARED) == resolved
    numbers = {name: getattr(architecture, name) for name in asked}
    assert numbers == asked


@pytest.mark.parametrize("hash_", HASHES.values(), ids=list(HASHES))
def test_nothing_stays_automatic_and_resolving_again_changes_nothing(hash_: Hash) -> None:
    for stages, interleave in product(stages_of(hash_)[:3], (1, 2, 3, 8)):
        asked = Architecture(stages=stages, interleave=interleave)
        resolved = asked.resolved(hash_)
        assert "auto" not in resolved.as_dict().values()
        assert resolved.resolved(hash_) == resolved
        assert resolved.contexts == asked.contexts == stages * interleave


def test_groups_multiply_contexts() -> None:
    asked = Architecture(stages=2, interleave=3, groups=5)
    assert asked.contexts == asked.resolved(SHA256).contexts == 15
    assert Architecture(stages=2).resolved(SHA256).groups == 2
    assert Architecture(interleave=2, groups=64).resolved(SHA256).contexts == MAX_CONTEXTS


@pytest.mark.parametrize("name", CHOICES)
def test_what_is_asked_for_is_kept(name: str) -> None:
    for value in CHOICES[name]:
        if value != "auto":
            base = Architecture(method="conventional") if value == "first" else Architecture()
            resolved = replace(base, **{name: value}).resolved(SHA512)  # type: ignore[arg-type]
            assert getattr(resolved, name) == value


@pytest.mark.parametrize(
    ("architecture", "suffix"),
    [
        (Architecture(), ""),
        (Architecture(unroll=2, interleave=4), "_u2_c4"),
        (Architecture(stages=4), "_s4"),
        (Architecture(stages=4, unroll=2, groups=5), "_u2_s4_g5"),
        (Architecture(load="serial", association="prefetch"), "_serial_prefetch"),
        (Architecture(adders="ripple", retiming=False), "_ripple_noretiming"),
        (Architecture(constants="bram", chaining="bram"), "_constants_bram_chaining_bram"),
    ],
)
def test_suffix(architecture: Architecture, suffix: str) -> None:
    assert architecture.suffix == suffix


def test_different_architectures_have_different_suffixes() -> None:
    fields = [
        *({"unroll": n} for n in (1, 2, 11)),
        *({"stages": n} for n in (2, 4)),
        *({"interleave": n} for n in (2, 3)),
        *({"groups": n} for n in (5, 8)),
        *({name: value} for name, values in CHOICES.items() for value in values),
        {"retiming": False},
    ]
    pairs = [{**one, **other} for one in fields for other in fields]
    made = {Architecture(**pair) for pair in pairs}  # type: ignore[arg-type]
    assert len({architecture.suffix for architecture in made}) == len(made)


NOT_ADDED = (
    "Load by addition serves SHA-2, one message at a time, one round a clock and registers placed "
    "by retiming; accepted for --load otherwise are auto, parallel and serial."
)
NOT_CLEARED = (
    "A load beside the loop takes a select out of its carry-save adders; accepted with --load "
    "cleared are --association reordered, --adders carry_save and --method exact."
)
REFUSED = [
    ({"unroll": 2, "load": "added"}, NOT_ADDED),
    ({"interleave": 2, "load": "added"}, NOT_ADDED),
    ({"stages": 2, "load": "added"}, NOT_ADDED),
    ({"groups": 2, "load": "added"}, NOT_ADDED),
    ({"retiming": False, "load": "added"}, NOT_ADDED),
    ({"unroll": 2, "load": "cleared"}, NOT_ADDED),
    ({"adders": "ripple", "load": "cleared"}, NOT_CLEARED),
    ({"association": "prefetch", "load": "cleared"}, NOT_CLEARED),
    ({"method": "searched", "load": "cleared"}, NOT_CLEARED),
    (
        {"unroll": 3},
        "An unroll factor of 3 does not divide the 64 rounds of SHA-256; "
        "accepted are 1, 2, 4, 8, 16, 32, 64.",
    ),
    (
        {"unroll": 0},
        "An unroll factor of 0 does not divide the 64 rounds of SHA-256; "
        "accepted are 1, 2, 4, 8, 16, 32, 64.",
    ),
    (
        {"unroll": 32, "stages": 4},
        "An unroll factor of 32 does not divide the 16 rounds in each of 4 stages of SHA-256; "
        "accepted are 1, 2, 4, 8, 16.",
    ),
    (
        {"stages": 5},
        "SHA-256 has 64 rounds, which cannot be pipelined into 5 stages; accepted are 1, 2, 4.",
    ),
    (
        {"interleave": 0},
        "An interleave of 0 is not possible; accepted is 1 to 64, and with --pool 8 to 256.",
    ),
    (
        {"interleave": 65},
        "An interleave of 65 is not possible; accepted is 1 to 64, and with --pool 8 to 256.",
    ),
    (
        {"stages": 4, "groups": 3},
        "3 groups are not possible; accepted here are 0 (as many as stages) and 4 to 128.",
    ),
    (
        {"interleave": 8, "groups": 17},
        "17 groups are not possible; accepted here are 0 (as many as stages) and 1 to 16.",
    ),
    (
        {"groups": -1},
        "-1 groups are not possible; accepted here are 0 (as many as stages) and 1 to 128.",
    ),
    (
        {"load": "both"},
        "--load both is not known; accepted are auto, parallel, head, serial, added, cleared.",
    ),
    ({"constants": "rom"}, "--constants rom is not known; accepted are lut, bram."),
    (
        {"unroll": 2, "load": "head"},
        "Load at the head serves one message at a time and one round a clock; "
        "accepted for --load otherwise are auto, parallel and serial.",
    ),
    (
        {"stages": 2, "load": "serial"},
        "A pipeline of several stages loads in parallel; "
        "accepted for --load with --stages above 1 are auto and parallel.",
    ),
    ({"fold": True}, "--fold True is not possible; accepted is a whole number."),
    ({"unroll": 2.0}, "--unroll 2.0 is not possible; accepted is a whole number."),
    (
        {"fold": 2, "unroll": 4, "retiming": False, "engines": 2},
        "A folded core has no --unroll, --retiming, --engines to choose; accepted with --fold 2 "
        "are --unroll 1, --retiming, --engines 1.",
    ),
    (
        {"fold": 1, "pool": 64},
        "A folded core has no --pool to choose; accepted with --fold 1 is --pool 0.",
    ),
    (
        {"pool": 64, "retiming": False, "interleave": 2, "chaining": "bram"},
        "An engine that is a pool cannot have unroll 1, no retiming, interleave 2; accepted "
        "with --pool: --unroll 16 or 32 with --interleave 8 to 256, --unroll 64 with --interleave "
        "1, --retiming.",
    ),
    (
        {"pool": 64, "unroll": 24},
        "An unroll factor of 24 does not divide the 64 rounds of SHA-256; accepted are 16, 32, 64.",
    ),
]


@pytest.mark.parametrize(("asked", "sentence"), REFUSED)
def test_refusals_say_what_is_accepted(asked: dict[str, object], sentence: str) -> None:
    with pytest.raises(RequestError) as refused:
        Architecture(**asked).resolved(SHA256)  # type: ignore[arg-type]
    assert str(refused.value) == sentence
    assert refused.value.exit_status == 2


def test_what_a_hash_accepts_depends_on_its_rounds() -> None:
    for accepted in (Architecture(unroll=5), Architecture(stages=5), Architecture(unroll=80)):
        assert accepted.resolved(SHA512)
        with pytest.raises(RequestError):
            accepted.resolved(SHA256)


def test_interleave_reaches_its_limit() -> None:
    assert Architecture(interleave=MAX_INTERLEAVE).resolved(SHA256).contexts == MAX_INTERLEAVE


def test_states_are_saved_of_sha2_alone() -> None:
    interface = Interface(level="hmac", resume=True)
    interface.check(get_hash("sha256"))
    with pytest.raises(RequestError, match="HMAC over SHA-2"):
        interface.check(get_hash("sha1"))


@pytest.mark.parametrize(
    ("level", "asked", "sentence"),
    [
        (
            "engine",
            {"buffer": "bram"},
            "An engine has no block buffer, which --buffer bram is about; "
            "accepted at level engine is lutram.",
        ),
        (
            "message",
            {"keys": "bram"},
            "--keys bram is for HMAC cores; accepted at level message is lutram.",
        ),
    ],
)
def test_what_a_level_has_no_use_for(level: str, asked: dict[str, str], sentence: str) -> None:
    with pytest.raises(RequestError) as refused:
        check_level(Architecture(**asked), level, SHA256)  # type: ignore[arg-type]
    assert str(refused.value) == sentence
    check_level(Architecture(**asked), "hmac", SHA256)  # type: ignore[arg-type]
