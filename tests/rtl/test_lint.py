"""Every shell is clean under all of Verilator's warnings, and refused when it cannot be built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest

from hashloom.errors import RequestError
from hashloom.rtl.shell import library_modules
from hashloom.rtl.shell_parameters import (
    WIDTHS,
    ShellParameters,
    full_delay,
    reopen_delay,
    reopen_row,
)
from hashloom.verification.verilator import lint

SHAPES = ((1, 1), (1, 2), (1, 3), (1, 4), (1, 8), (2, 1), (2, 2), (3, 1), (4, 1), (8, 1), (5, 1))
UNROLLS = (1, 2, 3, 4, 5, 8, 10, 16, 20)
BASE = ShellParameters("core", 32, 1, 1, 1, 1, 32, 32)


def shells() -> Iterator[ShellParameters]:
    """Every width with every number of contexts, and every other parameter along the way."""
    lags, digests = (0, 1, 4, 17), {32: (28, 32), 64: (28, 32, 48, 64)}
    for number, (word, width, (stages, interleave)) in enumerate(product((32, 64), WIDTHS, SHAPES)):
        yield ShellParameters(
            name="core",
            word_bits=word,
            unroll=UNROLLS[number % len(UNROLLS)],
            stages=stages,
            interleave=interleave,
            chain_words=(1, 2, 4)[(number + number // 7) % 3],
            digest_bytes=digests[word][number // 3 % len(digests[word])],
            width=width,
            length_bits=(16, 32, 61, 64, 2 * word)[number % 5],
            buffer_memory=("distributed", "block")[number // 2 % 2],
            read_lag=lags[number // 5 % len(lags)],
        )


def test_lint(shell_sources: Callable[[ShellParameters], dict[str, str]]) -> None:
    for p in shells():
        lint(shell_sources(p), p.name)


def test_every_unroll(shell_sources: Callable[[ShellParameters], dict[str, str]]) -> None:
    for unroll, chain_words, interleave in product(UNROLLS, (1, 2, 4), (1, 4)):
        p = replace(BASE, unroll=unroll, chain_words=chain_words, interleave=interleave)
        lint(shell_sources(p), p.name)


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
        assert "group_picker" in library_modules(p)
        lint(shell_sources(p), p.name)


def test_library_is_only_what_is_needed() -> None:
    assert "length_ring" in library_modules(BASE)
    assert "length_memory" not in library_modules(BASE)
    assert "group_picker" not in library_modules(replace(BASE, stages=2))
    assert "beat_split" in library_modules(replace(BASE, width=128))
    assert "reopen_after_row" in library_modules(replace(BASE, interleave=2))


def writes(p: ShellParameters, opened: int) -> list[int]:
    """Earliest clocks in which the words of a block are written after its buffer has opened."""
    return [opened + 2 + word for word in range(16)]


@pytest.mark.parametrize("unroll", UNROLLS)
@pytest.mark.parametrize("interleave", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("lag", [0, 1, 2, 5, 20])
def test_writer_and_reader_do_not_meet(unroll: int, interleave: int, lag: int) -> None:
    p = replace(BASE, unroll=unroll, interleave=interleave, read_lag=lag)
    rows = [word // p.columns for word in range(16)]

    # A block whose last word is worked on in clock 0 may be read this early.
    start = 1 + full_delay(p)
    written = [word - 15 + 2 for word in range(16)]
    assert all(w < start + row * interleave for w, row in zip(written, rows, strict=True))

    # The next block's words must not be written before the rows were read.
    if interleave <= p.columns:
        last = interleave - 1
        latest = [row * interleave + last + lag for row in rows]
        opened = 1 + reopen_delay(p)
        assert all(w > read for w, read in zip(writes(p, opened), latest, strict=True))
        return
    row = reopen_row(p)
    if row == p.rows - 1:
        return
    # Row `row` read without delay, the rows behind it as late as possible.
    latest = [(r - row) * interleave + (lag if r > row else 0) for r in rows]
    assert all(w > read for w, read in zip(writes(p, 1), latest, strict=True))


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 24},
        {"word_bits": 16},
        {"chain_words": 3},
        {"digest_bytes": 20},
        {"length_bits": 8},
        {"length_bits": 65, "word_bits": 32},
        {"buffer_memory": "flash"},
    ],
)
def test_refusals(wrong: dict[str, int | str]) -> None:
    with pytest.raises(RequestError, match="may be"):
        replace(BASE, **wrong)  # type: ignore[arg-type]
