"""Finding a hash by name."""

from __future__ import annotations

import hashlib

import pytest

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, get_hash
from hashloom.verification.vectors.reference import in_hashlib

SPELLINGS = {
    "sha256": "sha256",
    "SHA-256": "sha256",
    "Sha224": "sha224",
    "SHA-384": "sha384",
    "sha-512": "sha512",
    "SHA-512/224": "sha512_224",
    "SHA512/256": "sha512_256",
    "sha512_256": "sha512_256",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spellings(spelling: str) -> None:
    assert get_hash(spelling) is HASHES[SPELLINGS[spelling]]


def test_names_and_titles_are_understood() -> None:
    for name, hash_ in HASHES.items():
        assert get_hash(name) is get_hash(hash_.title) is hash_


def test_names_are_those_of_hashlib() -> None:
    for name, hash_ in HASHES.items():
        if not in_hashlib(name):
            continue
        known = hashlib.new(name)
        assert (known.digest_size, known.block_size) == (hash_.digest_bytes, hash_.block_bytes)


def test_numbers_in_registers_differ() -> None:
    """Four bits of a register hold one; 15 says that a hash has none, see Hash.number."""
    numbers = [each.number for each in HASHES.values() if each.number]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(1, 15))


def test_unknown_name_says_what_is_known() -> None:
    with pytest.raises(RequestError) as refused:
        get_hash("md4x")
    assert str(refused.value) == f"There is no hash called 'md4x'; known are {', '.join(HASHES)}."
    assert refused.value.exit_status == 2


def test_unknown_name_that_resembles_one() -> None:
    with pytest.raises(RequestError, match=r"'sha265'.* Did you mean sha256\?$"):
        get_hash("sha265")
