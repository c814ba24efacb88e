"""Every shell is clean under all of Verilator's warnings, and refused when it cannot be built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest

from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.request.interface import WIDTHS
from hashloom.rtl.shells.common.parameters import (
    PAD_WORDS,
    ShellParameters,
    full_delay,
    pad_words_for,
    reopen_delay,
    reopen_row,
)
from hashloom.rtl.shells.message.shell import message_top
from hashloom.verification.simulation.verilator import lint

SHAPES = ((1, 1), (1, 2), (1, 3), (1, 4), (1, 8), (2, 1), (2, 2), (3, 1), (4, 1), (8, 1), (5, 1))
UNROLLS = (1, 2, 3, 4, 5, 8, 10, 16, 20)
BASE = ShellParameters("core", 32, 1, 1, 1, 1, 32, 32)


def modules(p: ShellParameters) -> set[str]:
    """Modules that the top module consists of."""
    return {unit.module.name for unit in message_top(p).units}


def pads(unroll: int) -> list[int]:
    """Words a clock that a padder may have for `unroll` rounds a clock."""
    return [words for words in PAD_WORDS if min(unroll, 16) % words == 0]


def shells() -> Iterator[ShellParameters]:
    """Every width with every number of contexts, and every other parameter along the way."""
    lags, digests = (1, 2, 4, 17), {32: (28, 32), 64: (28, 32, 48, 64)}
    for number, (word, width, (stages, interleave)) in enumerate(product((32, 64), WIDTHS, SHAPES)):
        unroll = UNROLLS[number % len(UNROLLS)]
        padders = pads(unroll)
        yield ShellParameters(
            name="core",
            word_bits=word,
            unroll=unroll,
            stages=stages,
            interleave=interleave,
            chain_words=(1, 2, 4)[(number + number // 7) % 3],
            digest_bytes=digests[word][number // 3 % len(digests[word])],
            width=width,
            length_bits=(16, 32, 61, 64, 2 * word)[number % 5],
            buffer_memory=("distributed", "block")[number // 2 % 2],
            read_lag=lags[number // 5 % len(lags)],
            pad_words=padders[number // 9 % len(padders)],
            full_rate=number % 4 < 2,
        )


def test_lint(shell_sources: Callable[[ShellParameters], dict[str, str]]) -> None:
    for p in shells():
        lint(shell_sources(p), p.name)


def test_every_unroll(shell_sources: Callable[[ShellParameters], dict[str, str]]) -> None:
    for unroll, chain_words, interleave in product(UNROLLS, (1, 2, 4), (1, 4)):
        p = replace(BASE, unroll=unroll, chain_words=chain_words, interleave=interleave)
        lint(shell_sources(p), p.name)


def test_every_padder(shell_sources: Callable[[ShellParameters], dict[str, str]]) -> None:
    for pad_words, word, contexts in product(PAD_WORDS[1:], (32, 64), (1, 3)):
        p = replace(BASE, word_bits=word, unroll=16, pad_words=pad_words, interleave=contexts)
        narrow, equal, wide = 8, min(pad_words * word, 512), 512
        for width, full_rate in ((narrow, True), (equal, False), (equal, True), (wide, True)):
            lint(shell_sources(replace(p, width=width, full_rate=full_rate)), p.name)


@pytest.mark.parametrize(
    ("stages", "groups", "apart"), [(1, 2, 2), (1, 3, 1), (4, 5, 5), (4, 8, 6), (2, 16, 2)]
)
def test_groups(
    stages: int,
    groups: int,
    apart: int,
    shell_sources: Callable[[ShellParameters], dict[str, str]],
) -> None:
    for interleave in (1, 3):
        p = replace(BASE, stages=stages, groups=groups, apart=apart, interleave=interleave)
        assert "group_picker" in modules(p)
        lint(shell_sources(p), p.name)


def test_library_is_only_what_is_needed() -> None:
    assert "length_ring" in modules(BASE)
    assert "length_memory" not in modules(BASE)
    assert "group_picker" not in modules(replace(BASE, stages=2))
    assert "beat_split" in modules(replace(BASE, width=128))
    assert "reopen_after_row" in modules(replace(BASE, interleave=2))
    pair = replace(BASE, unroll=2, pad_words=2)
    assert {"length_pair", "beat_gather"} < modules(pair)
    assert "beat_pass" in modules(replace(pair, width=64))


def writes(p: ShellParameters, opened: int) -> list[int]:
    """Earliest clocks in which the words of a block are written after its buffer has opened."""
    return [opened + 2 + word // p.pad_words for word in range(16)]


def reads(p: ShellParameters, context: int) -> list[int]:
    """Clocks from slot_start to the reads of a context's words."""
    return [p.read_lag + word // p.columns * p.interleave + context for word in range(16)]


def latest_writes(p: ShellParameters) -> list[int]:
    """Clocks in which the words of a block are written whose last words are worked on in clock 0,
    if the stream does not pause: the latest there can be."""
    return [write - (16 // p.pad_words - 1) for write in writes(p, 0)]


@pytest.mark.parametrize("unroll", UNROLLS)
@pytest.mark.parametrize("interleave", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("lag", [1, 2, 3, 5, 20])
def test_writer_and_reader_do_not_meet(unroll: int, interleave: int, lag: int) -> None:
    for pad_words in pads(unroll):
        p = replace(BASE, unroll=unroll, interleave=interleave, read_lag=lag, pad_words=pad_words)
        # A block whose last words are worked on in clock 0 may start this early.
        start = 1 + full_delay(p)
        margin = [start + r - w for w, r in zip(latest_writes(p), reads(p, 0), strict=True)]
        assert min(margin) >= 1
        assert min(margin) == 1 or full_delay(p) == 0, "later than need be"

        # The next block's words must be written after the present one's are read.
        if "reopen_after_start" in modules(p):
            last = reads(p, interleave - 1)
            opened = 1 + reopen_delay(p)
            margin = [w - r for w, r in zip(writes(p, opened), last, strict=True)]
            assert min(margin) >= 1
            assert min(margin) == 1 or reopen_delay(p) == 0, "later than need be"
            continue
        row = reopen_row(p)
        after = writes(p, 1)  # the read of the row is clock 0
        for earlier in range(row + 1):
            zero = lag + earlier * interleave
            margin = [w - (r - zero) for w, r in zip(after, reads(p, 0), strict=True)]
            assert (min(margin) >= 1) == (earlier == row), (earlier, row)


ORDER = get_hash("md5").message_order


@pytest.mark.parametrize("unroll", [1, 2, 8, 16, 64])
@pytest.mark.parametrize("interleave", [1, 3])
def test_words_in_another_order_are_there_when_they_are_read(unroll: int, interleave: int) -> None:
    """Every word of a block is written before its first read, the low word of a length last."""
    p = replace(
        BASE, unroll=unroll, interleave=interleave, order=ORDER, little=True, digest_bytes=16
    )
    for pad_words, lag in product(PAD_WORDS, (1, 2, 5)):
        shell = replace(p, pad_words=pad_words, read_lag=lag)
        comes = [*range(14), 15, 14]  # how many words of the block come before each
        writes = [2 + (place // pad_words) - (16 // pad_words - 1) for place in comes]
        first = [ORDER.index(word) // unroll * interleave + lag for word in range(16)]
        start = 1 + full_delay(shell)
        margin = [start + read - write for write, read in zip(writes, first, strict=True)]
        assert min(margin) >= 1
        assert min(margin) == 1 or full_delay(shell) == 0, "later than need be"


@pytest.mark.parametrize(
    ("unroll", "stages", "interleave", "slot_clocks", "pad_words"),
    [
        (1, 1, 1, 65, 1),
        (4, 1, 1, 17, 1),
        (2, 4, 1, 9, 2),
        (2, 5, 1, 8, 2),
        (2, 4, 4, 33, 2),
        (4, 4, 1, 4, 4),
        (8, 1, 1, 9, 2),
        (16, 1, 1, 5, 8),  # four words a clock would do if the buffer were free all the time
        (64, 1, 1, 1, 16),  # not enough, but the most there is
        (5, 8, 1, 3, 1),  # rows of five words cannot be written in pairs
        (10, 4, 1, 3, 2),
    ],
)
def test_words_a_clock(
    unroll: int, stages: int, interleave: int, slot_clocks: int, pad_words: int
) -> None:
    p = replace(BASE, unroll=unroll, stages=stages, interleave=interleave)
    assert pad_words_for(p, slot_clocks) == pad_words


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 24},
        {"word_bits": 16},
        {"chain_words": 3},
        {"digest_bytes": 24},
        {"length_bits": 8},
        {"length_bits": 65, "word_bits": 32},
        {"buffer_memory": "flash"},
        {"read_lag": 0},
        {"pad_words": 3, "unroll": 4},
        {"pad_words": 4, "unroll": 2},
        {"pad_words": 4, "unroll": 10},
    ],
)
def test_refusals(wrong: dict[str, int | str]) -> None:
    with pytest.raises(RequestError, match="may be"):
        replace(BASE, **wrong)  # type: ignore[arg-type]
