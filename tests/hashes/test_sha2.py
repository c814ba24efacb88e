"""SHA-2 as recurrences: constants typed from FIPS 180-4, digests compared with hashlib."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.hashes import HASHES, Hash, get_hash
from hashloom.hashes.model import compress

# First two and last two of section 4.2.2 and 4.2.3.
K_256 = (0x428A2F98, 0x71374491, 0xBEF9A3F7, 0xC67178F2)
K_512 = (0x428A2F98D728AE22, 0x7137449123EF65CD, 0x5FCB6FAB3AD6FAEC, 0x6C44198C4A475817)
# First and last word of section 5.3.
INITIAL = {
    "sha224": (0xC1059ED8, 0xBEFA4FA4),
    "sha256": (0x6A09E667, 0x5BE0CD19),
    "sha384": (0xCBBB9D5DC1059ED8, 0x47B5481DBEFA4FA4),
    "sha512": (0x6A09E667F3BCC908, 0x5BE0CD19137E2179),
}
INITIAL_512_224 = (
    0x8C3D37C819544DA2, 0x73E1996689DCD4D6, 0x1DFAB7AE32FF9C82, 0x679DD514582F9FCF,
    0x0F6D2B697BD44DA8, 0x77E36F7304C48942, 0x3F9D85A86A1D36C8, 0x1112E6AD91D692A1,
)  # fmt: skip
INITIAL_512_256 = (
    0x22312194FC2BF72C, 0x9F555FA3C84C64C2, 0x2393B86B6F53B151, 0x963877195940EABD,
    0x96283EE2A88EFFE3, 0xBE5E1E2553863992, 0x2B0199FC2C85B8AA, 0x0EB72DDC81C52CA2,
)  # fmt: skip
SHAPES = {  # word bits, rounds, digest bytes, section 1
    "sha224": (32, 64, 28),
    "sha256": (32, 64, 32),
    "sha384": (64, 80, 48),
    "sha512": (64, 80, 64),
    "sha512_224": (64, 80, 28),
    "sha512_256": (64, 80, 32),
}
SHA2 = {name: hash_ for name, hash_ in HASHES.items() if name in SHAPES}
every_hash = pytest.mark.parametrize("hash_", SHA2.values(), ids=list(SHA2))


def software_digest(hash_: Hash, message: bytes) -> bytes:
    """Digest by padding, compression and truncation."""
    chaining = hash_.initial
    for block in hash_.pad(message):
        chaining = compress(hash_, chaining, block)
    return hash_.digest_of(chaining)


def test_the_six_hashes_of_the_standard() -> None:
    assert {n: (h.word_bits, h.rounds, h.digest_bytes) for n, h in SHA2.items()} == SHAPES


@every_hash
def test_derived_lengths(hash_: Hash) -> None:
    assert hash_.block_bits == 8 * hash_.block_bytes == 16 * hash_.word_bits
    assert hash_.length_bytes == {32: 8, 64: 16}[hash_.word_bits]
    assert hash_.mask == 2**hash_.word_bits - 1
    assert len(hash_.initial) == len(hash_.chaining) == 8
    assert hash_.standard.startswith("FIPS 180-4 section 6.")


@every_hash
def test_round_constants(hash_: Hash) -> None:
    k = hash_.constants
    assert (*k[:2], *k[-2:]) == (K_256 if hash_.word_bits == 32 else K_512)
    assert len(k) == len(set(k)) == hash_.rounds


@pytest.mark.parametrize("name", INITIAL)
def test_first_and_last_initial_word(name: str) -> None:
    initial = get_hash(name).initial
    assert (initial[0], initial[-1]) == INITIAL[name]


def test_initial_values_of_sha_512_t() -> None:
    assert get_hash("sha512_224").initial == INITIAL_512_224
    assert get_hash("sha512_256").initial == INITIAL_512_256


@every_hash
def test_padding_of_every_length_up_to_three_blocks(hash_: Hash) -> None:
    for length in range(3 * hash_.block_bytes + 1):
        message = bytes(i % 255 + 1 for i in range(length))
        blocks = hash_.pad(message)
        assert {len(block) for block in blocks} == {16}
        text = b"".join(w.to_bytes(hash_.word_bits // 8, "big") for b in blocks for w in b)
        assert text[:length] == message
        assert text[length] == 0x80
        assert int.from_bytes(text[length + 1 :], "big") == 8 * length
        spare = len(text) - length - 1 - hash_.length_bytes
        assert 0 <= spare < hash_.block_bytes, "more blocks than the message needs"


@every_hash
def test_every_length_around_the_block_boundaries(hash_: Hash) -> None:
    size = hash_.block_bytes
    for length in (0, 1, *range(size - hash_.length_bytes - 2, size + 2), 2 * size, 3 * size - 1):
        message = bytes((7 * i) % 256 for i in range(length))
        assert software_digest(hash_, message) == hashlib.new(hash_.name, message).digest()


@every_hash
@given(message=st.binary(max_size=300))
def test_digest_equals_hashlib(hash_: Hash, message: bytes) -> None:
    assert software_digest(hash_, message) == hashlib.new(hash_.name, message).digest()


@every_hash
def test_digest_is_the_leading_bytes_of_the_chaining_value(hash_: Hash) -> None:
    words = tuple(range(1, 9))
    whole = b"".join(word.to_bytes(hash_.word_bits // 8, "big") for word in words)
    assert hash_.digest_of(words) == whole[: hash_.digest_bytes]
