"""The clock of a board: what its PLL makes of its oscillator.

A PLL divides its input by R, compares it with its oscillator (the VCO) divided by F times Q, and
gives out the VCO divided by Q: f = f_in F / R, f_vco = f Q.  Each of these has limits, which are
those of the makers' data sheets: Lattice FPGA-DS-02012 (ECP5), FPGA-DS-02008 (iCE40 UltraPlus),
Gowin DS117 (GW1NR) and DS226 (GW2AR).  The F of an iCE40 reaches 128 here, as in icepll, whose
makers have found that the limit of 64 in Lattice FPGA-TN-02052 is that of other feedback.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from hashloom.boards.model import Board
from hashloom.errors import RequestError


@dataclass(frozen=True)
class Limits:
    """What a PLL can do; frequencies in MHz, lowest and highest.

    Attributes:
        divided, multiplied: the greatest R and F, each from 1.
        outputs: each Q.
        compared: f_in / R.
        vco, output: f_vco and f.
        behind: F counts between the VCO and the comparison, and Q behind that: f = f_in F / (R Q).
    """

    divided: int
    multiplied: int
    outputs: tuple[int, ...]
    compared: tuple[Fraction, Fraction]
    vco: tuple[Fraction, Fraction]
    output: tuple[Fraction, Fraction]
    behind: bool = False


@dataclass(frozen=True)
class Clock:
    """How a PLL is set: R, F, Q, and what comes out and the VCO has, in MHz."""

    divide: int
    multiply: int
    output: int
    mhz: Fraction
    vco_mhz: Fraction


def _range(low: str, high: str) -> tuple[Fraction, Fraction]:
    return Fraction(low), Fraction(high)


_ECP5 = Limits(
    128,
    80,
    tuple(range(1, 129)),
    _range("10", "400"),
    _range("400", "800"),
    _range("3.125", "400"),
)
_ICE40 = Limits(
    16,
    128,
    tuple(1 << power for power in range(1, 7)),
    _range("10", "133"),
    _range("533", "1066"),
    _range("16", "275"),
    behind=True,
)
_GOWIN_OUTPUTS = (2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128)
_GW1N = Limits(
    64, 64, _GOWIN_OUTPUTS, _range("3", "400"), _range("400", "1200"), _range("3.125", "600")
)
_GW2A = Limits(
    64, 64, _GOWIN_OUTPUTS, _range("3", "500"), _range("500", "1250"), _range("3.90625", "625")
)
_LIMITS = {"gw1n-9": _GW1N, "gw2a-18": _GW2A, "ice40-up5k": _ICE40}


def limits_of(board: Board) -> Limits:
    """What the PLL of a board's device can do."""
    return _LIMITS.get(board.target, _ECP5)


def clock_of(board: Board, mhz: float) -> Clock:
    """The highest clock that a board's PLL gives and that is not above `mhz`.

    Of several ways to it that with the least division before the comparison, and then with the VCO
    nearest to the middle of its range.  Raises RequestError where there is none.
    """
    limits = limits_of(board)
    oscillator = Fraction(str(board.oscillator_mhz))
    clocks = _clocks(limits, oscillator)
    lowest, highest = min(c.mhz for c in clocks), max(c.mhz for c in clocks)
    if not float(lowest) <= mhz <= float(highest):
        raise RequestError(
            f"The PLL of {board.name} gives no clock of {mhz:g} MHz; accepted with --clock is "
            f"{float(lowest):g} to {float(highest):g}."
        )
    middle = (limits.vco[0] + limits.vco[1]) / 2
    return max(
        (clock for clock in clocks if float(clock.mhz) <= mhz),
        key=lambda clock: (clock.mhz, -clock.divide, -abs(clock.vco_mhz - middle)),
    )


@lru_cache
def _clocks(limits: Limits, oscillator: Fraction) -> tuple[Clock, ...]:
    """Every way in which a PLL can be set."""
    return tuple(_settings(limits, oscillator))


def _settings(limits: Limits, oscillator: Fraction) -> Iterator[Clock]:
    for divide in range(1, limits.divided + 1):
        compared = oscillator / divide
        if not _within(compared, limits.compared):
            continue
        for multiply in range(1, limits.multiplied + 1):
            for output in limits.outputs:
                vco = compared * multiply * (1 if limits.behind else output)
                mhz = vco / output
                if _within(vco, limits.vco) and _within(mhz, limits.output):
                    yield Clock(divide, multiply, output, mhz, vco)


def _within(value: Fraction, bounds: tuple[Fraction, Fraction]) -> bool:
    return bounds[0] <= value <= bounds[1]
