"""Cores that read memory by themselves: rings at random, and what can go wrong."""

from __future__ import annotations

import hashlib
import hmac
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from _pytest.mark.structures import ParameterSet

from hashloom.bundles.bundle import bundle_files
from hashloom.compiler import compiler
from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.random.bus.machine import Script, Told, compile_machine, follow
from hashloom.verification.random.requests import Op, shape_of
from hashloom.verification.random.ring.model import (
    DATA,
    DESCRIPTOR_BYTES,
    NOWHERE,
    RESULT_BYTES,
    RESULTS,
    RING,
    Descriptor,
    Expected,
    Model,
    Packet,
    Part,
    Ring,
    Written,
    outside,
)
from hashloom.verification.random.ring.subject import ring_subject

A = Architecture
MEMORIES = ("1 1 0", "1 20 200", "5 60 500")  # clocks to a word, and pauses in 1000
STOPPED, RUNNING, HALTED = 2, 1, 5  # of STATUS
FETCH, READ, WRITE, RULES, ORDER = 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1


@cache
def core(name: str = "sha256", dma: str = "axi4", width: int = 32, interleave: int = 1) -> Core:
    return core_for(name, A(interleave=interleave), Interface(dma=dma, width=width))


@cache
def machine(of: Core) -> Path:
    return compile_machine(of)


def begin(of: Core, seed: int, memory: str = "") -> tuple[Script, Ring, Random]:
    rng = Random(seed)
    script = Script(of)
    script.add(f"memory {memory or rng.choice(MEMORIES)}")
    script.add(f"processor {rng.choice((0, 300))}")
    script.add("log")
    return script, Ring(script, size=rng.randrange(5)), rng


def run_packets(ring: Ring, packets: Sequence[Packet], model: Model, rng: Random) -> list[Expected]:
    """Lines for packets, as many at a time as the ring holds; what they should get."""
    expected: list[Expected] = []
    batch: list[tuple[Packet, int]] = []

    def ends() -> None:
        ring.knock()
        for _, address in batch:
            ring.wait(address)
        for packet, address in batch:
            ring.script.get(address, DESCRIPTOR_BYTES)
            ring.script.get(packet.result, RESULT_BYTES)
        batch.clear()

    for packet in packets:
        ring.put(packet)
        answers = list(model.packet(packet))
        expected += answers
        ring.writable |= set(range(packet.result, packet.result + len(answers[-1].answer)))
        if packet.unwritable and answers[-1].word >> 9 & 1:
            ring.writable |= set(range(packet.result, packet.result + RESULT_BYTES))
        for descriptor in packet.descriptors():
            if len(batch) == 1 << ring.size:
                ends()
            batch.append((packet, ring.fill(descriptor)))
            if rng.random() < 0.3:
                ring.knock()
    ends()
    return expected


def lanes(of: Core) -> int:
    return (of.interface.width or 32) // 8


