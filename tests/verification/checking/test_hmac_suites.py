"""The suites of HMAC cores pass on a right model and find each thing a wrong one does."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from support.graphs import SHA2
from support.hmac_model import HmacInterface, HmacModel, build_stand_in

from hashloom.errors import CheckError, RequestError
from hashloom.hashes import get_hash
from hashloom.verification.checking.suites import verify
from hashloom.verification.simulation.packets import Operation
from hashloom.verification.vectors import rfc_tags


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.verification.simulation.driver.build_model", build_stand_in)


def model(
    name: str = "sha256",
    contexts: int = 1,
    slots: int = 4,
    width: int = 32,
    **fields: object,
) -> HmacModel:
    return HmacModel(get_hash(name), contexts, HmacInterface(width, slots), **fields)


@pytest.mark.parametrize("name", rfc_tags.SOURCES)
def test_vectors_of_the_rfc(name: str) -> None:
    vectors = rfc_tags.vectors(name)
    assert len(vectors) == 7
    truncated = sum(len(v.tag) < hashlib.new(name).digest_size for v in vectors)
    assert truncated == (rfc_tags.SOURCES[name] == "RFC 4231")
    block = hashlib.new(name).block_size
    assert [len(vector.key) > block for vector in vectors] == [False] * 5 + [True] * 2
    for vector in vectors:
        tag = hmac.digest(vector.key, vector.message, name)
        assert vector.tag in (tag, tag[:16])


@pytest.mark.parametrize(
    ("name", "contexts", "slots", "width"),
    [
        ("sha256", 1, 4, 32),
        ("sha224", 5, 1, 8),
        ("sha384", 2, 2, 64),
        ("sha512", 3, 256, 512),
        ("sha512_224", 1, 3, 16),
        ("sha512_256", 16, 8, 128),
    ],
)
def test_quick_suite_passes(name: str, contexts: int, slots: int, width: int) -> None:
    report = verify(model(name, contexts, slots, width), "quick")
    report.require()
    assert report.failed == 0
    parts = {part.name: part.vectors for part in report.parts}
    assert parts.get(rfc_tags.SOURCES.get(name), 0) == (7 if name in rfc_tags.SOURCES else 0)
    assert parts["edge lengths"] == 6 * 11
    assert parts["random keys and messages"] + parts["random keys and messages, in order"] == 1000
    assert "random keys and messages: 9000 of 10000" in report.left_out
    assert "CAVP long: all vectors" in report.left_out
    assert "changes of keys: 76 of 100" in report.left_out


def test_full_suite_passes() -> None:
    told: list[tuple[str, int, int]] = []
    report = verify(
        model(contexts=4, width=64, block_clocks=8),
        "full",
        lambda part, done, total: told.append((part, done, total)),
    )
    report.require()
    assert report.left_out == ()
    parts = {part.name: part.vectors for part in report.parts}
    assert parts["random keys and messages"] + parts["random keys and messages, in order"] == 10000
    assert parts["wrong tags"] == 256 + 32
    assert parts["tags of every length"] == 3 * 29
    finished = {part for part, done, total in told if done == total}
    assert finished == set(parts)


# Each fault, and the parts that find it whatever the others do
FOUND_BY = {
    "truncation": ("RFC 4231", "tags of every length"),
    "long_tags": ("errors",),
    "full_tags": ("RFC 4231", "tags of every length"),
    "mixture": (
        "keys changed behind messages",
        "keys changed, in order",
        "keys changed in between",
    ),
    "erase": ("keys erased", "nothing of a key is left"),
    "short_verify": ("tags of every length", "wrong tags"),
    "early_reject": ("verification takes as long whatever differs",),
    "leak": ("wrong tags",),
    "kept_tag": ("errors",),
    "tag_of_state": ("errors",),
    "saved_length": ("states saved and restored",),
    "lost_state": ("states saved and restored",),
    "residue": ("nothing of a key is left",),
    "deaf": ("errors",),
    "forgetful": ("RFC 4231",),
}


@pytest.mark.parametrize("fault", FOUND_BY)
def test_quick_suite_finds(fault: str) -> None:
    report = verify(model(contexts=4, slots=2, fault=fault), "quick")
    failed = {part.name for part in report.parts if part.failed}
    assert failed >= set(FOUND_BY[fault])
    with pytest.raises(CheckError, match=f"failed {report.failed} of"):
        report.require()


def test_every_operation_and_status_is_met() -> None:
    from hashloom.verification.checking import hmac_cases as cases

    core = model(contexts=2)
    checks = [*cases.errors(core), *cases.erasures(core), *cases.verifications(core, range(2))]
    asked = Counter(check.job.command.operation for check in checks)
    assert set(asked) == set(range(16))
    assert {status for check in checks for status in check.statuses} == set(range(7))
    assert asked[Operation.ERASE_ALL] > 0


def test_bad_requests() -> None:
    with pytest.raises(RequestError, match="'quick' and 'full'"):
        verify(model(), "all")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SHA2)
def test_oracle_is_python(name: str) -> None:
    from hashloom.verification.checking.hmac_oracle import Oracle

    oracle = Oracle(model(name))
    assert oracle.tag(b"key", b"message") == hmac.new(b"key", b"message", name).digest()
