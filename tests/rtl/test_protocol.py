"""The shell around a model engine keeps the rules of its streams and loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hashloom.rtl.shells.shell_parameters import ShellParameters
from hashloom.verification.benches.protocol import ProtocolRun, run_protocol

Sources = Callable[[str, ShellParameters], dict[str, str]]


def shell(
    word_bits: int,
    digest_bytes: int,
    width: int,
    unroll: int = 1,
    stages: int = 1,
    interleave: int = 1,
    chain_words: int = 1,
    read_lag: int = 1,
    memory: str = "distributed",
    pad_words: int = 1,
    full_rate: bool = False,
) -> ShellParameters:
    return ShellParameters(
        name="core",
        word_bits=word_bits,
        unroll=unroll,
        stages=stages,
        interleave=interleave,
        chain_words=chain_words,
        digest_bytes=digest_bytes,
        width=width,
        buffer_memory=memory,
        read_lag=read_lag,
        pad_words=pad_words,
        full_rate=full_rate,
    )


# A corner of the padder; a bundle's bench runs the plain core, random traffic all others.
# Hash, shell, clocks per block of a lone message (0: not limited by the shell alone)
CASES = {
    "bytes-into-rows-of-four": (
        "sha512",
        shell(64, 64, 8, 8, interleave=3, chain_words=4, memory="block", pad_words=4),
        0,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_protocol(case: str, core_sources: Sources, tmp_path: Path) -> None:
    hash_name, p, block_clocks = CASES[case]
    run = ProtocolRun(hash_name, p.contexts, block_clocks)
    run_protocol(p.name, core_sources(hash_name, p), run, tmp_path)
