"""cocotb bench of a core behind registers, over its bus; bench_peripheral.py has its parameters.

The oracles are hashlib and hmac.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge

from hashloom.verification.benches.bench_peripheral import (
    BLOCK_BYTES,
    BUS,
    CODES,
    ERASE,
    HAS,
    HASHES,
    HASHING,
    KEY,
    KEYED,
    MAC,
    MALFORMED,
    NO_KEY,
    NOT_POSSIBLE,
    OK,
    REJECTED,
    RESTORE,
    RESUME,
    SAVE,
    TAG,
    VERIFY,
    WORDS,
    ZEROISED,
    Peripheral,
    command,
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
