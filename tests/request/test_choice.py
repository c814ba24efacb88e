"""Which hashes one core computes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.new_hashes import register

from hashloom.cores import Interface, core_for
from hashloom.errors import RequestError
from hashloom.hashes import HASHES
from hashloom.request.choice import hashes_of, require_one, together


def test_hashes_by_number() -> None:
    assert hashes_of("SHA-256+sha224", "message") == (HASHES["sha256"], HASHES["sha224"])
    assert hashes_of("sha1", "engine") == (HASHES["sha1"],)
    assert together(HASHES["sha512"]) == ("sha384", "sha512", "sha512_224", "sha512_256")
    assert together(HASHES["sm3"]) == ("sm3",)


def test_hashes_of_another_form_are_computed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """SHA-0 has SHA-1's rounds and constants, and another combination would be enough."""
    register(monkeypatch)
    assert together(HASHES["sha0"]) == ("sha0",)
    other = replace(HASHES["sha256"], name="other", combine="xor")
    monkeypatch.setitem(HASHES, "other", other)
    assert together(other) == ("other",)


@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("sha256+sha512", "some of sha224, sha256 or some of sha384"),
        ("sha1+sha256", "some of sha224, sha256"),
        ("sm3+sha256", "some of sha224, sha256"),
        ("sha256+sha256", "sha224+sha256"),
        ("sha1+sha1", "such as sha1"),
        ("sha256+", "known are sha224"),
        ("hmac-sha256+sha512", "some of sha224, sha256 or some of sha384"),
        ("juliato2009-sha256+sha224", "juliato2009-sha256"),
        ("sha224+juliato2009-sha256", "known are sha224"),
    ],
)
def test_what_is_refused(name: str, accepted: str) -> None:
    with pytest.raises(RequestError) as refused:
        core_for(name)
    assert accepted in str(refused.value)


def test_an_engine_has_one_hash() -> None:
    with pytest.raises(RequestError, match=r"sha224 with --level engine, or sha224\+sha256"):
        core_for("sha224+sha256", interface=Interface(level="engine"))


def test_states_of_several_hashes_are_saved_by_hmac_cores() -> None:
    core = core_for("hmac-sha224+sha256", interface=Interface(resume=True))
    assert core.name == "hmac_sha224_sha256_resume"
    with pytest.raises(RequestError, match="level message saves no states"):
        core_for("sha224+sha256", interface=Interface(resume=True))


def test_an_array_of_several_hashes_is_of_message_cores() -> None:
    assert core_for("sha224+sha256", interface=Interface(copies=2)).name == "sha224_sha256_copies2"
    with pytest.raises(RequestError, match="HMAC core with a choice of hashes"):
        core_for("hmac-sha224+sha256", interface=Interface(level="hmac", copies=2))


def test_where_one_hash_is_asked_for() -> None:
    require_one("hmac-sha256", "A sweep", keyed=True)
    for mark in ("", "hmac-"):
        with pytest.raises(RequestError, match=f"accepted is one of {mark}sha224, {mark}sha256"):
            require_one(f"{mark}sha224+sha256", "A sweep", keyed=True)
    with pytest.raises(RequestError, match="accepted is one of sha224, sha256"):
        require_one("hmac-sha224+sha256", "An array", keyed=False)
