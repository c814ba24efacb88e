"""cocotb bench of a core behind registers, over its bus.

What it knows of the core is in its C header and in the map of its registers. Parameters come from
environment variables, or else from core.json beside this file:
    HASHLOOM_HASH    name of the hash, as in Python's hashlib; of several with "+" between them
    HASHLOOM_BUS     apb4, axi4-lite, wishbone or avalon-mm
    HASHLOOM_CODES   what the register HASHES says each hash is, with "+" between them
    HASHLOOM_HEADER  the C header
The oracles are hashlib and hmac.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import random
import re
from pathlib import Path
from typing import Any

import cocotb
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


def lengths(count: int) -> list[int]:
    """Lengths around the ends of blocks, and any."""
    edge = BLOCK_BYTES - BLOCK_BYTES // 8
    near = (0, 1, 3, 4, edge - 1, edge, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1)
    return [random.choice((random.choice(near), random.randrange(250))) for _ in range(count)]


@cocotb.test()
async def what_it_is(dut: Any) -> None:
    """Identification, version, capabilities and hashes are those of the header."""
    core = Peripheral(dut)
    await core.start()
    assert await core.get("ID") == int.from_bytes(b"HASH", "big")
    for name, value in HAS["VALUE"].items():
        assert await core.get(name) == value, name
    for number, code in enumerate(CODES):
        assert HAS["VALUE"][f"HASHES_HASH{number}"] == code
    assert await core.get("STATUS") == await core.get("ERROR") == await core.get("INTR_STATUS") == 0
    assert [await core.get(name) for name in ("BLOCKS", "MESSAGES", "STALLS")] == [0, 0, 0]


@cocotb.test()
async def messages(dut: Any) -> None:
    """Random messages in random ways, with what is refused between; the counters follow."""
    core = Peripheral(dut)
    await core.start()
    for pause in (0.0, 0.0, 0.5):
        core.bus.pause = pause
        for length in lengths(14):
            await core.digest(random.randbytes(length))
        assert await core.get("MESSAGES") == core.messages
        assert await core.get("BLOCKS") == core.blocks


@cocotb.test()
async def errors(dut: Any) -> None:
    """Every access that is out of order is refused, says why, and changes nothing."""
    core = Peripheral(dut)
    await core.start()
    for around in range(2):
        await core.refused("ORDER", "MESSAGE", 1)
        await core.refused("ORDER", "FINISH", 0)
        if not around:
            await core.refused("NO_DIGEST", HAS["OFFSET"]["DIGEST"], None)
        await core.refused("BYTES", "OPERATION", 0, 7)
        for register in ("ID", "STATUS", "BLOCKS", "DIGEST"):
            await core.refused("ACCESS", register, 1)
        for register in ("MESSAGE", "FINISH", "INTR_TEST"):
            await core.refused("ACCESS", register, None)
        await core.refused("ADDRESS", 0xFFC, None)
        await core.refused("ADDRESS", HAS["OFFSET"]["DIGEST"] + 4 * WORDS, 1)
        if BUS != "avalon-mm":
            await core.refused("ADDRESS", HAS["OFFSET"]["ID"] + 1 + around, None)
        if not KEYED:
            await core.refused("OPERATION", "OPERATION", 1)
        await core.put("OPERATION", 0)
        await core.refused("BYTES", "FINISH", 1)
        await core.refused("BYTES", "MESSAGE", 1, 2)
        await core.refused("BYTES", "MESSAGE", 1, 5)
        await core.put("MESSAGE", 0x636261, 3)
        await core.refused("BYTES", "MESSAGE", 1, 3)
        await core.refused("BYTES", "FINISH", 3)
        await core.refused("BYTES", "FINISH", 0)
        await core.put("MESSAGE", 0x636261, 4)
        await core.refused("ORDER", "OPERATION", 0)
        await core.put("FINISH", 3)
        await core.refused("ORDER", "MESSAGE", 1)
        status, digest = await core.finish()
        assert (status, digest) == (OK, hashlib.new(HASHES[0], b"abc").digest())
        await core.digest(random.randbytes(100))


@cocotb.test()
async def interrupts(dut: Any) -> None:
    """Each can be enabled, tested, and cleared; an error interrupts as well."""
    core = Peripheral(dut)
    await core.start()
    for name in ("DONE", "ERROR"):
        mask = HAS["MASK"][f"INTR_STATUS_{name}"]
        await core.put("INTR_TEST", mask)
        assert await core.get("INTR_STATUS") == mask
        assert not int(dut.irq.value)
        await core.put("INTR_ENABLE", mask)
        await core.bus.clock()
        assert int(dut.irq.value)
        await core.put("INTR_STATUS", mask)
        assert await core.get("INTR_STATUS") == 0
        assert not int(dut.irq.value)
    await core.refused("ORDER", "FINISH", 0)
    assert await core.get("INTR_STATUS") == HAS["MASK"]["INTR_STATUS_ERROR"]
    assert int(dut.irq.value)


@cocotb.test()
async def resets(dut: Any) -> None:
    """After a reset amid anything there is no trace of what was before."""
    core = Peripheral(dut)
    await core.start()
    for _ in range(4):
        await core.put("OPERATION", 0)
        for _ in range(random.randrange(40)):
            while KEYED and not await core.get("STATUS_ROOM"):
                pass
            await core.put("MESSAGE", random.getrandbits(32))
        dut.rst.value = 1
        await FallingEdge(dut.clk)
        dut.rst.value = 0
        core.messages = core.blocks = 0
        await core.refused("ORDER", "FINISH", 0)
        await core.digest(random.randbytes(70))
        assert await core.get("BLOCKS") == core.blocks


@cocotb.test(skip=not KEYED)
async def tags(dut: Any) -> None:
    """Tags of random keys and messages, whole and cut; verification; keys that are not there."""
    core = Peripheral(dut)
    await core.start()
    slots = HAS["VALUE"]["CAPABILITIES_SLOTS"]
    for _ in range(5):
        slot, number = random.randrange(slots), random.randrange(len(HASHES))
        key, message = random.randbytes(random.choice((0, 20, 64, 200))), random.randbytes(90)
        assert await core.packet(command(KEY, slot, hash_=number), key) == (OK, b"")
        whole = hmac.new(key, message, HASHES[number]).digest()
        length = random.randint(4, len(whole))
        status, tag = await core.packet(command(MAC, slot, length), message)
        assert (status, tag[:length]) == (OK, whole[:length])
        assert len(tag) == -(-length // 4) * 4
        assert not any(tag[length:])
        assert await core.packet(command(TAG), tag[:length]) == (OK, b"")
        assert await core.packet(command(VERIFY, slot, length), message) == (OK, b"")
        assert await core.packet(command(TAG), bytes(length)) == (OK, b"")
        assert await core.packet(command(VERIFY, slot, length), message) == (REJECTED, b"")
        assert await core.packet(command(ERASE, slot), b"") == (OK, b"")
        assert await core.packet(command(MAC, slot, length), message) == (NO_KEY, b"")
        assert await core.packet(9, b"") == (NOT_POSSIBLE, b"")
        await core.digest(message)


@cocotb.test(skip=not RESUME)
async def states(dut: Any) -> None:
    """Messages that are saved after every block and gone on with, other packets in between."""
    core = Peripheral(dut)
    await core.start()
    for length in lengths(3):
        message, state = random.randbytes(2 * BLOCK_BYTES + length), b""
        number = random.randrange(len(HASHES))
        for at in range(0, len(message) - length, BLOCK_BYTES):
            if state:
                assert await core.packet(command(RESTORE), state) == (OK, b"")
            block = message[at : at + BLOCK_BYTES]
            status, state = await core.packet(command(SAVE, hash_=number), block)
            assert (status, len(state)) == (OK, 4 * WORDS)
            assert int.from_bytes(state[-4 * WORDS // 5 :], "big") == 8 * (at + BLOCK_BYTES)
            await core.digest(message[:length])
        assert await core.packet(command(RESTORE), state) == (OK, b"")
        digest = hashlib.new(HASHES[number], message).digest()
        hashing, rest = command(HASHING, hash_=number), message[2 * BLOCK_BYTES :]
        assert await core.packet(hashing, rest) == (OK, digest)
        assert await core.packet(command(SAVE), message[1:BLOCK_BYTES]) == (MALFORMED, b"")
        assert await core.packet(command(RESTORE), state[:-1]) == (OK, b"")
        assert await core.packet(command(HASHING), b"") == (MALFORMED, b"")
        await core.digest(message)


@cocotb.test(skip=not KEYED)
async def erasure(dut: Any) -> None:
    """zeroize ends what is under way, by pin and by register; no register reads a key."""
    core = Peripheral(dut)
    await core.start()
    key = random.randbytes(64)
    parts = {int.from_bytes(key[i : i + 4], "little") for i in range(0, 64, 4)}
    for number in range(8):
        assert await core.packet(command(KEY, 1), key) == (OK, b"")
        for address in range(0, 0x100, 4):
            assert (await core.bus.read(address)).data not in parts
        await core.put("ERROR", 0x7F)
        if number % 2:
            await core.put("OPERATION", command(MAC, 1, 16))
            for _ in range(number):
                await core.put("MESSAGE", random.getrandbits(32))
        if number % 4 == 3:
            await core.put("FINISH", 4)
        if number % 3 == 0:
            dut.zeroize.value = 1
            await core.bus.clock()
            dut.zeroize.value = 0
        else:
            await core.put("ZEROIZE", 1)
        if number % 2:
            status, tag = await core.finish()
            assert (status, tag) == (ZEROISED, b"")
        await core.put("INTR_STATUS", 3)
        await core.refused("NO_DIGEST", HAS["OFFSET"]["DIGEST"], None)
        assert await core.packet(command(MAC, 1, 16), b"abc") == (NO_KEY, b"")


@cocotb.test(skip=not KEYED)
async def no_room(dut: Any) -> None:
    """While the core erases, the window fills; the write that finds no room is refused in time."""
    core = Peripheral(dut)
    await core.start()
    await core.put("OPERATION", command(HASHING))
    await core.put("MESSAGE", 0x64636261)
    await core.put("MESSAGE", 0x68676665)
    before = core.bus.clocks
    await core.refused("FULL", "MESSAGE", 1)
    assert core.bus.clocks - before < 600
    assert await core.get("STALLS") > 0
    await core.put("FINISH", 4)
    assert await core.finish() == (OK, hashlib.new(HASHES[0], b"abcdefgh").digest())
