"""A core behind registers as its driver sees it, for the bench beside this file.

What is known of the core is in its C header and in the map of its registers. Parameters come from
environment variables, or else from core.json beside this file:
    HASHLOOM_HASH    name of the hash, as in Python's hashlib; of several with "+" between them
    HASHLOOM_BUS     apb4, axi4-lite, wishbone or avalon-mm
    HASHLOOM_CODES   what the register HASHES says each hash is, with "+" between them
    HASHLOOM_HEADER  the C header
The oracles are hashlib and hmac.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
from pathlib import Path
from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from hashloom.verification.benches.bench_buses import MASTERS, Master

_BESIDE = Path(__file__).resolve().with_name("core.json")
CORE: dict[str, Any] = json.loads(_BESIDE.read_text()) if _BESIDE.is_file() else {}
HASHES = str(os.environ.get("HASHLOOM_HASH") or CORE["hash"]).split("+")
BUS = str(os.environ.get("HASHLOOM_BUS") or CORE["bus"])
CODES = [int(each) for each in (os.environ.get("HASHLOOM_CODES") or CORE["codes"]).split("+")]
HEADER = Path(os.environ.get("HASHLOOM_HEADER") or _BESIDE.parent / CORE["header"])
_DEFINE = re.compile(r"^#define (\w+)_([A-Z]+) (0x[0-9a-f]+|\d+)u$", re.MULTILINE)
_GUARD = re.compile(r"^#ifndef (\w+)_H$", re.MULTILINE)
HASHING, MAC, VERIFY, TAG, KEY, ERASE, ERASE_ALL, SAVE, RESTORE = range(9)
OK, MALFORMED, REJECTED, NO_KEY, TAG_BYTES, NO_TAG, NOT_POSSIBLE, ZEROISED = range(8)
ERRORS = ("ORDER", "NO_DIGEST", "FULL", "BYTES", "ADDRESS", "ACCESS", "OPERATION")


def defines() -> dict[str, dict[str, int]]:
    """The header: numbers by what they say (OFFSET, MASK, ..) and by register or field."""
    text = HEADER.read_text()
    guard = _GUARD.search(text)
    assert guard is not None
    found: dict[str, dict[str, int]] = {}
    for name, kind, number in _DEFINE.findall(text):
        found.setdefault(kind, {})[name.removeprefix(f"{guard[1]}_")] = int(number, 0)
    return found


HAS = defines()
KEYED = bool(HAS["VALUE"]["CAPABILITIES_KEYED"])
RESUME = bool(HAS["VALUE"].get("CAPABILITIES_RESUME"))
WORDS = HAS["COUNT"]["DIGEST"]
BLOCK_BYTES = hashlib.new(HASHES[0]).block_size


class Peripheral:
    """The core as its driver sees it."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.bus: Master = MASTERS[BUS](dut)
        self.messages = self.blocks = 0

    async def start(self) -> None:
        """A clock and a reset."""
        self.bus.idle()
        if KEYED:
            self.dut.zeroize.value = 0
        Clock(self.dut.clk, 10, "ns").start()
        self.dut.rst.value = 1
        for _ in range(4):
            await FallingEdge(self.dut.clk)
        self.dut.rst.value = 0
        self.messages = self.blocks = 0

    async def get(self, name: str) -> int:
        """A register, or a field of one."""
        register = name if name in HAS["OFFSET"] else name.partition("_")[0]
        for own in HAS["OFFSET"]:
            if name.startswith(f"{own}_") and len(own) > len(register):
                register = own
        word, error = await self.bus.read(HAS["OFFSET"][register])
        assert not error, f"{name} cannot be read"
        return word if name == register else field(word, name)

    async def put(self, name: str, data: int, strobe: int = 15) -> None:
        """Writes a register, which must not be refused."""
        error = await self.bus.write(HAS["OFFSET"][name], data, strobe)
        assert not error, f"a write to {name} is refused, ERROR is {await self.get('ERROR'):#x}"

    async def refused(
        self, error: str, name: str | int, data: int | None, strobe: int = 15
    ) -> None:
        """An access that is refused for one reason, which can be cleared."""
        address = name if isinstance(name, int) else HAS["OFFSET"][name]
        if data is None:
            word, refused = await self.bus.read(address)
            assert word == 0, "a refused read tells something"
        else:
            refused = await self.bus.write(address, data, strobe)
        assert refused, f"an access to {name} is not refused"
        assert await self.get("ERROR") == HAS["MASK"][f"ERROR_{error}"], error
        await self.put("ERROR", HAS["MASK"][f"ERROR_{error}"])
        assert await self.get("ERROR") == 0

    async def send(self, operation: int, packet: bytes) -> None:
        """A packet, its bytes in words and in parts of words; the last may be written whole."""
        await self.put("OPERATION", operation)
        position = 0
        while position < len(packet):
            lane, left = position % 4, len(packet) - position
            count = min(4 - lane, left)
            if random.random() < 0.2:
                count = random.randint(1, count)
            word = random.getrandbits(32)
            for index in range(count):
                shift = 8 * (lane + index)
                word = word & ~(255 << shift) | packet[position + index] << shift
            strobe = ((1 << count) - 1) << lane
            if lane == 0 and count == left and random.random() < 0.5:
                strobe = 15
            while KEYED and not await self.get("STATUS_ROOM"):
                pass
            if random.random() < 0.1:
                await self.disturb()
            await self.put("MESSAGE", word, strobe)
            position += count
        await self.put("FINISH", (len(packet) - 1) % 4 + 1 if packet else 0)

    async def disturb(self) -> None:
        """Something refused, or harmless, amid a packet."""
        what = random.randrange(4)
        if what == 0:
            await self.refused("ORDER", "OPERATION", 0)
        elif what == 1:
            await self.refused("NO_DIGEST", HAS["OFFSET"]["DIGEST"], None)
        elif what == 2:
            await self.refused("BYTES", "FINISH", 5)
        else:
            assert await self.get("STATUS_OPEN") == 1

    async def finish(self) -> tuple[int, bytes]:
        """Waits for the packet, by interrupt or by looking; its status and its answer."""
        if random.random() < 0.5:
            await self.put("INTR_ENABLE", HAS["MASK"]["INTR_ENABLE_DONE"])
            for _ in range(50_000):
                if int(self.dut.irq.value):
                    break
                await self.bus.clock()
            assert int(self.dut.irq.value), "no interrupt"
        else:
            for _ in range(50_000):
                if await self.get("STATUS_DONE"):
                    break
        status = await self.get("STATUS")
        assert field(status, "STATUS_DONE")
        assert not field(status, "STATUS_BUSY")
        assert await self.get("INTR_STATUS_DONE") == 1
        await self.put("INTR_STATUS", HAS["MASK"]["INTR_STATUS_DONE"])
        assert not int(self.dut.irq.value)
        count = field(status, "STATUS_WORDS")
        words = []
        for index in range(count):
            word, error = await self.bus.read(HAS["OFFSET"]["DIGEST"] + 4 * index)
            assert not error
            words.append(word)
        if count < WORDS:
            await self.refused("NO_DIGEST", HAS["OFFSET"]["DIGEST"] + 4 * count, None)
        data = b"".join(word.to_bytes(4, "little") for word in words)
        return field(status, "STATUS_RESULT"), data

    async def packet(self, operation: int, data: bytes) -> tuple[int, bytes]:
        """A packet and its answer."""
        await self.send(operation, data)
        self.messages += 1
        length = BLOCK_BYTES // 8
        self.blocks += (len(data) + length) // BLOCK_BYTES + 1
        return await self.finish()

    async def digest(self, data: bytes) -> None:
        """A message, whose digest is compared."""
        number = random.randrange(len(HASHES))
        status, digest = await self.packet(command(HASHING, hash_=number), data)
        assert (status, digest) == (OK, hashlib.new(HASHES[number], data).digest())


def field(word: int, name: str) -> int:
    """A field of a word."""
    return (word & HAS["MASK"][name]) >> HAS["SHIFT"][name]


def command(operation: int, slot: int = 0, tag_bytes: int = 0, hash_: int = 0) -> int:
    """What is written to OPERATION."""
    values = {"OPERATION": operation, "SLOT": slot, "TAG_BYTES": tag_bytes, "HASH": hash_}
    shifts = HAS["SHIFT"]
    return sum(
        v << shifts[f"OPERATION_{n}"] for n, v in values.items() if f"OPERATION_{n}" in shifts
    )
