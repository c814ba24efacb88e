"""Functions of the driver called in any order, with packets that are used up among them.

What each call is to come to is said by docs/driver.md alone; digests and tags are Python's.
"""

from __future__ import annotations

import ctypes
import hashlib
import hmac
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from support.c_driver import Rig

from hashloom.cores import Interface, core_for

TOO_LONG = (1 << 16) // 8  # bytes of a message that are too many
EMPTY = b"\x5a" * 80
Token = ctypes.Array  # an open packet, blocks, a flight or a state


@dataclass
class Packet:
    """The packet of the device: what it is of, and where it stands."""

    kind: str  # hash, mac, verify, key or blocks
    token: Token[ctypes.c_char]
    slot: int = 0
    tag: bytes = b""  # expected, or as many bytes as are asked for
    content: bytes = b""
    before: bytes = b""  # in a state that it goes on from
    ended: bool = False


@dataclass
class Caller:
    """Calls the driver, and knows what is to come of it."""

    rig: Rig
    random: random.Random
    packet: Packet | None = None
    keys: dict[int, bytes] = field(default_factory=dict)
    states: list[tuple[Token[ctypes.c_char], bytes]] = field(default_factory=list)
    opened: list[Token[ctypes.c_char]] = field(default_factory=list)  # and used up
    landed: list[Token[ctypes.c_char]] = field(default_factory=list)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def call(self, name: str, *arguments: object, to: str) -> None:
        """A call and what it is to come to; no packet begins beside another."""
        outcome = self.rig.call(name, *arguments)
        assert outcome == to, (name, outcome, to)
        self.seen.add((name, outcome))

    def begin(self, name: str, *arguments: object, to: str = "OK") -> bool:
        """A call that is refused while a packet is open or in flight; whether it was not."""
        self.call(name, self.rig.device, *arguments, to="BUSY" if self.packet else to)
        return self.packet is None and to == "OK"

    def content(self) -> bytes:
        """Of a message: short, around a block, or now and then too long."""
        if self.random.random() < 0.03:
            return self.random.randbytes(TOO_LONG + self.random.randrange(-80, 80))
        return self.random.randbytes(self.random.choice((0, 1, 3, 4, 55, 56, 64, 65, 200)))

    def answer_of(self, packet: Packet) -> tuple[str, bytes]:
        """Outcome and answer."""
        message = packet.before + packet.content
        keyed = packet.kind in ("mac", "verify")
        if keyed and packet.slot not in self.keys:
            return "NO_KEY", b""
        if len(message) + 64 * keyed >= TOO_LONG:
            return "TOO_LONG", b""
        if not keyed:
            return "OK", hashlib.sha256(message).digest() if packet.kind == "hash" else b""
        tag = hmac.digest(self.keys[packet.slot], message, "sha256")[: len(packet.tag)]
        if packet.kind == "mac":
            return "OK", tag
        return "OK" if tag == packet.tag else "REJECTED", b""

    # ---- what it does ----

    def start(self) -> None:
        token, slot = self.rig.token(), self.random.randrange(2)
        tag = self.random.randbytes(self.random.choice((4, 5, 32)))
        kind = self.random.choice(("hash", "mac", "verify", "key", "blocks"))
        given = {"mac": [slot, len(tag)], "verify": [slot, tag, len(tag)], "key": [slot]}
        name = "start_blocks" if kind == "blocks" else f"start_{kind}"
        if self.begin(name, *given.get(kind, []), token):
            self.packet = Packet(kind, token, slot, tag)
        else:
            self.opened.append(token)

    def restore(self) -> None:
        if not self.states:
            return
        (state, before), token = self.random.choice(self.states), self.rig.token()
        kind = self.random.choice(("hash", "blocks"))
        if self.begin("restore" if kind == "hash" else "restore_blocks", state, token):
            self.packet = Packet(kind, token, before=before)

    def append(self) -> None:
        packet = self.packet
        if packet is None or packet.ended:
            return
        if packet.kind == "blocks":
            more = self.random.randbytes(64 * self.random.randrange(3))
            self.call("update_blocks", packet.token, more, len(more) // 64, to="OK")
        else:
            more = self.content()
            self.call("update", packet.token, more, len(more), to="OK")
        packet.content += more

    def finish(self) -> None:
        packet, flight = self.packet, self.rig.token()
        if packet is not None and not packet.ended and packet.kind != "blocks":
            self.call("finish", packet.token, flight, to="OK")
            self.opened.append(packet.token)
            packet.token, packet.ended = flight, True

    def collect(self) -> None:
        packet, room = self.packet, ctypes.create_string_buffer(EMPTY, len(EMPTY))
        if packet is None or not packet.ended:
            return
        if packet.kind in ("hash", "mac"):
            self.call("wait", packet.token, None, to="ARGUMENT")
        outcome, answer = self.answer_of(packet)
        self.call("wait", packet.token, room, to=outcome)
        assert room.raw == answer + EMPTY[len(answer) :]
        if packet.kind == "key":
            self.keys.pop(packet.slot, None)
            if outcome == "OK":
                self.keys[packet.slot] = packet.content
        self.landed.append(packet.token)
        self.packet = None

    def save(self) -> None:
        packet, state = self.packet, self.rig.token()
        if packet is None or packet.kind != "blocks":
            return
        if not packet.content:
            self.call("save", packet.token, state, to="ARGUMENT")
            return
        self.call("save", packet.token, state, to=self.answer_of(packet)[0])
        self.states.append((state, packet.before + packet.content))
        self.opened.append(packet.token)
        self.packet = None

    def whole(self) -> None:
        room, message = ctypes.create_string_buffer(EMPTY, len(EMPTY)), self.content()
        asked = Packet(self.random.choice(("hash", "mac", "key")), room, 1, bytes(7), message)
        outcome, answer = self.answer_of(asked)
        middle = [] if asked.kind == "hash" else [1]
        end = {"hash": [room], "mac": [room, 7], "key": []}[asked.kind]
        if self.begin(asked.kind, *middle, message, len(message), *end, to=outcome):
            assert room.raw == answer + EMPTY[len(answer) :]
        if asked.kind == "key" and self.packet is None:
            self.keys.pop(1, None)
            if outcome == "OK":
                self.keys[1] = message

    def abandon(self) -> None:
        packet = self.packet
        if packet is None or packet.ended or self.random.random() < 0.6:
            return
        self.call("abandon_blocks" if packet.kind == "blocks" else "abandon", packet.token, to="OK")
        if packet.kind == "key":
            self.keys.pop(packet.slot, None)
        self.opened.append(packet.token)
        self.packet = None

    def misuse(self) -> None:
        if self.opened:
            name = self.random.choice(("update", "finish", "abandon"))
            given = {"update": [b"ab", 2], "finish": [self.rig.token()], "abandon": []}[name]
            self.call(name, self.random.choice(self.opened), *given, to="MISUSE")
        if self.landed:
            name = self.random.choice(("collect", "wait"))
            self.call(name, self.random.choice(self.landed), self.rig.token(), to="MISUSE")

    def erase(self) -> None:
        if self.begin("erase", 0):
            self.keys.pop(0, None)

    def zeroize(self) -> None:
        if self.random.random() < 0.1:
            self.call("zeroize", self.rig.device, to="OK")
            self.keys.clear()
            if self.packet is not None:
                (self.landed if self.packet.ended else self.opened).append(self.packet.token)
            self.packet = None

    def init(self) -> None:
        """Packets from before it must not be used; a key that was under way may be there or not."""
        if self.random.random() < 0.1:
            packet, self.packet = self.packet, None
            self.opened.clear()
            self.landed.clear()
            self.call("init", self.rig.device, 0, to="OK")
            if packet is not None and packet.kind == "key":
                self.call("erase", self.rig.device, packet.slot, to="OK")
                self.keys.pop(packet.slot, None)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_call_comes_to_what_the_document_says(seed: int, tmp_path: Path) -> None:
    core = core_for("hmac-sha256", None, Interface(bus="apb4", resume=True, length_bits=16))
    with Rig(core, tmp_path, seed) as rig:
        rig.begin()
        caller = Caller(rig, random.Random(seed))
        acts = [caller.start, caller.append, caller.finish, caller.collect, caller.save]
        acts += [caller.restore, caller.whole, caller.abandon, caller.misuse, caller.erase]
        for _ in range(2000):
            caller.random.choice([*acts, caller.collect, caller.zeroize, caller.init])()
        assert rig.errors == 0
    outcomes = {"OK", "BUSY", "MISUSE", "ARGUMENT", "NO_KEY", "TOO_LONG", "REJECTED"}
    assert {outcome for _, outcome in caller.seen} == outcomes
    assert len({name for name, _ in caller.seen}) > 18
