"""Random packets over the line of a board: a design is right, and faults of one are found."""

from __future__ import annotations

from random import Random

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.cores.boards.board import BoardDesign, board_design, fastest
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.random.line.frames import Reader, written
from hashloom.verification.random.line.script import FAULTS, Packet, episodes, harmless, spoiled
from hashloom.verification.random.line.subject import line_subject
from hashloom.verification.random.requests import Op, Status, shape_of

KEYED = fastest(
    board_design("tang-nano-20k", "hmac-sha256", Architecture(fold=4), Interface(slots=2))
)


def test_a_design_is_right() -> None:
    subject = line_subject(KEYED)
    ran = subject.run(1, 0, 60)
    assert (ran.differences, ran.packets >= 60) == ((), True)
    assert {"boards, on tang-nano-20k", "boards, MAC: 0", "boards, VERIFY: 2"} <= ran.hits
    assert ran.hits <= set(subject.bins)
    assert not any(subject.own_bins()[hit] for hit in ran.hits)


@pytest.mark.parametrize(
    ("module", "text", "fault"),
    [
        ("frame_reader", "byte_data[5] ^ escaped_q", "byte_data[5]"),
        ("frame_gate", "frame_good && up_q && !kind_q[1];", "frame_good && !kind_q[1];"),
        ("packet_feeder", "entry_mark ? 8'd0 : entry_data", "entry_mark ? 8'd0 : 8'd0"),
        ("frame_gate", "number_q == next_q && !over_q && !full;", "!over_q && !full;"),
    ],
)
def test_a_fault_of_a_design_is_found(
    module: str, text: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashloom.verification.random.line.session._QUIET_SECONDS", 4.0)
    name = f"{KEYED.core.prefix}_{module}.sv"
    source = KEYED.sources()[name]
    assert source.count(text) == 1

    class Spoiled(BoardDesign):
        def sources(self) -> dict[str, str]:
            return KEYED.sources() | {name: source.replace(text, fault)}

    design = Spoiled(KEYED.core, KEYED.board, KEYED.clock, KEYED.baud)
    assert line_subject(design).run(1, 0, 60).differences


def test_the_answers_of_a_script() -> None:
    """No answer without its key, and a tag is wrong in a bit where it is to be rejected."""
    rng, seen = Random(3), set()
    script = episodes(shape_of(KEYED.core), rng)
    for _, episode in zip(range(60), script, strict=False):
        held: set[int] = set()
        tag = b""
        for packet in episode.packets:
            slot = packet.command >> 11 & 0xFF
            if packet.op is Op.KEY and packet.status is Status.DONE:
                held.add(slot)
            held = set() if packet.op is Op.ERASE_ALL else held
            held -= {slot} if packet.op is Op.ERASE else set()
            if packet.op in (Op.MAC, Op.VERIFY):
                assert (packet.status is Status.NO_KEY) == (slot not in held)
            if packet.op is Op.VERIFY and packet.status is not Status.NO_KEY:
                seen.add(packet.status)
                assert len(tag) == packet.command >> 4 & 0x7F
            tag = packet.data if packet.op is Op.TAG else tag
    assert seen == {Status.DONE, Status.REJECTED}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_spoiled_frame_is_what_it_is_said_to_be(fault: str) -> None:
    rng = Random(4)
    for length in range(8, 60):
        content = bytes([5]) + rng.randbytes(length)
        line = spoiled(fault, content, rng)
        if FAULTS[fault]:
            assert Reader().take(line) == [content] * line.count(written(content))
            continue
        assert None in Reader().take(line)
    assert Reader().take(b"".join(harmless(kind, rng) for kind in ("flags", "two bytes"))) == []


def test_the_boards_come_in_turn() -> None:
    drawn = [DRAWS["boards"](f"7/{index}") for index in range(3)]
    designs = [each.design for each in drawn if each.design is not None]
    assert len({design.board.name for design in designs}) == 3
    assert all(each.point == each.core.request for each in drawn)
    assert isinstance(next(episodes(shape_of(drawn[0].core), Random(1))).left, Packet)
