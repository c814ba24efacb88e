"""Cores that take padded blocks whole as subjects of random traffic."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from hashloom.cores import Core
from hashloom.errors import CheckError
from hashloom.verification.random.subject import Ran
from hashloom.verification.simulation.blocks import Sent, executable_of, send

PREFIX = "blocks, "
_PAUSES = (0.0, 0.5, 0.9)  # share of the clocks in which a side does not go on
_LENGTHS = ("one block", "two blocks", "several blocks")
_KEYS = ("empty", "below a block", "a block", "longer")
_AGAIN = 0.6  # probability that a message has the key of the one before
_FILLED = 9 / 64  # of a block, what padding takes at least


@cache
def all_bins() -> dict[str, str]:
    """Every bin, with why no core can hit it, or nothing."""
    bins = [f"pauses: before blocks {a}, of answers {b}" for a, b in product(_PAUSES, _PAUSES)]
    bins += [f"message: {kind}" for kind in _LENGTHS] + [f"key: {kind}" for kind in _KEYS]
    return {f"{PREFIX}{bin_}": "" for bin_ in bins}


@dataclass(frozen=True)
class Blocks:
    """A compiled core of level block or hmac-block."""

    executable: Path
    core: Core

    @property
    def bins(self) -> Mapping[str, str]:
        """All bins of such cores."""
        return all_bins()

    def own_bins(self) -> dict[str, str]:
        """All bins, with why this core cannot hit one."""
        without = "" if self._keyed else "it has no key"
        return {bin_: without if " key: " in bin_ else "" for bin_ in all_bins()}

    @property
    def _keyed(self) -> bool:
        return bool(self.core.interface.kind.mark)

    def run(self, seed: int, run: int, packets: int) -> Ran:
        """Run number `run` of so many messages."""
        rng = Random(f"{seed}/{run}, blocks")
        stalls, held = rng.choice(_PAUSES), rng.choice(_PAUSES)
        hits = {f"pauses: before blocks {stalls}, of answers {held}"}
        sent = self._sent(rng, packets, hits)
        known = frozenset(f"{PREFIX}{hit}" for hit in hits)
        machine_seed = rng.getrandbits(20) + 1
        try:
            seen = send(self.core, sent, stalls=stalls, held=held, seed=machine_seed)
        except CheckError as error:
            return Ran(0, 0, (str(error),), known)
        found = [f"{len(seen.answers)} answers to {len(sent)} messages"]
        if len(seen.answers) == len(sent):
            pairs = enumerate(zip(sent, seen.answers, strict=True))
            found = [
                f"message {number}: {answer.hex()} in place of {self._answer(each).hex()}"
                for number, (each, answer) in pairs
                if answer != self._answer(each)
            ]
        return Ran(len(seen.answers), seen.given[-1], tuple(found[:1]), known)

    def _sent(self, rng: Random, packets: int, hits: set[str]) -> list[Sent]:
        block, key = self.core.hash.block_bits // 8, b""
        found = []
        for number in range(packets):
            length = rng.choice(
                (rng.randrange(block), rng.randrange(block), rng.randrange(4 * block))
            )
            blocks = int(length / block + _FILLED) + 1
            hits.add(f"message: {_LENGTHS[min(blocks, 3) - 1]}")
            if self._keyed and (not number or rng.random() > _AGAIN):
                size = rng.choice(
                    (0, rng.randint(1, block - 1), block, rng.randint(block, 3 * block))
                )
                key = rng.randbytes(size)
                edges = (0, block - 1, block)
                hits.add(f"key: {_KEYS[sum(size > edge for edge in edges)]}")
            found.append(Sent(rng.randbytes(length), key if self._keyed else None))
        return found

    def _answer(self, sent: Sent) -> bytes:
        name = self.core.hash.name.replace("sha512_", "sha512-")
        if sent.key is None:
            return hashlib.new(name, sent.message).digest()
        return hmac.digest(sent.key, sent.message, name)

    def smallest(self, seed: int, run: int, packets: int, text: str, seconds: float) -> Any:
        """The run as JSON holds it."""
        del text, seconds
        return {"seed": seed, "run": run, "packets": packets}

    def differences_of(self, document: Any) -> list[str]:
        """What the core does differently in a run that was kept."""
        seed, run, packets = (document[name] for name in ("seed", "run", "packets"))
        return list(self.run(seed, run, packets).differences)


def block_subject(core: Core) -> Blocks:
    """A core that takes blocks whole, compiled."""
    return Blocks(executable_of(core), core)
