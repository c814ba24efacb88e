"""Digests and tags to compare with, of hashes that hashlib has and of others."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.new_hashes import register

from hashloom.errors import RequestError
from hashloom.hashes import HASHES
from hashloom.verification.vectors import reference as module
from hashloom.verification.vectors.reference import (
    in_hashlib,
    reference,
    reference_tag,
    require_hashlib,
    without_hashlib,
)

# FIPS 180 of 1993, appendix A; Dobbertin, Bosselaers and Preneel 1996, appendix B.
VECTORS = [
    ("sha0", b"abc", "0164b8a914cd2a5e74c4f7ff082c4d97f1edf880"),
    ("ripemd128", b"", "cdf26213a150dc3ecb610f18f6b38b46"),
    ("ripemd128", b"abc", "c14a12199c66e4ba84636b0f69144c77"),
]


@pytest.fixture
def new_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


@pytest.mark.parametrize(("name", "message", "expected"), VECTORS)
def test_recurrences_where_hashlib_has_none(
    name: str, message: bytes, expected: str, new_hashes: None
) -> None:
    assert not in_hashlib(name)
    assert reference(name)(message).hex() == expected


@pytest.mark.parametrize("name", ["sha256", "sha384", "md5"])
@given(key=st.binary(max_size=150), message=st.binary(max_size=150))
def test_tags_of_recurrences(name: str, key: bytes, message: bytes) -> None:
    """As Python's hmac has them, of keys of any length."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "in_hashlib", lambda name: False)
        tag = reference_tag(name, key, message)
    assert tag == hmac.digest(key, message, name) == reference_tag(name, key, message)


def test_what_is_said_of_a_hash_that_hashlib_has_not(new_hashes: None) -> None:
    assert [text.split(",")[0] for text in without_hashlib(HASHES)] == [
        f"answers from elsewhere: Python's hashlib has no {title}"
        for title in ("SHA-0", "RIPEMD-128")
    ]
    require_hashlib("sha256", "This")
    with pytest.raises(RequestError, match=r"^This is judged .* no sha0; .* md5 and ripemd160\.$"):
        require_hashlib("sha0", "This")


def test_a_python_without_a_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """SHA-512/t comes with OpenSSL alone; FIPS 180-4's example of "abc"."""

    def unknown(name: str, data: bytes = b"") -> None:
        raise ValueError(f"unsupported hash type {name}")

    monkeypatch.setattr(hashlib, "new", unknown)
    assert reference("sha512_256")(b"abc").hex().startswith("53048e26")
    assert len(without_hashlib(["sha512_256"])) == 1
