"""Packets at random behind registers that save states: every result, digest, tag and state is what
docs/hmac.md and docs/registers.md say, whatever came before."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.c_driver import Rig
from support.states import bytes_of, gone_on, initial_of, packed, padded, words_of

from hashloom.cores import Interface, core_for

HASH, MAC, VERIFY, TAG, KEY, ERASE, ERASE_ALL, SAVE, RESTORE = range(9)
STATUS, OPERATION, MESSAGE, FINISH, ZEROIZE, DIGEST = 0x10, 0x24, 0x28, 0x2C, 0x30, 0x40
DONE, MALFORMED, REJECTED, NO_KEY, NOT_POSSIBLE, ZEROISED = 0, 1, 2, 3, 6, 7
IS_DONE = 4
SLOTS = 2
PACKETS = 1000
OPERATIONS = (*(HASH, SAVE, RESTORE, KEY, MAC, VERIFY) * 2, *range(9))
CORES = {"hmac-sha256": "wishbone", "hmac-sha512": "avalon-mm"}

Packet = tuple[int, int, int, bytes]  # operation, slot, bytes of the tag, content


@dataclass
class Expected:
    """What the core holds, as the documents say.

    Attributes:
        keys: by slot.
        tag: for the next VERIFY.
        state: chaining words and bits that the next packet goes on with; () where what was
            restored is none; None where nothing was.
        states: that were saved.
    """

    rig: Rig
    keys: dict[int, bytes] = field(default_factory=dict)
    tag: bytes = b""
    state: tuple[tuple[int, ...], int] | tuple[()] | None = None
    states: list[bytes] = field(default_factory=list)

    def answer(self, packet: Packet) -> tuple[int, bytes]:
        """Result and bytes, which change what is held."""
        operation, slot, _, content = packet
        if operation == TAG:
            self.tag = content
            return DONE, b""
        if operation == RESTORE:
            self.state = self._restored(content)
            return DONE, b""
        if operation in (ERASE, ERASE_ALL):
            return self._erased(operation, slot), b""
        before, self.state = self.state, None
        if operation in (HASH, SAVE):
            return self._hashed(operation, before, content)
        expected = self.tag
        if operation == VERIFY:
            self.tag = b""
        if before is not None:
            return NOT_POSSIBLE, b""
        return self._keyed(packet, expected)

    def forget(self) -> None:
        """What ZEROIZE does."""
        self.keys.clear()
        self.tag, self.state = b"", None

    def _restored(self, content: bytes) -> tuple[tuple[int, ...], int] | tuple[()]:
        bits = self.rig.core.hash.word_bits
        if len(content) != 10 * bits // 8:
            return ()
        words = words_of(content, bits)
        block = self.rig.core.hash.block_bits
        return words[:8], ((words[8] << bits) + words[9]) // block * block

    def _erased(self, operation: int, slot: int) -> int:
        if operation == ERASE_ALL:
            self.keys.clear()
        elif slot >= SLOTS:
            self.state = None
            return NO_KEY
        self.keys.pop(slot, None)
        return DONE

    def _hashed(
        self, operation: int, before: tuple[object, ...] | None, content: bytes
    ) -> tuple[int, bytes]:
        core, bits = self.rig.core, self.rig.core.hash.word_bits
        partial = operation == SAVE and (not content or len(content) % (2 * bits))
        if before == () or partial:
            return MALFORMED, b""
        words, length = before or (initial_of(core), 0)
        assert isinstance(words, tuple)
        assert isinstance(length, int)
        if operation == HASH:
            digest = bytes_of(gone_on(words, padded(content, length, bits), bits), bits)
            return DONE, digest[: core.hash.digest_bytes]
        saved = packed(gone_on(words, content, bits), length + 8 * len(content), bits)
        self.states = [*self.states[-3:], saved]
        return DONE, saved

    def _keyed(self, packet: Packet, expected: bytes) -> tuple[int, bytes]:
        operation, slot, tag_bytes, content = packet
        if slot >= SLOTS or (operation != KEY and slot not in self.keys):
            return NO_KEY, b""
        if operation == KEY:
            self.keys[slot] = content
            return DONE, b""
        tag = hmac.digest(self.keys[slot], content, self.rig.core.hash.name)[:tag_bytes]
        if operation == MAC:
            return DONE, tag
        if len(expected) != tag_bytes:
            return 5, b""
        return (DONE if tag == expected else REJECTED), b""


def packets(held: Expected, source: random.Random) -> Iterator[Packet]:
    """Packets at random; some expected tags are right."""
    core = held.rig.core
    block, state_bytes = core.hash.block_bits // 8, 10 * core.hash.word_bits // 8
    lengths = (0, 1, 3, 4, block - 9, block - 8, block - 1, block, block + 1, 3 * block)
    wrong = (0, 1, state_bytes - 1, state_bytes + 1, state_bytes - 4, state_bytes + 4, 200)
    for _ in range(PACKETS):
        operation, slot = source.choice(OPERATIONS), source.randrange(SLOTS + 1)
        content = source.randbytes(source.choice((*lengths, source.randrange(400))))
        if operation == SAVE and source.random() < 0.8:
            content = source.randbytes(block * source.randint(1, 4))
        elif operation == RESTORE:
            content = source.randbytes(source.choice((state_bytes, *wrong)))
            if held.states and source.random() < 0.5:
                content = source.choice(held.states)
            elif len(content) == state_bytes:  # of no message, and a length that can be counted
                words = words_of(content, core.hash.word_bits)[:8]
                content = packed(words, source.getrandbits(20), core.hash.word_bits)
        elif operation in (ERASE, ERASE_ALL):
            content = b""
        elif operation == VERIFY and slot in held.keys and source.random() < 0.7:
            tag = hmac.digest(held.keys[slot], content, core.hash.name)
            yield TAG, 0, 0, tag[:-1] + bytes([tag[-1] ^ source.randrange(2)])
        size = core.hash.digest_bytes if operation == VERIFY else source.choice((4, 7, 32))
        yield operation, slot, size, content


def played(rig: Rig, packet: Packet, zeroize: int | None) -> tuple[int, bytes]:
    """Result and answer; ZEROIZE is written before that word of the packet."""
    operation, slot, tag_bytes, content = packet
    rig.write(OPERATION, operation | tag_bytes << 4 | slot << 11)
    for at in range(0, len(content), 4):
        if at == zeroize:
            rig.write(ZEROIZE, 1)
        word = content[at : at + 4].ljust(4, b"\xa5")
        rig.write(MESSAGE, int.from_bytes(word, "little"))
    rig.write(FINISH, (len(content) - 1) % 4 + 1 if content else 0)
    for _ in range(3000):
        if (status := rig.read(STATUS)) & IS_DONE:
            words = [rig.read(DIGEST + 4 * n) for n in range(status >> 8 & 31)]
            return status >> 4 & 7, b"".join(word.to_bytes(4, "little") for word in words)
    raise AssertionError(f"Operation {operation} is not done.")


def settle(rig: Rig) -> None:
    """Waits until everything has been erased, by an ERASE."""
    assert played(rig, (ERASE, 0, 0, b""), None) == (DONE, b"")


@pytest.mark.parametrize("name", CORES)
def test_whatever_came_before(name: str, tmp_path: Path) -> None:
    core = core_for(name, None, Interface(bus=CORES[name], resume=True, slots=SLOTS))
    assert hashlib.new(core.hash.name).digest_size == core.hash.digest_bytes
    source, seen = random.Random(8), Counter[tuple[int, int, bool]]()
    with Rig(core, tmp_path, 8) as rig:
        settle(rig)
        held = Expected(rig)
        for packet in packets(held, source):
            zeroize = 4 * source.randrange(20) if source.random() < 0.04 else None
            if zeroize is not None and zeroize < len(packet[3]):
                assert played(rig, packet, zeroize) == (ZEROISED, b"")
                held.forget()
                settle(rig)
                rig.errors = 0  # words that came amid the erasure
                continue
            goes_on = held.state is not None
            result, answer = held.answer(packet)
            assert played(rig, packet, None) == (result, answer + bytes(-len(answer) % 4))
            seen[packet[0], result, goes_on] += 1
        assert rig.errors == 0
    states = {(SAVE, DONE), (SAVE, MALFORMED), (HASH, DONE), (HASH, MALFORMED)}
    both = {(operation, result, True) for operation, result in states | {(MAC, NOT_POSSIBLE)}}
    assert both <= set(seen)
    assert {(VERIFY, DONE, False), (VERIFY, REJECTED, False), (MAC, DONE, False)} <= set(seen)
