"""Packets of loans at random for the driver of a core that reads memory, and the cores of it."""

from __future__ import annotations

import ctypes
import hmac
import struct
from dataclasses import dataclass, field

from hashloom.cores import Architecture, Core, Interface, core_for
from support.c_driver import Rig

A = Architecture
CORES = {
    "several": ("sha256", A(interleave=3), Interface(dma="axi4", width=64)),
    "choice": ("sha224+sha256", A(), Interface(dma="wishbone")),
    "folded": ("sha256", A(fold=4), Interface(dma="axi4")),
    "folded, keys": ("hmac-sha256", A(fold=2), Interface(dma="wishbone")),
    "keys": ("hmac-sha256", A(), Interface(dma="axi4", bus="apb4")),
    "choice, keys": ("hmac-sha384+sha512", A(interleave=2), Interface(dma="wishbone", width=128)),
}


def core_of(name: str) -> Core:
    return core_for(*CORES[name])


@dataclass
class Lent:
    """Bytes that the core may read, and the flights that do for certain."""

    loan: ctypes.Array[ctypes.c_char]
    room: ctypes.Array[ctypes.c_char]
    place: int
    data: bytes
    readers: set[int] = field(default_factory=set)


@dataclass
class Sent:
    """A packet that has ended."""

    flight: ctypes.Array[ctypes.c_char]
    answer: bytes


def lent(rig: Rig, data: bytes) -> Lent:
    """A buffer at any address, lent."""
    shift = rig.random.randrange(8)
    room = rig.buffer(bytes(shift) + data + bytes(1))
    buffer, loan = rig.token(), rig.token()
    place = ctypes.addressof(room) + shift
    struct.pack_into("QQ", buffer, 0, place, len(data))
    rig.plain("lend", buffer, loan)
    assert buffer.raw[:16] == bytes(16)
    return Lent(loan, room, place, data)


def take_back(rig: Rig, loan: Lent) -> bool:
    """Whether the bytes are the processor's again, which writes there at once."""
    buffer = rig.token()
    outcome = rig.call("take_back", rig.device, loan.loan, buffer)
    if outcome == "BUSY":
        return False
    assert outcome == "OK"
    assert struct.unpack_from("QQ", buffer) == (loan.place, len(loan.data))
    assert rig.call("take_back", rig.device, loan.loan, buffer) == "MISUSE"
    rig.put(loan.place, b"\xa5" * len(loan.data))
    return True


class Traffic:
    """Packets of loans at random, several in flight, and what is to come of them."""

    def __init__(self, rig: Rig) -> None:
        self.rig, self.random = rig, rig.random
        self.loans: list[Lent] = []
        self.sent: dict[int, Sent] = {}
        self.open: ctypes.Array[ctypes.c_char] | None = None
        self.message, self.choice, self.slot, self.bytes = b"", 0, -1, 0
        self.keys: dict[int, tuple[int, bytes]] = {}
        self.number = 0
        self.seen: set[str] = set()
        if rig.core.keyed:
            for slot in range(3):
                choice, key = rig.choose(), rig.random.randbytes(rig.length())
                arguments = [slot, *rig.hash_arguments(choice), key, len(key)]
                assert rig.call("key", rig.device, *arguments) == "OK"
                self.keys[slot] = (choice, key)

    def act(self) -> None:
        """One call."""
        acts = [self.lend, self.begin, self.update, self.finish, self.collect, self.give_back]
        self.random.choices(acts, (3, 3, 4, 3, 3, 2))[0]()

    def tell(self, outcome: str, *expected: str) -> bool:
        """Whether it is OK."""
        assert outcome in expected
        self.seen.add(outcome)
        return outcome == "OK"

    def lend(self) -> None:
        if len(self.loans) < 10:
            self.loans.append(lent(self.rig, self.random.randbytes(self.rig.length())))

    def begin(self) -> None:
        if self.open is not None:
            given = [*self.rig.hash_arguments(0), self.rig.token()]
            self.tell(self.rig.call("start_hash", self.rig.device, *given), "BUSY")
            return
        self.open, self.message = self.rig.token(), b""
        self.choice, self.slot = self.rig.choose(), -1
        if self.keys and self.random.random() < 0.6:
            self.slot = self.random.choice(list(self.keys))
            self.choice, _ = self.keys[self.slot]
            self.bytes = self.random.choice((4, 16, self.rig.core.hashes[self.choice].digest_bytes))
            given = [self.slot, self.bytes, self.open]
            assert self.rig.call("start_mac", self.rig.device, *given) == "OK"
            return
        given = [*self.rig.hash_arguments(self.choice), self.open]
        assert self.rig.call("start_hash", self.rig.device, *given) == "OK"

    def update(self) -> None:
        if self.open is None or not self.loans:
            return
        loan = self.random.choice(self.loans)
        if self.tell(self.rig.call("update", self.open, loan.loan), "OK", "FULL"):
            self.message += loan.data

    def finish(self) -> None:
        if self.open is None:
            return
        last = self.random.choice([None, *self.loans])
        given = last.loan if last else None
        flight = self.rig.token()
        if not self.tell(self.rig.call("finish", self.open, given, flight), "OK", "FULL"):
            return
        assert self.rig.call("finish", self.open, given, self.rig.token()) == "MISUSE"
        self.message += last.data if last else b""
        self.sent[self.number] = Sent(flight, self.answer())
        if last:
            last.readers.add(self.number)
        self.number += 1
        self.open = None

    def answer(self) -> bytes:
        """To the message that has ended."""
        if self.slot < 0:
            return self.rig.digest(self.choice, self.message)
        _, key = self.keys[self.slot]
        return hmac.digest(key, self.message, self.rig.core.hashes[self.choice].name)[: self.bytes]

    def collect(self) -> None:
        if not self.sent:
            return
        number = self.random.choice(list(self.sent))
        one = self.sent[number]
        answer = ctypes.create_string_buffer(b"\x5a" * 80, 80)
        size = len(one.answer)
        given = [one.flight, answer]
        assert self.rig.call("collect", one.flight, None) == "ARGUMENT"
        function = self.random.choice(("collect", "wait"))
        if not self.tell(self.rig.call(function, *given), "OK", "PENDING"):
            assert function == "collect"
            assert answer.raw == b"\x5a" * 80
            return
        assert answer.raw == one.answer + b"\x5a" * (80 - size)
        assert self.rig.call("collect", *given) == "MISUSE"
        del self.sent[number]

    def give_back(self) -> None:
        if not self.loans:
            return
        loan = self.random.choice(self.loans)
        if take_back(self.rig, loan):
            self.loans.remove(loan)
        else:
            self.seen.add("BUSY loan")

    def end(self) -> None:
        """All is answered, and everything can be taken back."""
        while self.open is not None:
            self.finish()
            self.collect()
        while self.sent:
            self.collect()
        assert all(take_back(self.rig, loan) for loan in self.loans)
        self.loans.clear()
