"""Random accesses to cores behind registers: a small part of the campaign, and faults it finds.

A fault is a register rule that is broken in a copy of the RTL.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.random.bus.subject import Bus, bus_subject
from hashloom.verification.random.bus.traffic import Accesses

CORES = [
    ("sha256", Architecture(), Interface(bus="apb4")),
    ("sha224+sha256", Architecture(load="serial"), Interface(bus="axi4-lite", length_bits=16)),
    ("hmac-sha256", Architecture(), Interface(bus="wishbone", resume=True)),
    ("sha256", Architecture(fold=4), Interface(bus="apb4")),
    ("hmac-sha512", Architecture(fold=2), Interface(bus="axi4-lite", slots=2)),
    ("hmac-sha384+sha512", Architecture(keys="bram"), Interface(bus="avalon-mm", slots=2)),
]
BUS_OF_16_BITS: dict[str, Any] = {"bus": "apb4", "length_bits": 16}
_PACKETS = 40


@cache
def plain() -> Core:
    return core_for("sha256", Architecture(), Interface(bus="apb4"))


@cache
def keyed() -> Core:
    return core_for("hmac-sha256", Architecture(), Interface(bus="apb4"))


@cache
def folded() -> Core:
    return core_for("hmac-sha256", Architecture(fold=4), Interface(bus="apb4", slots=1))


@pytest.mark.parametrize(("name", "architecture", "interface"), CORES)
def test_random_accesses(name: str, architecture: Architecture, interface: Interface) -> None:
    subject = bus_subject(core_for(name, architecture, interface))
    for run in (0, 2, 3):
        ran = subject.run(1, run, _PACKETS)
        assert ran.differences == ()
        assert ran.packets > _PACKETS // 2
        assert len(ran.hits) > 30
        assert ran.hits <= set(subject.bins)


def test_messages_that_are_too_long_come_to_their_end() -> None:
    subject = bus_subject(core_for("sha256", Architecture(unroll=4), Interface(**BUS_OF_16_BITS)))
    ran = [subject.run(7, run, _PACKETS) for run in range(3)]
    assert [each.differences for each in ran] == [()] * 3
    too_long = "registers, answer: message core, HASH, result 1"
    assert any(too_long in each.hits for each in ran)
    assert not subject.own_bins()[too_long]
    assert bus_subject(plain()).own_bins()[too_long]  # its counter has 64 bits


def test_a_run_is_the_same_again() -> None:
    subject = bus_subject(plain())
    assert subject.run(4, 0, 10) == subject.run(4, 0, 10)
    assert subject.run(4, 0, 10) != subject.run(5, 0, 10)


FAULTS = [
    ("message_window", "operation_found ? open_q || ended_q || erases", "operation_found ? open_q"),
    ("message_window", "(message_found || finish_found) && (!open_q || erases)", "1'b0"),
    ("message_window", "message_found ? !(low_q && high_q)", "message_found ? 1'b0"),
    ("message_window", "!(strobes_q && finish_fits_q)", "!strobes_q"),
    ("message_window", "assign room = open_q && !crowded", "assign room = open_q"),
    ("message_window", "order_q <= order;", "order_q <= 1'b0;"),
    ("message_window", "held_q[1] <= held_q[1] || write_strobe[1]", "held_q[1] <= write_strobe[1]"),
    ("message_window", "3'd2: final_keep = 4'b0011", "3'd2: final_keep = 4'b0111"),
    ("message_window", "(32'(word_q) >= BEHIND\n", "(32'(word_q) > BEHIND\n"),
    ("message_window", "late_q <= &(wait_q ^ turns);", "late_q <= 1'b1;"),
    ("registers", "if (rst) intr_enable_done_q <= 1'd0", "if (1'b0) intr_enable_done_q <= 1'd0"),
    ("registers", "if (rst) error_order_q <= 1'd0", "if (1'b0) error_order_q <= 1'd0"),
]
KEYED_FAULTS = [
    ("message_window", "ended_q <= open_q || ended_q", "ended_q <= ended_q"),
    ("message_window", "valid_q <= (open_q || ended_q) && begun_q && !sent_q", "valid_q <= 1'b0"),
]


FOLDED_FAULTS = [
    ("packet_judge", "state_q <= begun_q ? Drop : Idle;", "state_q <= Idle;"),
    ("packet_judge", "else state_q <= owed ? Say : Idle;", "else state_q <= Idle;"),
    ("packet_judge", "&& !zeroize\n      && (state_q == Drop", "\n      && (state_q == Drop"),
    ("packet_filler", "block_whole <= taken && full;", "block_whole <= taken;"),
    ("packet_filler", "room_q <= over_q;", "room_q <= 1'b0;"),
]


def faulty(core: Core, module: str, text: str, fault: str) -> Bus:
    sources = core.sources()
    name = f"{core.prefix}_{module}.sv"
    assert sources[name].count(text) == 1
    return bus_subject(core, {**sources, name: sources[name].replace(text, fault)})


@pytest.mark.parametrize(("module", "text", "fault"), FAULTS)
def test_a_fault_is_found(module: str, text: str, fault: str) -> None:
    subject = faulty(plain(), module, text, fault)
    seeds = ((2, 0), (2, 1), (2, 2), (2, 3), (2, 5), (3, 3), (3, 4))
    assert any(subject.run(seed, run, 100).differences for seed, run in seeds)


@pytest.mark.parametrize(("module", "text", "fault"), KEYED_FAULTS)
def test_a_fault_of_zeroize_is_found(module: str, text: str, fault: str) -> None:
    subject = faulty(keyed(), module, text, fault)
    assert any(subject.run(2, run, 100).differences for run in (2, 5))


@pytest.mark.parametrize(("module", "text", "fault"), FOLDED_FAULTS)
def test_a_fault_of_a_folded_core_is_found(module: str, text: str, fault: str) -> None:
    subject = faulty(folded(), module, text, fault)
    assert any(subject.run(2, run, 100).differences for run in range(6))


def test_a_script_is_made_small() -> None:
    subject = faulty(plain(), *FAULTS[7])
    run = next(run for run in range(6) if subject.run(2, run, 20).differences)
    (found,) = subject.run(2, run, 20).differences
    small = subject.smallest(2, run, 20, found, 20)
    assert len(small["lines"]) < 8
    assert subject.differences_of(small) != []
    assert bus_subject(plain()).differences_of(small) == []


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("write 44 0 15", "write of finish, order"),
        ("read 64", "read of digest, no_digest"),
        ("read 1", "read of no register, address"),
        ("write 0 1 15", "write of id, access"),
        ("read 40", "read of message, access"),
        ("write 36 0 7", "write of operation, bytes"),
        ("write 36 1 15", "write of operation, operation"),
    ],
)
def test_what_the_documents_refuse(line: str, refused: str) -> None:
    ran = bus_subject(plain()).judged(Accesses((line, "read 20"), 0, 1))
    assert ran.differences == ()
    assert f"registers, refused: {refused}" in ran.hits
