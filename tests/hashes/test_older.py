"""SHA-1, SM3, MD5 and RIPEMD-160: vectors of their standards, any message against hashlib."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.standards import compressed, initial

from hashloom.hashes import Hash, get_hash
from hashloom.hashes.model import compress

NAMES = ("sha1", "sm3", "md5", "ripemd160")
# FIPS 180-4's examples (NIST's "SHA_All"), GB/T 32905-2016 appendix A, RFC 1321 appendix A.5,
# appendix B of RIPEMD-160.
VECTORS = [
    ("sha1", b"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
        "sha1",
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
    ),
    ("sm3", b"abc", "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"),
    ("sm3", b"abcd" * 16, "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"),
    ("md5", b"", "d41d8cd98f00b204e9800998ecf8427e"),
    ("md5", b"abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("md5", b"1234567890" * 8, "57edf4a22be3c955ac49da2e2107b67a"),
    ("ripemd160", b"", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    ("ripemd160", b"a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
    ("ripemd160", b"abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    ("ripemd160", b"message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    (
        "ripemd160",
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "12a053384a9c0c88e405a06c27dcf49ada62eb2b",
    ),
    ("ripemd160", b"1234567890" * 8, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
    ("ripemd160", b"a" * 1_000_000, "52783243c1697bdbe16d37f97f68f08325dc1528"),
]
SHAPES = {  # rounds, chaining words, digest bytes, byte order
    "sha1": (80, 5, 20, "big"),
    "sm3": (64, 8, 32, "big"),
    "md5": (64, 4, 16, "little"),
    "ripemd160": (80, 5, 20, "little"),
}
WORD = st.integers(0, 2**32 - 1)


def digest(hash_: Hash, message: bytes) -> bytes:
    """Digest by padding, compression and truncation."""
    chaining = hash_.initial
    for block in hash_.pad(message):
        chaining = compress(hash_, chaining, block)
    return hash_.digest_of(chaining)


@pytest.mark.parametrize(("name", "message", "expected"), VECTORS)
def test_vectors_of_the_standard(name: str, message: bytes, expected: str) -> None:
    assert digest(get_hash(name), message).hex() == expected


@pytest.mark.parametrize("name", NAMES)
def test_shape(name: str) -> None:
    hash_ = get_hash(name)
    found = (hash_.rounds, len(hash_.chaining), hash_.digest_bytes, hash_.byte_order)
    assert found == SHAPES[name]
    assert (hash_.word_bits, hash_.block_words, hash_.length_bytes) == (32, 16, 8)
    assert hash_.initial == initial(name)


@pytest.mark.parametrize("name", NAMES)
@given(message=st.binary(max_size=300))
def test_any_message(name: str, message: bytes) -> None:
    assert digest(get_hash(name), message) == hashlib.new(name, message).digest()


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_any_chaining_value(name: str, data: st.DataObject) -> None:
    """The recurrences against the standard's own text, from any state."""
    hash_ = get_hash(name)
    count = len(hash_.chaining)
    state = data.draw(st.tuples(*[WORD] * count))
    block = data.draw(st.tuples(*[WORD] * 16))
    assert compress(hash_, state, block) == compressed(name, state, block)


def test_constants_of_sha1() -> None:
    """FIPS 180-4 section 4.2.1."""
    constants = get_hash("sha1").constants
    assert [constants[t] for t in (0, 20, 40, 60)] == [
        *(0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6),
    ]


def test_length_field_of_md5_is_taken_modulo_2_to_the_64() -> None:
    """RFC 1321 section 3.2: only the low-order 64 bits are used, low-order word first."""
    last = get_hash("md5").pad(bytes(64))[-1]
    assert last[14:] == (512, 0)
