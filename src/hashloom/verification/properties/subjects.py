"""What is proved: modules with the parameters they have in a core."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hashloom.cores import Core
from hashloom.cores.naming import library_module
from hashloom.rtl.typed.faces import face, library_text, modules_in
from hashloom.verification.properties.texts import properties

_DEPTH = 6  # clocks of a proof
_DEPTHS: Mapping[str, int] = {
    "digest_ledger": 2,
    "digest_line": 9,
    "inner_recall": 3,
    "length_pair": 5,
}
# Contexts that a module is proved with at most: what a solver does not end with more of.
_MOST_CONTEXTS: Mapping[str, int] = {
    **{
        "inner_recall": 2,
        "block_admission": 18,
        "block_buffer": 4,
        "block_keyer": 4,
        "block_ledger": 4,
        "digest_ledger": 4,
        "key_store": 4,
        "pool_answers": 4,
        "pool_gate": 4,
        "pool_judge": 4,
        "tag_store": 4,
        "turn_buffer": 2,
    },
    **{"answer_ledger": 3, "burst_reader": 3, "byte_align": 3},
    **{
        "block_padder": 2,
        "block_writer": 2,
        "length_memory": 2,
        "length_pair": 2,
        "state_porter": 2,
    },
}
# Parameters that a module is proved with, whatever it has in a core, for the same reason.
_ALWAYS: Mapping[str, Mapping[str, int]] = {
    "array_ledger": {
        **{"COPIES": 2, "COPY_BITS": 1, "PLACES": 2, "PLACE_BITS": 1},
        **{"TIDS": 2, "TID_BITS": 1, "SLOT_BITS": 1},
    },
    "array_store": {"WIDTH": 8, "CONTEXTS": 2, "CONTEXT_BITS": 1},
    # Of words that only pass any width is alike.
    **{name: {"WORD": 8} for name in ("block_buffer", "key_store", "tag_store", "turn_buffer")},
    "answer_ledger": {"WIDTH": 8},
    "digest_line": {"WORD": 8},
    "answer_queue": {"WIDTH": 8},
    **{name: {"STATE_BITS": 8} for name in ("chain_feed", "key_feed")},
    "word_queue": {"WIDTH": 8, "PLACE_BITS": 3},
    **{name: {"WORD": 8} for name in ("block_admission", "block_ledger")},
    "block_keyer": {"WORD": 8, "LENGTH_BITS": 16},
    "delay_line": {"WIDTH": 8},
    "digest_queue": {"WORD": 8, "WIDTH": 64, "CONTEXT_BITS": 2, "PLACE_BITS": 5},
    "pool_answers": {"WORD": 8, "WIDTH": 128, "SLOT_BITS": 2, "PLACE_BITS": 5},
    "pool_gate": {"WORD": 8, "SLOTS": 3, "SLOT_BITS": 2, "WIPES": 6},
    "pool_judge": {"WORD": 32, "SLOTS": 3, "SLOT_BITS": 2},
    "state_memory": {"WORD": 1, "SLOT_BITS": 2},
    "word_memory": {"WIDTH": 8, "DEPTH": 6, "ADDRESS_BITS": 3},
}
_LANES = 2  # of a turn buffer in a proof
_STATES = 6  # of a key store in a proof, besides those of contexts
_INSTANCE = re.compile(r"^  (\w+) #\(\n((?:    \.\w+ +\(.*\),?\n)*)  \) u_\w+ \($", re.MULTILINE)
_SETTING = re.compile(r"\.(\w+) +\((?:\d+'b)?(\d+)\)")


@dataclass(frozen=True)
class Subject:
    """A module with its parameters; those that are not named have their defaults."""

    module: str
    parameters: tuple[tuple[str, int], ...] = ()

    @property
    def name(self) -> str:
        """As results call it."""
        return " ".join([self.module, *(f"{key}={value}" for key, value in self.parameters)])

    @property
    def depth(self) -> int:
        """Clocks of its proof."""
        return _DEPTHS.get(self.module, _DEPTH)

    @property
    def sources(self) -> dict[str, str]:
        """The library's texts it consists of, by file name, without properties."""
        names = (*modules_in(self.module), self.module)
        return {f"{name}.sv": library_text(name) for name in names}


