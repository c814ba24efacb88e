"""Designs on boards as subjects of random traffic."""

from __future__ import annotations

import os
import tty
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any

from hashloom.boards import board_names
from hashloom.cores.boards.board import BoardDesign
from hashloom.verification.random.line.script import ENDS, HARMLESS, episodes
from hashloom.verification.random.line.session import DifferentError, Session
from hashloom.verification.random.requests import Shape, shape_of
from hashloom.verification.random.subject import Ran
from hashloom.verification.simulation.board import compile_board, simulated

PREFIX = "boards, "
_DRIFT = 200  # parts in ten thousand by which the host's bits may be longer or shorter
_ANSWERED = {
    "HASH": (0,),
    "MAC": (0, 3),
    "VERIFY": (0, 2, 3),
    "KEY": (0, 3),
    "ERASE": (0,),
    "ERASE_ALL": (0,),
}


@cache
def all_bins() -> dict[str, str]:
    """Every bin, with why no design can hit it, or nothing."""
    ops = chain.from_iterable(product([op], statuses) for op, statuses in _ANSWERED.items())
    bins = [f"on {name}" for name in board_names()]
    bins += [f"{op}: {status}" for op, status in ops]
    bins += [f"end: {end}" for end in ENDS] + [f"between frames: {kind}" for kind in HARMLESS]
    return {f"{PREFIX}{bin_}": "" for bin_ in bins}


@dataclass(frozen=True)
class Line:
    """A compiled design on a board."""

    executable: Path
    design: BoardDesign
    shape: Shape

    @property
    def bins(self) -> Mapping[str, str]:
        """All bins of designs on boards."""
        return all_bins()

    def own_bins(self) -> dict[str, str]:
        """All bins, with why this design cannot hit one."""
        keyed = tuple(f"{PREFIX}{op}:" for op in _ANSWERED if op != "HASH")
        here = f"{PREFIX}on {self.design.board.name}"
        found = {}
        for bin_ in all_bins():
            other = bin_.startswith(f"{PREFIX}on ") and bin_ != here
            without = bin_.startswith(keyed) and not self.shape.keyed
            found[bin_] = "it is on one board" if other else "it has no keys" if without else ""
        return found

    def run(self, seed: int, run: int, packets: int) -> Ran:
        """Run number `run` of so many packets, or more.

        What is sent is the same for the same arguments; when each byte of it reaches the design is
        a matter of the machine, too.
        """
        rng = Random(f"{seed}/{run}, board")
        hits = {f"on {self.design.board.name}"}
        drift = rng.randint(-_DRIFT, _DRIFT)
        with simulated(self.executable, drift) as path:
            terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
            try:
                tty.setraw(terminal)
                session = Session(terminal, self._greeting, rng, hits.add)
                found = _played(session, self.shape, rng, packets)
            finally:
                os.close(terminal)
        known = frozenset(f"{PREFIX}{hit}" for hit in hits) & frozenset(all_bins())
        return Ran(session.packets, 0, found, known)

    @property
    def _greeting(self) -> bytes:
        """What docs/boards.md says that the design says of itself."""
        asked = self.design.core.request.hash_name
        return f"hashloom 1 {asked} {self.shape.slots if self.shape.keyed else 0}".encode()

    def smallest(self, seed: int, run: int, packets: int, text: str, seconds: float) -> Any:
        """The run as JSON holds it, and on which board it was."""
        del text, seconds
        return {"board": self.design.board.name, "seed": seed, "run": run, "packets": packets}

    def differences_of(self, document: Any) -> list[str]:
        """What the design does differently in a run that was kept."""
        seed, run, packets = (document[name] for name in ("seed", "run", "packets"))
        return list(self.run(seed, run, packets).differences)


def _played(session: Session, shape: Shape, rng: Random, packets: int) -> tuple[str, ...]:
    """What differs first, or nothing."""
    where = "at its beginning"
    try:
        session.wake()
        for number, episode in enumerate(episodes(shape, rng)):
            if session.packets >= packets:
                break
            where = f"episode {number}"
            session.play(episode)
    except DifferentError as error:
        return (f"{where}: {error}",)
    return ()


def line_subject(design: BoardDesign) -> Line:
    """A design on a board, compiled."""
    return Line(compile_board(design), design, shape_of(design.core))
