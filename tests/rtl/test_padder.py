"""The padder keeps up with engines of short slots, and makes way when it is told to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import new

import pytest

from hashloom.hashes import Hash, get_hash
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run

Sources = Callable[..., dict[str, str]]

# Noise on hold, in bursts, and whether the padder writes in spite of it.
HOLD = """
  logic hold;
  logic [30:0] noise_q;
  logic [1:0] held_q;
  initial noise_q = 31'd1;
  assign hold = noise_q[0] && (noise_q[9] || noise_q[14]);
  always_ff @(posedge clk) begin
    noise_q <= {noise_q[29:0], noise_q[30] ^ noise_q[27]};
    held_q <= {held_q[0], hold};
    if (held_q[1] && write) $fatal(1, "a row is written two clocks after hold");
  end
endmodule
"""


@dataclass(frozen=True)
class Streams:
    """The streams of a shell."""

    width: int | None
    length_bits: int = 64


@dataclass(frozen=True)
class Subject:
    """A shell around a model engine, for the driver."""

    hash: Hash
    p: ShellParameters
    texts: dict[str, str]
    level: str = "message"

    @property
    def name(self) -> str:
        return self.p.name

    @property
    def top(self) -> str:
        return self.p.name

    @property
    def contexts(self) -> int:
        return self.p.contexts

    @property
    def interface(self) -> Streams:
        return Streams(self.p.width)

    def sources(self) -> dict[str, str]:
        return self.texts

    def clocks(self, lengths: list[int], turn: int = 1, stalls: float = 0.0) -> int:
        """Clocks for messages of these lengths in turn, whose digests must be right."""
        messages = [bytes((i * 7 + n) & 255 for i in range(n)) for n in lengths]
        jobs = [Job(message, i % self.contexts) for i, message in enumerate(messages)]
        setting = Setting(turn=turn, stalls=stalls, seed=len(jobs))
        outcome = run(compile_driver(self, self.sources()), jobs, setting)
        answers = outcome.whole(self.name)
        assert [a.digest for a in answers] == [new(self.hash.name, m).digest() for m in messages]
        return outcome.clocks


def shell(pad_words: int, stages: int, **fields: int | str) -> ShellParameters:
    """As many rounds as words a clock, streams of a row, and digests without a pause."""
    p = ShellParameters(
        name="core",
        word_bits=32,
        unroll=pad_words,
        stages=stages,
        interleave=1,
        chain_words=min(pad_words, 4),
        digest_bytes=32,
        width=32 * pad_words,
        pad_words=pad_words,
        full_rate=True,
    )
    return replace(p, **fields)  # type: ignore[arg-type]


# Shells around engines with slots of 16 / PW clocks.
SHORT_SLOTS = {
    "one": shell(1, 5),
    "two": shell(2, 5),
    "two-of-eight-contexts": shell(2, 4, interleave=2),
    "four": shell(4, 8),
    "eight": shell(8, 16),
    "sixteen": shell(16, 12, unroll=64),
}


@pytest.mark.parametrize("case", SHORT_SLOTS)
def test_a_block_in_every_slot(case: str, core_sources: Sources) -> None:
    p = SHORT_SLOTS[case]
    core = Subject(get_hash("sha256"), p, core_sources("sha256", p, 0))
    rows = 16 // p.pad_words
    extra = 0 if p.pad_words > 1 else 3  # rows of one word: clocks left unused, slots missed

    def clocks_each(length: int, turn: int = rows) -> float:
        few, many = (core.clocks([length] * (p.contexts * n), turn) for n in (10, 40))
        return (many - few) / (30 * p.contexts)

    # A digest takes eight clocks. Of two blocks one has no digest.
    assert clocks_each(55) == clocks_each(0) == max(rows, 8)
    for length in (56, 63, 64):
        assert clocks_each(length) <= max(2 * rows, 8) + 1 + extra
    long = clocks_each(64 * 40 - 9)  # forty blocks, then digests of all contexts at once
    assert 40 * rows <= long <= 40 * rows + 8 + extra


HELD = {
    "one-of-one": shell(1, 1),
    "one-of-three": shell(1, 3, width=8),
    "two-of-four": shell(2, 4, width=128),
    "four-of-one": shell(4, 1),
    "eight-of-six": shell(8, 2, interleave=3),
    "sixteen-of-one": shell(16, 1),
    "sixteen-of-five": shell(16, 5, width=128),
}


@pytest.mark.parametrize("case", HELD)
@pytest.mark.parametrize("stalls", [0.0, 0.3])
def test_hold(case: str, stalls: float, core_sources: Sources) -> None:
    p = HELD[case]
    texts = core_sources("sha256", p)
    text, count = re.subn(r"(\.hold +)\(1'b0\)", r"\1(hold)", texts["core.sv"])
    assert count == 1
    texts |= {"core.sv": text.replace("endmodule\n", HOLD)}
    core = Subject(get_hash("sha256"), p, texts)
    lengths = [*range(0, 200, 3), *range(50, 70), *(n for n in (55, 56, 64, 0) for _ in range(6))]
    assert core.clocks(lengths, stalls=stalls) > 0
