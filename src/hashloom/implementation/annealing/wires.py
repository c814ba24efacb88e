"""How long a wire is expected to take, by how far it goes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class WireDelays:
    """Delays in ps.

    Attributes:
        table: of a wire to a look-up table, `side` by `side`: tiles across, then tiles along.
        beyond: of each tile more than the table has.
        offsets: what a wire to another pin takes more.
    """

    side: int
    table: tuple[int, ...]
    beyond: int
    offsets: dict[str, int]

    def offset(self, pin: str) -> int:
        """What a wire to `pin` takes more than one to a look-up table."""
        return self.offsets.get(pin, 0)


# What nextpnr's router needed in routed cores of hashloom on the fastest grade, about the median
_SAME_TILE, _STRAIGHT, _BENT, _FAR = 400, (540, 65), (580, 85), 45
_OFFSETS = {"M": -100, "CE": -100, "LSR": -130}
_SIDE = 9
_SLOWER = {"8": 1.0, "7": 1.14, "6": 1.29}  # of the same wires, by speed grade


def wire_delays(speed: str) -> WireDelays:
    """Those of an ECP5 of a speed grade."""
    slower = _SLOWER[speed]
    return WireDelays(
        _SIDE,
        tuple(round(slower * _wire(a, b)) for a in range(_SIDE) for b in range(_SIDE)),
        round(slower * _FAR),
        {pin: round(slower * ps) for pin, ps in _OFFSETS.items()},
    )


def _wire(across: int, along: int) -> int:
    if across + along == 0:
        return _SAME_TILE
    base, tile = _BENT if across and along else _STRAIGHT
    return base + tile * (across + along)
