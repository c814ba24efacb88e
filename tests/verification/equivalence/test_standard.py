"""The models written by hand from the standards compute what Python's hashlib computes."""

from __future__ import annotations

import hashlib
from typing import Literal

import pytest

from hashloom.cache import Cache
from hashloom.errors import RequestError
from hashloom.verification.equivalence.netlists.machine import Machine
from hashloom.verification.equivalence.netlists.values import concat
from hashloom.verification.equivalence.words.textbook import SAMPLES, Label, textbook_of

HASHES = {
    "sha1": 32,
    "sha224": 32,
    "sha256": 32,
    "sha384": 64,
    "sha512": 64,
    "sha512_224": 64,
    "sha512_256": 64,
    "sm3": 32,
    "md5": 32,
    "ripemd160": 32,
}
ORDER: dict[str, Literal["big", "little"]] = {
    "md5": "little",
    "ripemd160": "little",
}  # of bytes in words and in the length, where it is not "big"
WORDS = {  # letters that every round has, and rounds
    "sha1": (("K", "W", "f", "a", "c"), 80),
    "md5": (("T", "Xk", "f", "sum", "b"), 64),
    "ripemd160": (("K", "Xr", "f", "sum", "B", "D", "KK", "Xrr", "ff", "sum'", "BB", "DD"), 80),
    "sha256": (("K", "W", "T1", "T2", "Sigma1", "Ch", "Sigma0", "Maj", "a", "e"), 64),
    "sm3": (("T", "W'", "SS1", "SS2", "FF", "GG", "TT2", "A", "C", "E", "G"), 64),
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("models"))


@pytest.mark.parametrize("name", HASHES)
def test_a_message_of_a_block(name: str, cache: Cache) -> None:
    bits = HASHES[name]
    message = b"a message of less than a block"
    padded = message + b"\x80" + bytes(2 * bits - len(message) - 9)
    order = ORDER.get(name, "big")
    padded += (8 * len(message)).to_bytes(8, order)
    step = bits // 8
    block = [int.from_bytes(padded[i : i + step], order) for i in range(0, len(padded), step)]
    book = textbook_of(name, bits, cache)
    given = {f"H{k}": number for k, number in enumerate(book.initial)}
    machine = Machine(book.netlist)
    values = machine.evaluate({}, {**given, "M": concat((bits, number) for number in block)})
    words = (values[book.netlist.outputs[f"N{k}"]] for k in range(book.count))
    digest = b"".join(number.to_bytes(step, order) for number in words)
    wanted = hashlib.new(name, message).digest()
    assert digest[: len(wanted)] == wanted


@pytest.mark.parametrize("name", WORDS)
def test_words_of_a_block(name: str, cache: Cache) -> None:
    letters, rounds = WORDS[name]
    book = textbook_of(name, 32, cache)
    block = book.block("", book.initial_value(""), 1)
    for letter in letters:
        numbers = {label.number for label in block.words if label.letter == letter}
        assert numbers == set(range(rounds)), letter
    assert not set(book.message) & set(block.defined)
    assert all(len(word.samples or ()) == SAMPLES for word in block.words.values())


def test_constants_of_many_rounds_are_one_word(cache: Cache) -> None:
    book = textbook_of("sha1", 32, cache)
    words = book.block("", book.initial_value(""), 1).words
    assert words[Label("K", 0)] is words[Label("K", 19)]
    assert words[Label("K", 19)] is not words[Label("K", 20)]


def test_a_hash_without_a_model_is_refused(cache: Cache) -> None:
    with pytest.raises(RequestError, match=r"no model of sha0.* accepted .* sha1"):
        textbook_of("sha0", 32, cache)
