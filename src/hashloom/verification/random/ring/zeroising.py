"""Which packets of a ring were done before `zeroize`, which were under way and which came behind.

Of a core of one message in flight they come in that order.  In one of several they may overtake
each other, but for packets that change keys: what was sent before those stays before them, and what
was sent behind them behind (docs/dma.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

from hashloom.verification.random.ring.model import Expected, Model, Packet

BEFORE, AMID, BEHIND = range(3)
_AT_A_TIME = 16  # packets of a context under way when zeroize comes, at most


def held(model: Model) -> str:
    """What a core holds, by which models are told apart."""
    return repr((model.oracle.keys, model.oracle.hashes, model.oracle.tags))


@dataclass(frozen=True)
class Way:
    """A way in which packets were before `zeroize`, under way, or behind it.

    Attributes:
        early: what the core holds of packets that were not behind, `zeroize` left aside.
        late: what it holds of those that were behind.
        place: of the packet that was sent last.
        amid: packets that were under way.
        overtaken: one was behind.
        shut: everything from here on is behind.
    """

    early: Model
    late: Model
    place: int = BEFORE
    amid: int = 0
    overtaken: bool = False
    shut: bool = False

    @property
    def name(self) -> str:
        """By which ways are told apart."""
        state = (self.place, self.amid, self.overtaken, self.shut)
        return f"{held(self.early)} {held(self.late)} {state}"

    def through(self, packet: Packet) -> Iterator[tuple[Way, list[Expected]]]:
        """Every way with the packet behind those before, and what it gets then."""
        several = self.early.shape.contexts > 1
        first = BEHIND if self.shut else BEFORE if several else self.place
        if packet.changes_keys and self.overtaken:
            first = BEHIND
        for place in range(first, BEHIND + 1):
            early, late = deepcopy(self.early), deepcopy(self.late)
            if place == BEHIND:
                expected = list(late.packet(packet))
            else:
                expected = list(deepcopy(early).zeroised(packet))
                done = list(early.packet(packet))
                expected = expected if place == AMID else done
            amid = self.amid + (place == AMID)
            if amid < _AT_A_TIME * self.early.shape.contexts:
                overtaken = self.overtaken or place == BEHIND
                shut = self.shut or (packet.changes_keys and place == BEHIND)
                yield Way(early, late, place, amid, overtaken, shut), expected


def way_of(model: Model) -> Way:
    """Before any packet."""
    late = deepcopy(model)
    late.oracle.zeroise()
    return Way(model, late)
