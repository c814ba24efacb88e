"""The models written by hand from FIPS 180-4 compute what Python's hashlib computes."""

from __future__ import annotations

import hashlib

import pytest

from hashloom.cores import Interface, core_for
from hashloom.errors import RequestError
from hashloom.implementation.cache import Cache
from hashloom.verification.equivalence.machine import Machine
from hashloom.verification.equivalence.proof import prove_engine
from hashloom.verification.equivalence.textbook import SAMPLES, Label, textbook_of

HASHES = {
    "sha224": 32,
    "sha256": 32,
    "sha384": 64,
    "sha512": 64,
    "sha512_224": 64,
    "sha512_256": 64,
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("models"))


@pytest.mark.parametrize("name", HASHES)
def test_a_message_of_a_block(name: str, cache: Cache) -> None:
    bits = HASHES[name]
    message = b"a message of less than a block"
    padded = message + b"\x80" + bytes(2 * bits - len(message) - 9)
    padded += (8 * len(message)).to_bytes(8, "big")
    book = textbook_of(name, bits, cache)
    given = {f"H{k}": number for k, number in enumerate(book.initial)}
    machine = Machine(book.netlist)
    values = machine.evaluate({}, {**given, "M": int.from_bytes(padded, "big")})
    words = (values[book.netlist.outputs[f"N{k}"]] for k in range(8))
    digest = b"".join(number.to_bytes(bits // 8, "big") for number in words)
    wanted = hashlib.new(name, message).digest()
    assert digest[: len(wanted)] == wanted


def test_words_of_a_block(cache: Cache) -> None:
    book = textbook_of("sha256", 32, cache)
    block = book.block("", book.initial_value(""), 1)
    for letter in ("K", "W", "T1", "T2", "Sigma1", "Ch", "Sigma0", "Maj", "a", "e"):
        assert {label.number for label in block.words if label.letter == letter} == set(range(64))
    assert Label("W", 15) not in block.defined
    assert Label("W", 16) in block.defined
    assert all(len(word.samples or ()) == SAMPLES for word in block.words.values())


def test_a_hash_without_a_model_is_refused() -> None:
    core = core_for("sha1", interface=Interface(level="engine"))
    with pytest.raises(RequestError, match="no model of SHA-1"):
        prove_engine(core, 1, lambda part, done, total: None)
