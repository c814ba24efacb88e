"""How long a wire is expected to take, by how far it goes.

It is what nextpnr's router needed in the median, in cores of hashloom that it has routed on the
fastest grade: `wires.json`, which `python benchmarks/wires.py` measures.  It is no straight line:
an ECP5 has wires that span six tiles, and six are sooner reached than four.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class WireDelays:
    """Delays in ps.

    Attributes:
        table: of a wire to a look-up table, `side` by `side`: tiles across, then tiles along.
        beyond: of each tile more than the table has.
        offsets: what a wire to a pin takes more than one to a look-up table does in the median.
    """

    side: int
    table: tuple[int, ...]
    beyond: int
    offsets: dict[str, int]

    def offset(self, pin: str) -> int:
        """What a wire to `pin` takes more."""
        return self.offsets.get(pin, 0)


_SLOWER = {"8": 1.0, "7": 1.14, "6": 1.29}  # of the same wires, by speed grade


def wire_delays(speed: str) -> WireDelays:
    """Those of an ECP5 of a speed grade."""
    measured = json.loads((resources.files(__package__) / "wires.json").read_text("utf-8"))
    slower = _SLOWER[speed]
    return WireDelays(
        len(measured["table"]),
        tuple(round(slower * ps) for row in measured["table"] for ps in row),
        round(slower * measured["beyond"]),
        {pin: round(slower * ps) for pin, ps in measured["offsets"].items()},
    )