def subjects_of(core: Core) -> list[Subject]:
    """The modules with properties in a core, each with its parameters once."""
    texts = core.sources().values()
    found = {subject: None for text in texts for subject in _instances(text, core.prefix)}
    return sorted(found, key=lambda subject: subject.name)


def _instances(text: str, prefix: str) -> Iterator[Subject]:
    for name, settings in _INSTANCE.findall(text):
        module = library_module(name, prefix)
        if module in properties():
            given = {key: int(value) for key, value in _SETTING.findall(settings)}
            yield _bounded(_of(module, **given))
            yield from _memories(module, given)
            yield from _checks(module, given)


def _checks(module: str, given: Mapping[str, int]) -> Iterator[Subject]:
    """The check of beats in a module that takes them from a stream."""
    if "beat_check" in modules_in(module):
        bits = given.get("WIDTH") or given["WORD"] * given["PAD_WORDS"]
        grouped = module == "row_pass"  # eight lanes a group, each with the one below it
        yield _of("beat_check", LANES=min(8, bits // 8) + 1 if grouped else bits // 8)


def _memories(module: str, given: Mapping[str, int]) -> Iterator[Subject]:
    """The memories with properties in a module."""
    of = face(module)
    numbers = of.numbers(dict(given))
    for held in of.held:
        if held.module in properties() and held.how_many(numbers):
            sizes = dict(held.given(numbers))
            if "CONTEXTS" in sizes:
                sizes["CONTEXT_BITS"] = max(1, (sizes["CONTEXTS"] - 1).bit_length())
            yield _bounded(_of(held.module, **sizes))


def _bounded(subject: Subject) -> Subject:
    """The module with no more contexts than its proof ends with, or what stands for any size."""
    of = dict(subject.parameters)
    whole = of.get("DIGEST_BYTES") == of.get("WORD")  # a digest is all of a chaining value
    of |= _ALWAYS.get(subject.module, {})
    most = _MOST_CONTEXTS.get(subject.module)
    if most is not None and of["CONTEXTS"] > most:
        of |= {"CONTEXTS": most, "CONTEXT_BITS": (most - 1).bit_length()}
    if subject.module == "turn_buffer":
        of["LANES"] = min(of["LANES"], _LANES)
    if subject.module in ("block_keyer", "digest_queue", "pool_answers", "pool_gate"):
        of["DIGEST_BYTES"] = 8 if whole else 7
    if subject.module == "block_padder" or (subject.module == "padder" and of["PAD_WORDS"] == 16):
        of["WORD"] = 32  # bits; a row of 64 takes minutes
        of["LENGTH_BITS"] = min(of["LENGTH_BITS"], 64)
    if subject.module == "state_porter":
        # Of words that only pass any width is alike that has bits of a block's length.
        of |= {"WORD": 16, "LENGTH_BITS": 32 if of["LENGTH_BITS"] > of["WORD"] else 16}
    if subject.module == "inner_recall":
        # Words of eight bits stand for any, of 16 where a digest ends within one.
        word = 8 if 8 * of["DIGEST_BYTES"] % of["WORD"] == 0 else 16
        of |= {"WORD": word, "DIGEST_BYTES": of["DIGEST_BYTES"] * word // of["WORD"]}
    if subject.module == "key_store" and of["STATES"] > of["CONTEXTS"] + _STATES:
        states = of["CONTEXTS"] + _STATES
        of |= {"STATES": states, "STATE_BITS": (states - 1).bit_length()}
    names = (parameter.name for parameter in face(subject.module).parameters)
    return Subject(subject.module, tuple((name, of[name]) for name in names if name in of))


def _of(module: str, **parameters: int) -> Subject:
    return Subject(module, tuple(parameters.items()))
