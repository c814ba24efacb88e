"""Faces of the modules of `lib`: what their files say, and what memories are in them.

Parameters, ports and constants are read from the files.  Of memories a file says where they are
declared, and not which of them there are with given parameters; that is stated here, and
`tests/rtl/typed/test_library.py` holds it against what slang elaborates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

from hashloom.rtl.typed.memory import Held, Memory, Store
from hashloom.rtl.typed.module import Module, module_from

_SEVERAL = "CONTEXTS > 1"

_STORES: dict[str, tuple[Store, ...]] = {
    "beat_gather": (Store("CONTEXTS", "WIDTH", _SEVERAL, count="PARTS"),),
    "block_buffer": (
        Store(
            "DEPTH",
            "WORD",
            count="COLUMNS",
            block="BLOCK_MEMORY",
            divided="DEPTH > BANK",
            registered="DEPTH <= BANK",
        ),
    ),
    "digest_ledger": (Store("QUEUE", "CONTEXT_BITS + 2"),),
    "digest_store": (Store("PLACES", "WORD", "BANK > 1", count="2 * CHAIN_WORDS", divided="1"),),
    "key_store": (Store("2 * CONTEXTS", "STATE_BITS"),),
    "length_memory": (
        Store("2 * CONTEXTS", "WORD", "TWO_WORDS"),
        Store("CONTEXTS", "1", "TWO_WORDS"),
        Store("CONTEXTS", "STORE_BITS", "!TWO_WORDS"),
    ),
    "length_pair": (
        Store("CONTEXTS", "LOW_BITS", _SEVERAL),
        Store("CONTEXTS", "HIGH_BITS", _SEVERAL),
    ),
    "packet_gate": (
        Store("2 * CONTEXTS", "13"),
        Store("2 * CONTEXTS", "SLOT_BITS + 1"),
        Store("2 ** SLOT_BITS", "CONTEXT_BITS", "PRIVATE"),
    ),
    "packet_place": (Store("CONTEXTS", "ROW_BITS + 1"),),
    "padder": (
        Store("CONTEXTS", "ROW_BITS + 2", _SEVERAL),
        Store("CONTEXTS", "FILL_BITS - 2", _SEVERAL),
    ),
    "state_porter": (Store("4 * CONTEXTS", "WORD"),),
    "word_memory": (Store("DEPTH", "WIDTH", block="BLOCK_MEMORY", registered="1"),),
}

_HELD: dict[str, tuple[Held, ...]] = {
    "key_loader": (
        Held(
            "word_memory",
            {
                "WIDTH": "WORD",
                "DEPTH": "(BLOCK_MEMORY ? 2 : 1) << ROW_BITS",
                "BLOCK_MEMORY": "BLOCK_MEMORY",
            },
            count="PAD_WORDS",
        ),
    ),
    "key_store": (
        Held(
            "word_memory",
            {"WIDTH": "WORD", "DEPTH": "STATES * STEPS", "BLOCK_MEMORY": "BLOCK_MEMORY"},
            when="RESUME",
            count="2 * CHAIN_WORDS",
        ),
        Held(
            "word_memory",
            {
                "WIDTH": "2 * CHAIN_WORDS * WORD",
                "DEPTH": "STATES * STEPS",
                "BLOCK_MEMORY": "BLOCK_MEMORY",
            },
            when="!RESUME",
        ),
    ),
    "packet_route": (
        Held("packet_place", {"PAD_WORDS": "PAD_WORDS", "CONTEXTS": "CONTEXTS"}, when="RESUME"),
    ),
    "tag_store": (
        Held(
            "word_memory",
            {
                "WIDTH": "PAD_WORDS * WORD",
                "DEPTH": "2 * CONTEXTS * ROWS",
                "BLOCK_MEMORY": "BLOCK_MEMORY",
            },
        ),
    ),
}


@cache
def face(name: str) -> Module:
    """The face of the library module `name`."""
    module = module_from(library_text(name))
    return replace(module, stores=_STORES.get(name, ()), held=_HELD.get(name, ()))


@cache
def library_text(name: str) -> str:
    """The file of the library module `name`."""
    file = resources.files("hashloom.rtl") / "lib" / f"{name}.sv"
    return file.read_text(encoding="utf-8")


@cache
def _memories(name: str, given: tuple[tuple[str, int], ...]) -> tuple[Memory, ...]:
    module = face(name)
    numbers = module.numbers(dict(given))
    found = [memory for store in module.stores for memory in store.memories(numbers)]
    for held in module.held:
        inner = _memories(held.module, held.given(numbers))
        found += inner * held.how_many(numbers)
    return tuple(found)


def memories_in(module: Module, given: Mapping[str, int]) -> tuple[Memory, ...]:
    """The memories of a module with these parameters, those it holds included.

    Of a module that is not of the library, as an engine, nothing is known here.
    """
    if not module.stores and not module.held:
        return ()
    return _memories(module.name, tuple(given.items()))
