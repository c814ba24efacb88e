"""Digests of every length leave as the beats they must, in order, and without a pause if asked."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from support.engines import CLOCK

from hashloom.rtl.typed.faces import library_text
from hashloom.rtl.verilog import instance
from hashloom.verification.simulation.verilator import Build, build_model

BENCH = Path(__file__).parents[1] / "support" / "digest_bench.sv"
CLOCKS = 6000


@dataclass(frozen=True)
class Digest:
    """What is sent: bytes (perhaps none), its context and what was wrong with its message."""

    data: bytes
    context: int
    error: int


@dataclass(frozen=True)
class Shape:
    """Parameters of digest_bench."""

    width: int
    word: int = 32
    longest: int = 8
    status: int = 1
    full_rate: bool = False
    pauses: int = 0


def words_of(digest: Digest, shape: Shape) -> list[str]:
    """Lines of words.hex: {data, keep, last, context, error}."""
    step = shape.word // 8
    pieces = [digest.data[i : i + step] for i in range(0, len(digest.data), step)] or [b""]
    lines = []
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        # What is beyond the last byte, and the marks before the last word, are any.
        value = int.from_bytes(piece + random.randbytes(step - len(piece)), "big")
        kept = int("1" * len(piece) + "0" * (step - len(piece)), 2)
        keep = kept if last else random.getrandbits(step)
        fields = ((value, shape.word), (keep, step), (last, 1), (digest.context, 8))
        joined = 0
        for field, bits in (*fields, (digest.error, 8)):
            joined = joined << bits | field
        lines.append(f"{joined:x}")
    return lines


def beats(shape: Shape, digests: Sequence[Digest], folder: Path) -> list[tuple[int, Digest, int]]:
    """Plays the digests: what came, each with the clock of its last beat and its beats."""
    random.seed(3)
    words = [line for digest in digests for line in words_of(digest, shape)]
    (folder / "words.hex").write_text("\n".join([*words, "0"]) + "\n")
    parameters = {
        "WIDTH": shape.width,
        "WORD": shape.word,
        "WORDS": len(words),
        "LONGEST": shape.longest,
        "STATUS": shape.status,
        "FULL_RATE": int(shape.full_rate),
        "PAUSES": shape.pauses,
    }
    wired = {"clk": "clk", "rst": "rst"}
    bench = instance("digest_bench", "u_bench", wired, {n: str(v) for n, v in parameters.items()})
    top = ["module bench (input logic clk, input logic rst);", *bench, "endmodule", ""]
    sources = {"digest_stream.sv": library_text("digest_stream")}
    sources |= {BENCH.name: BENCH.read_text(), "bench.sv": "\n".join(top)}
    program = build_model(sources, "bench", {"clock.cpp": CLOCK}, Build())
    done = subprocess.run(
        [program, str(CLOCKS), "1"], cwd=folder, capture_output=True, text=True, check=True
    )
    return gathered(done.stdout, shape)


def gathered(text: str, shape: Shape) -> list[tuple[int, Digest, int]]:
    """Digests from the lines the bench printed."""
    found, data, count = [], b"", 0
    for line in text.splitlines():
        if not line.startswith("beat "):
            continue
        clock, value, keep, last, context, error = line.split()[1:]
        lanes = f"{int(keep, 16):0{shape.width // 8}b}"[::-1].rstrip("0")
        assert set(lanes) <= {"1"}, "kept lanes without a gap"
        assert last == "1" or len(lanes) == shape.width // 8, "every beat but the last is full"
        data += int(value, 16).to_bytes(shape.width // 8, "little")[: len(lanes)]
        count += 1
        if last == "1":
            found.append((int(clock), Digest(data, int(context), int(error)), count))
            data, count = b"", 0
    assert not data
    return found


def some(shape: Shape, count: int) -> list[Digest]:
    """Digests of all lengths there can be, the empty one among them more than once."""
    most = shape.longest * shape.word // 8
    lengths = [0, 0, *range(most + 1), 0, most, most]
    chosen = random.Random(5)
    return [
        Digest(chosen.randbytes(n), chosen.randrange(256), chosen.randrange(1 << shape.status))
        for n in (lengths * count)[:count]
    ]


SHAPES = [
    Shape(width, word, longest, status, full_rate, pauses=110)
    for width, word, longest, status, full_rate in (
        (8, 32, 8, 3, True),
        (16, 64, 10, 1, True),
        (32, 64, 8, 1, False),
        (32, 32, 10, 3, True),
        (32, 32, 8, 1, False),
        (64, 64, 10, 3, True),
        (64, 32, 10, 3, True),
        (128, 32, 7, 1, False),
        (128, 64, 10, 3, True),
        (512, 32, 10, 3, True),
        (512, 64, 8, 1, True),
    )
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: f"{s.word}-to-{s.width}-{s.full_rate:d}")
def test_every_length(shape: Shape, tmp_path: Path) -> None:
    digests = some(shape, 130 if shape.width > 8 else 60)
    found = beats(shape, digests, tmp_path)
    assert [digest for _, digest, _ in found] == digests
    for _, digest, count in found:
        assert count == max(1, -(-8 * len(digest.data) // shape.width)), "no beat too many"
    unhindered = [each for each in found if each[0] < 256]
    assert len(unhindered) > 2
    for (before, *_), (clock, digest, count) in pairwise(unhindered):
        assert clock - before == clocks_of(digest, count, shape)


def clocks_of(digest: Digest, beats: int, shape: Shape) -> int:
    """Clocks from the end of one digest to that of the next, of so many beats, as the README has
    the rate: a clock for each word or beat, whichever there are more of, and one more behind each
    beat, or behind each word where beats are narrower."""
    words = max(1, -(-8 * len(digest.data) // shape.word))
    return max(words, beats) + (0 if shape.full_rate else min(words, beats))


@pytest.mark.parametrize(("width", "word"), [(8, 32), (32, 32), (64, 64), (64, 32), (512, 32)])
def test_full_rate(width: int, word: int, tmp_path: Path) -> None:
    """Either a word or a beat goes in every clock, whichever there are more of."""
    shape = Shape(width, word, full_rate=True)
    digests = [Digest(bytes(range(word)), 1, 0)] * 40  # of eight words
    clocks = [clock for clock, _, _ in beats(shape, digests, tmp_path)]
    assert len(clocks) == 40
    assert clocks[-1] - clocks[0] == 39 * 8 * max(1, word // width)
