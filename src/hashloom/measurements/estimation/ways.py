"""The ways of a message through a shell, in clocks: latencies of the modules along them added up.

Nothing waits for anything: buffers are open, the stream takes what leaves, and it is the turn of
whoever comes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hashloom.rtl.shells.common.parameters import CHAIN_WORDS, ShellParameters
from hashloom.rtl.shells.hmac.parameters import HmacParameters
from hashloom.rtl.shells.hmac.shell import hmac_top
from hashloom.rtl.shells.message.shell import message_top
from hashloom.rtl.typed.items import Unit

Shell = ShellParameters | HmacParameters


@dataclass(frozen=True)
class Ways:
    """Clocks of the ways between the stream and the engine.

    Attributes:
        arrive: from the beat of an empty message to its row at the padder.
        pad: from there to its complete block.
        start: from there to the start of its slot.
        show: from the last chaining words of a block to the first word of its digest.
        back: of an inner digest from there to the complete block of the outer hash; from the last
            chaining words where the engine reads that from where it has left the digest.
        recalled: whether it does.
        once: of these, those that only a context's first tag with a key takes.
        leave: of a digest or tag from its first word to its last beat.
        sweep: by how much `pad` is longer of a message right behind a reset.
    """

    arrive: int
    pad: int
    start: int
    show: int
    back: int
    recalled: bool
    once: int
    leave: int
    sweep: int

    @property
    def between(self) -> int:
        """From the last chaining words of an inner hash to the slot of its outer block."""
        return self.back + self.start + (0 if self.recalled else self.show)


@lru_cache(maxsize=4096)
def units_of(shell: Shell) -> tuple[Unit, ...]:
    """The modules of a core's top module."""
    top = hmac_top(shell) if isinstance(shell, HmacParameters) else message_top(shell)
    return tuple(top.units)


@lru_cache(maxsize=4096)
def ways_of(shell: Shell) -> Ways:
    """The ways through a shell."""
    units = {unit.name: unit for unit in units_of(shell)}
    keyed = isinstance(shell, HmacParameters)
    p = shell.p if isinstance(shell, HmacParameters) else shell
    two = "u_merge" in units
    outer = "u_outer_" if two else "u_"
    arrive = units["u_front"].clocks("offer")
    back = once = 0
    recall = units.get("u_recall")
    leave = _leave(p, units, 1)
    if keyed:
        arrive += units["u_gate"].clocks("admit")
        route, writer = units["u_route"], units[f"{outer}writer"]
        inner = units["u_inner_route"] if two else route
        # The chaining words of an inner digest all go to the outer block.
        # The words of an inner digest leave the only route without a pause.
        gap = inner.clocks("gap") if two else 1
        words = inner.clocks("pass") + (CHAIN_WORDS - 1) * gap
        back = words + writer.clocks("claim") + writer.clocks("close")
        if recall:
            # Clocks tell, counted from the start of the digest's slot.
            back = recall.parameters["TELL"] - 1 - p.result_clocks
        once = writer.clocks("close") if writer.parameters["DEDICATED"] else 0
        leave = route.clocks("pass") + _leave(p, units, route.clocks("gap"))
    return Ways(
        arrive=arrive,
        pad=units["u_pad"].clocks("pad"),
        start=units[f"{outer}rota"].clocks("start"),
        show=units[f"{outer}ledger"].clocks("show") + units[f"{outer}store"].clocks("offer"),
        back=back,
        recalled=recall is not None,
        once=once,
        leave=leave,
        sweep=units["u_pad"].clocks("sweep"),
    )


def _leave(p: ShellParameters, units: dict[str, Unit], gap: int) -> int:
    """From the first word at the output stream to the last beat, words coming `gap` clocks apart.

    A beat of several words is waited for, words of several beats go one by one.
    """
    stream = units["u_stream"]
    words, last = p.digest_words, p.digest_bytes * 8 - (p.digest_words - 1) * p.word_bits
    beats = -(-last // p.width)  # of the last word
    if p.width > p.word_bits:
        filled = (words - 1) // min(p.width // p.word_bits, words)
        pauses = filled * stream.clocks("pause") if gap == 1 else 0
        return (words - 1) * gap + pauses + stream.clocks("offer")
    return (words - 1) * max(gap, stream.clocks("gap")) + stream.clocks("offer") + beats - 1
