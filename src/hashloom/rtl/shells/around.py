"""The shell around an engine, from the engine's numbers: nothing has to be compiled for it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.request.interface import WIDTHS, Interface
from hashloom.rtl.shells.common.parameters import (
    BLOCK_WORDS,
    CHAIN_WORDS,
    GATHERED_WORDS,
    ShellParameters,
    pad_words_for,
)
from hashloom.rtl.shells.hmac.parameters import HmacParameters

MEMORIES = {"lutram": "distributed", "bram": "block"}


class EngineNumbers(Protocol):
    """What the shell has to know of an engine; see ShellParameters and EngineShape."""

    @property
    def apart(self) -> int:
        """Slots from one of a group to its next, at least."""

    @property
    def chain_words(self) -> int:
        """Chaining words of each half that leave together."""

    @property
    def read_lag(self) -> int:
        """Clocks from slot_start to the read of the first row."""

    @property
    def result_clocks(self) -> int:
        """Clocks from the first one of a slot to the last chaining words of its first context."""

    @property
    def skipped(self) -> int:
        """Clocks that a block takes less when it joins the one before of its message."""


def keeps_up(hash_: Hash, architecture: Architecture) -> bool:
    """Whether a padder of one word a clock keeps up, whatever the engine's slots are."""
    return hash_.rounds // (architecture.stages * architecture.unroll) >= BLOCK_WORDS


def widest_beat(hash_: Hash, pad_words: int) -> int:
    """Bits of a beat with which a message keeps up with a padder of so many words a clock."""
    return min(pad_words * hash_.word_bits, max(WIDTHS))


def bare_shell(
    hash_: Hash,
    architecture: Architecture,
    interface: Interface,
    engine: EngineNumbers,
    width: int,
    choices: tuple[Hash, ...] = (),
) -> ShellParameters:
    """What is known of the shell before its padder is; `width` in bits."""
    return ShellParameters(
        name="",
        word_bits=hash_.word_bits,
        unroll=architecture.unroll,
        stages=architecture.stages,
        groups=architecture.groups,
        apart=engine.apart,
        interleave=architecture.interleave,
        chain_words=engine.chain_words if hash_.in_halves else GATHERED_WORDS,
        digest_bytes=max(each.digest_bytes for each in (hash_, *choices)),
        width=width,
        length_bits=interface.length_bits,
        buffer_memory=MEMORIES[architecture.buffer],
        read_lag=engine.read_lag,
        result_clocks=engine.result_clocks,
        skipped=engine.skipped,
        order=hash_.words_in_order,
        taken=max(1, len(hash_.orders)),
        little=hash_.byte_order == "little",
        choices=choices,
        pool=architecture.pool,
    )


def pad_words_of(
    hash_: Hash,
    architecture: Architecture,
    interface: Interface,
    engine: EngineNumbers,
    slot_clocks: int,
) -> int:
    """Words of a message that are padded in a clock."""
    if architecture.pool:
        return BLOCK_WORDS
    if keeps_up(hash_, architecture):
        return 1
    bare = bare_shell(hash_, architecture, interface, engine, hash_.word_bits)
    return pad_words_for(bare, slot_clocks)


def shell_around(
    hash_: Hash,
    architecture: Architecture,
    interface: Interface,
    engine: EngineNumbers,
    slot_clocks: int,
    choices: tuple[Hash, ...] = (),
) -> ShellParameters:
    """The shell of a resolved architecture; a width of None becomes the widest beat.

    `choices`: hashes by number, where a message says which one it has.
    """
    pad_words = pad_words_of(hash_, architecture, interface, engine, slot_clocks)
    width = interface.width or widest_beat(hash_, pad_words)
    if hash_.message_order and engine.read_lag > slot_clocks:
        raise RequestError(
            f"Words of {hash_.title} would be asked for {engine.read_lag} clocks behind the start "
            f"of a slot of {slot_clocks}, when the next one has started; accepted is a smaller "
            "--unroll."
        )
    shell = bare_shell(hash_, architecture, interface, engine, width, choices)
    full_rate = slot_clocks / shell.interleave <= 2 * shell.digest_words
    sole = interface.registered and not interface.ringed and not interface.keyed
    in_line = sole and shell.chain_words == 1 and slot_clocks >= CHAIN_WORDS
    return _padded(shell, pad_words, full_rate, in_line, sole)


@lru_cache(maxsize=4096)
def _padded(
    shell: ShellParameters, pad_words: int, full_rate: bool, in_line: bool, sole: bool
) -> ShellParameters:
    """One object for all equal shells, so that what follows from one is worked out once."""
    return replace(shell, pad_words=pad_words, full_rate=full_rate, in_line=in_line, sole=sole)


@lru_cache(maxsize=4096)
def _keyed(shell: ShellParameters) -> ShellParameters:
    return replace(shell, reset="core_rst")


def hmac_around(
    shell: ShellParameters, architecture: Architecture, interface: Interface
) -> HmacParameters:
    """The shell of an HMAC core, given that of the message core around the same engine."""
    return HmacParameters(
        shell if shell.pool else _keyed(shell),
        architecture.engines,
        interface.slots,
        MEMORIES[architecture.keys],
        interface.resume,
        interface.private_slots,
    )