@pytest.mark.parametrize(
    ("name", "dma", "width", "interleave", "seeds"),
    [
        ("sha256", "axi4", 32, 1, 12),
        ("hmac-sha256", "axi4", 32, 1, 12),
        ("sha256", "axi4", 128, 3, 8),
        ("hmac-sha256", "wishbone", 64, 1, 8),
        pytest.param("hmac-sha384", "axi4", 128, 1, 60, marks=pytest.mark.long),
        pytest.param("sha512", "wishbone", 32, 2, 60, marks=pytest.mark.long),
        pytest.param("sha256", "axi4", 64, 4, 60, marks=pytest.mark.long),
    ],
)
def test_rings_at_random(name: str, dma: str, width: int, interleave: int, seeds: int) -> None:
    """Lengths and lanes at random, packets in parts, broken descriptors, faults of memory."""
    of = core(name, dma, width, interleave)
    subject = ring_subject(of)
    found = [
        subject.run(seed, run, 60).differences for seed in range(seeds // 4) for run in range(4)
    ]
    assert found == [()] * len(found)


def packet(rng: Random, length: int, number: int = 0) -> Packet:
    part = Part(DATA + 0x10000 * number + rng.randrange(64), rng.randbytes(length))
    return Packet((part,), result=RESULTS + 64 * number)


def good_packets(rng: Random, count: int) -> list[Packet]:
    return [packet(rng, rng.randrange(400), number) for number in range(count)]


def again(ring: Ring, rng: Random) -> list[Packet]:
    """The ring is started, and packets go through it."""
    ring.start()
    packets = good_packets(rng, 4)
    ring.script.add("mend")
    return packets


def check_again(told: Told, packets: list[Packet]) -> None:
    """What `again` gave is at the end of what was told."""
    assert told.failure == ""
    assert told.late == 0
    given = told.bytes[-2 * len(packets) :]
    for index, each in enumerate(packets):
        assert given[2 * index + 1][:32] == hashlib.sha256(each.data).digest()


@pytest.mark.parametrize("dma", ["axi4", "wishbone"])
@pytest.mark.parametrize("how", ["reset", "stop"])
def test_the_end_in_the_middle(dma: str, how: str) -> None:
    """In any clock: nothing hangs, nothing is written elsewhere, and it begins again."""
    of = core(dma=dma)
    for seed in range(25):
        script, ring, rng = begin(of, seed)
        ring.start()
        for each in good_packets(rng, 1 << ring.size):
            ring.put(each)
            ring.writable |= set(range(each.result, each.result + 32))
            for descriptor in each.descriptors():
                ring.fill(descriptor)
        ring.knock()
        script.add(f"clocks {rng.randrange(900)}")
        if how == "reset":
            script.add("reset 2")
        else:
            script.write("CONTROL", 0)
            script.add("clocks 20")
            script.add("quiet 40 5000")
        script.read("STATUS")
        for register in ("TAIL", "HEAD", "COMPLETED"):
            script.read(register)
        packets = again(ring, rng)
        run_packets(ring, packets, Model(shape_of(core())), rng)
        told = follow(machine(of), script, seed)
        assert told.words == (STOPPED, 0, 0, 0)
        assert told.refused == 0
        check_again(told, packets)
        assert outside(told, ring, lanes(of)) == ""


@pytest.mark.parametrize("dma", ["axi4", "wishbone"])
@pytest.mark.parametrize("write", [0, 1])
def test_a_ring_that_cannot_be_reached(dma: str, write: int) -> None:
    """A descriptor that cannot be read, or a status that cannot be written, halts the ring."""
    of = core(dma=dma)
    script, ring, rng = begin(of, 5 + write, MEMORIES[1])
    ring.size = 2
    ring.start()
    before = good_packets(rng, 3)
    addresses = []
    for each in before:
        ring.put(each)
        addresses += [ring.fill(descriptor) for descriptor in each.descriptors()]
    bad = addresses[1] + (16 if write else 4)
    script.add(f"fault {write} {bad}")
    ring.knock()
    script.add("irq 20000")
    script.add("quiet 400 20000")
    for register in ("STATUS", "ERROR", "ERROR_ADDRESS", "COMPLETED"):
        script.read(register)
    script.write("ERROR", 0xFF)
    script.write("CONTROL", 0)
    script.add("quiet 40 5000")
    script.get(addresses[1], 32)
    script.get(before[0].result, 32)
    packets = again(ring, rng)
    run_packets(ring, packets, Model(shape_of(core())), rng)
    told = follow(machine(of), script, 5)
    error = (WRITE, bad) if write else (FETCH, addresses[1])
    assert told.words[:3] == (HALTED, *error)
    assert told.bytes[0][16:] == b"\xff" * 16
    assert told.bytes[1] == hashlib.sha256(before[0].data).digest()
    check_again(told, packets)


def test_what_the_registers_say_of_errors() -> None:
    """The first address is kept until the errors are cleared."""
    of = core()
    script, ring, _ = begin(of, 9, MEMORIES[0])
    ring.size = 2
    ring.start()
    nowhere = [Part(NOWHERE + 0x100 * i + 3, bytes(70), nowhere=True) for i in range(2)]
    broken = Packet((Part(DATA, b"abc", rule="result"),))
    for index, parts in enumerate([*((part,) for part in nowhere), broken.parts]):
        each = Packet(parts, result=RESULTS + 64 * index)
        ring.put(each)
        address = [ring.fill(descriptor) for descriptor in each.descriptors()][-1]
        ring.knock()
        ring.wait(address)
        script.read("ERROR")
        script.read("ERROR_ADDRESS")
    script.write("ERROR", READ)
    script.read("ERROR")
    each = Packet((nowhere[1],), result=RESULTS)
    for descriptor in each.descriptors():
        address = ring.fill(descriptor)
    ring.knock()
    ring.wait(address)
    script.read("ERROR_ADDRESS")
    told = follow(machine(of), script, 1)
    first, second = NOWHERE, NOWHERE + 0x100
    assert told.words == (READ, first, READ, first, READ | RULES, first, RULES, second)
    assert (told.failure, told.late) == ("", 0)


def test_what_is_refused_on_the_bus() -> None:
    script, _, _ = begin(core(), 3)
    script.write("TAIL", 1)  # it does not run
    script.write("RING", RING | 2)
    script.write("CONTROL", 1)
    script.write("RING", RING | 2)  # it runs
    script.write("TAIL", 5)  # of four descriptors
    script.write("TAIL", 0xFFFF)
    for register in ("ERROR", "TAIL", "RING"):
        script.read(register)
    told = follow(machine(core()), script, 1)
    assert (told.refused, told.words) == (4, (ORDER, 0, RING | 2))
    assert told.read == ()


def test_interrupts_come_of_marked_descriptors() -> None:
    script, ring, rng = begin(core(), 4, MEMORIES[0])
    ring.size = 1
    ring.start()
    for marked in (False, True):
        each = packet(rng, 10)
        ring.put(each)
        part = each.parts[0]
        address = ring.fill(Descriptor(part.address, len(part.data), each.result, interrupt=marked))
        ring.knock()
        ring.wait(address)
        script.add("clocks 20")
        script.read("INTR_STATUS")
        script.add("irq 0")
    told = follow(machine(core()), script, 1)
    assert told.words == (0, 1)
    assert told.late == 1


def _long(*values: str) -> ParameterSet:
    return pytest.param(*values, marks=pytest.mark.long)


@pytest.mark.parametrize(
    ("module", "text", "fault"),
    [
        ("byte_align", "broken != 2'd0 || (takes && error_q)", "1'b0"),
        ("byte_align", "if (error_q) broken_q[0] <= 1'b1;", ""),
        _long("burst_reader", "page_first ? address_q", "1'b0 ? address_q"),
        _long("burst_reader", "(9 + LANE_BITS)'(bytes_q) <= space_q", "1'b1"),
        _long("answer_writer", "word_last ? keep_q : '1", "'1"),
    ],
)
def test_a_fault_is_found(module: str, text: str, fault: str) -> None:
    of = core("hmac-sha256")
    sources = of.sources()
    name = f"{of.prefix}_{module}.sv"
    assert sources[name].count(text) == 1
    sources[name] = sources[name].replace(text, fault)
    subject = ring_subject(of, sources)
    assert any(subject.run(seed, run, 60).differences for seed in range(3) for run in range(4))


MOCK = """
#include <stdint.h>
#include <stdio.h>
#include "core.h"
#define RING {0}_RING_OFFSET
#define CONTROL {0}_CONTROL_OFFSET
#define TAIL {0}_TAIL_OFFSET
#define STATUS {0}_STATUS_OFFSET
static uint32_t registers[64];
static void write_register(uint32_t at, uint32_t word) {{ registers[at / 4] = word; }}
static uint32_t read_register(uint32_t at) {{ return registers[at / 4]; }}
static void wait_a_moment(void);
{1}
static volatile struct descriptor ring[1 << SIZE];
static void wait_a_moment(void) {{
    ring[1].status = DONE | 32 << 16;
    registers[STATUS / 4] = {0}_STATUS_STOPPED_MASK;
}}
int main(void) {{
    start(0x1000);
    submit(ring, 16, 3, 0, 64);
    volatile struct descriptor *second = submit(ring, 0x100003, 70, 5, 0x80040);
    printf("%x %x %u", registers[RING / 4], registers[CONTROL / 4], registers[TAIL / 4]);
    for (int i = 0; i < 4; i++) printf(" %x", ((volatile uint32_t *)second)[i]);
    printf(" %u", finish(second));
    stop();
    printf(" %u %zu", registers[CONTROL / 4], sizeof(struct descriptor));
    return 0;
}}
"""


def test_the_driver_of_the_document(tmp_path: Path) -> None:
    """It is C, and fills descriptors as the tests here do."""
    of, root = core(), Path(__file__).parents[3]
    (excerpt,) = re.findall(r"^```c\n(.*?)^```$", (root / "docs/dma.md").read_text(), re.M | re.S)
    header = bundle_files(of)[f"registers/{of.prefix}.h"]
    (tmp_path / "core.h").write_text(header)
    (tmp_path / "main.c").write_text(MOCK.format(of.prefix.upper(), excerpt))
    command = [compiler(), "-x", "c", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    given = Descriptor(0x100003, 70, 0x80040, 5).bytes
    words = [int.from_bytes(given[i : i + 4], "little") for i in range(0, 16, 4)]
    filled = " ".join(f"{word:x}" for word in words)
    assert done.stdout == f"1004 1 2 {filled} 0 0 32"


def test_zeroise_in_the_middle() -> None:
    """Every descriptor is done, of what was under way with status 7, and keys are gone."""
    of, told_of_it = core("hmac-sha256"), 0
    for seed in range(25):
        script, ring, rng = begin(of, seed)
        ring.size = 3
        ring.start()
        key = Packet((Part(DATA, b"Jefe"),), Op.KEY, 0, 0, RESULTS)
        macs = [
            Packet((Part(DATA + 0x400 * n, rng.randbytes(200)),), Op.MAC, 0, 32, RESULTS + 64 * n)
            for n in range(1, 6)
        ]
        places = []
        for each in (key, *macs):
            ring.put(each)
            ring.writable |= set(range(each.result, each.result + 32))
            places += [ring.fill(descriptor) for descriptor in each.descriptors()]
        ring.knock()
        script.add(f"clocks {rng.randrange(600, 3500)}")
        script.add("zeroize 2")
        for place in places:
            ring.wait(place)
        for each, place in zip((key, *macs), places, strict=True):
            script.get(place, 32)
            script.get(each.result, 64)
        last = Packet((Part(DATA, b"abc"),), Op.MAC, 0, 32, RESULTS)
        ring.put(last)
        (place,) = [ring.fill(descriptor) for descriptor in last.descriptors()]
        ring.knock()
        ring.wait(place)
        script.get(place, 32)
        told = follow(machine(of), script, seed)
        assert (told.failure, told.late) == ("", 0)
        results = [Written(int.from_bytes(d[16:20], "little")).result for d in told.bytes[::2]]
        assert results[-1] == 3
        before = [index for index, result in enumerate(results[1:-1], 1) if result == 0]
        assert set(results[1:-1]) <= {0, 3, 7}
        assert results[1:-1] == sorted(results[1:-1], key=[0, 7, 3].index)
        for index in before:
            tag = hmac.new(b"Jefe", macs[index - 1].data, "sha256").digest()
            assert told.bytes[2 * index + 1][:32] == tag
        told_of_it += 7 in results
        assert outside(told, ring, lanes(of)) == ""
    assert told_of_it > 5
