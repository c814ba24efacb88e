"""Cores on boards: what is written for one, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Interface
from hashloom.cores.boards.board import FEWEST_CLOCKS, BoardDesign, board_design, fastest
from hashloom.errors import RequestError

A = Architecture


def design(board: str = "ulx3s-85f", name: str = "sha256", **given: float) -> BoardDesign:
    return board_design(
        board, name, A(fold=1), Interface(slots=1 if "hmac" in name else 4), **given
    )


def test_a_design() -> None:
    made = design("icebreaker", "hmac-sha256")
    assert made.name == "hmac_sha256_f1_w8_slots1_icebreaker"
    assert made.greeting == "hashloom 1 hmac-sha256 1"
    assert (made.mhz, made.bit_clocks) == (24.0, 24)
    top = made.sources()[f"{made.top}.sv"]
    ports = re.findall(r"^  (input|output) +logic +(\w+)", top, re.MULTILINE)
    assert sorted(name for _, name in ports) == sorted(made.board.pins)
    assert "SB_PLL40_PAD" in made.sources()[f"{made.core.prefix}_pll.sv"]
    assert list(made.simulation_models) == ["SB_PLL40_PAD.sv"]
    assert made.command == (
        "hashloom board icebreaker hmac-sha256 --fold 1 --slots 1 --clock 24 --baud 1000000"
    )


def test_the_core_is_that_of_any_other_use() -> None:
    """Nothing of a board is in it."""
    made = design("ulx3s-85f")
    core = made.core
    assert core.interface.width == 8
    assert made.sources().items() >= core.sources_for(core.target).items()


def test_levels_of_buttons_and_lights() -> None:
    low, high = design("icebreaker"), design("ulx3s-85f")
    assert "assign run = locked && button;" in low.sources()[f"{low.top}.sv"]
    assert "assign led = !up;" in low.sources()[f"{low.top}.sv"]
    assert "assign run = locked && !button;" in high.sources()[f"{high.top}.sv"]
    assert "assign led = up;" in high.sources()[f"{high.top}.sv"]
    without = design("orangecrab-25f")
    assert "assign run = locked;" in without.sources()[f"{without.top}.sv"]


def test_the_clock_is_the_highest_that_is_not_above() -> None:
    assert design(mhz=99).mhz == 87.5
    assert design(mhz=99).bit_clocks == 88
    with pytest.raises(RequestError, match="no clock of 0 MHz"):
        design(mhz=0)
    assert fastest(design(mhz=99)).bit_clocks == FEWEST_CLOCKS


@pytest.mark.parametrize(
    ("architecture", "interface", "sentence"),
    [
        (A(interleave=2), Interface(), "2 messages in flight does not stand behind a board's UART"),
        (A(), Interface(copies=2), "2 messages in flight does not"),
        (A(), Interface(level="engine"), "A core without streams does not"),
        (A(), Interface(bus="apb4"), "A core behind registers does not"),
        (A(), Interface(width=32), "A stream of 32 bits does not"),
    ],
)
def test_refused_cores(architecture: Architecture, interface: Interface, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        board_design("ulx3s-85f", "sha256", architecture, interface)


@pytest.mark.parametrize("interface", [Interface(resume=True), Interface(private_slots=True)])
def test_refused_hmac_cores(interface: Interface) -> None:
    with pytest.raises(RequestError, match="--resume and --private-slots"):
        board_design("ulx3s-85f", "hmac-sha256", A(), interface)


@pytest.mark.parametrize(
    ("baud", "sentence"),
    [
        (9_375_001, "accepted with --baud is 300 to 9375000"),
        (299, "300 to 9375000"),
        (7_000_000, "6818182 bits a second of 7000000, .* accepted with --baud is 6818181"),
    ],
)
def test_refused_rates(baud: int, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        design(baud=baud)
    accepted = re.search(r"(\d+)\W*$", sentence)
    assert accepted is not None
    assert design(baud=int(accepted[1])).baud == int(accepted[1])


def test_all_of_a_greeting_has_to_fit() -> None:
    longest = "hmac-sha384+sha512+sha512_224+sha512_256"
    made = board_design("ulx3s-85f", longest, A(), Interface(slots=256))
    assert len(made.greeting) <= 64
    assert replace(made, baud=115200).bit_clocks == 651
