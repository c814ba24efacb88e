"""Faces of the modules of `lib`: what their files say, and what memories and latencies they have.

Parameters, ports and constants are read from the files.  Of memories a file says where they are
declared, and not which of them there are with given parameters; that is stated here, and
`tests/rtl/typed/test_faces.py` holds it against what slang elaborates.  So are latencies, which
`tests/rtl/shells/test_latencies.py` holds against what simulation shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources

from hashloom.rtl.typed.memory import Held, Memory, Store
from hashloom.rtl.typed.module import Latency, Module, module_from

_SEVERAL = "CONTEXTS > 1"

_STORES: dict[str, tuple[Store, ...]] = {
    "answer_file": (Store("PLACES", "32"),),
    "answer_ledger": (Store("DEPTH", "WIDTH"),),
    "answer_writer": (Store("DEPTH", "WIDTH"),),
    "array_ledger": (Store("ENTRIES", "ENTRY_BITS"), Store("ENTRIES", "TID_BITS")),
    "array_store": (Store("DEPTH", "WIDTH + 1"),),
    "beat_gather": (Store("CONTEXTS", "WIDTH", _SEVERAL, count="PARTS"),),
    "block_admission": (
        Store("PLACES", "CONTEXT_BITS + 2"),
        Store("ADMITTED", "CONTEXT_BITS + 2"),
        Store("2 ** HIGH_BITS", "GROUP", count="2"),
    ),
    "block_ledger": (Store("2 ** QUEUE_BITS", "CONTEXT_BITS"),),
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
    "context_words": (Store("CONTEXTS", "WIDTH", _SEVERAL),),
    "digest_queue": (Store("AHEAD", "ENTRY_BITS"),),
    "digest_ledger": (Store("QUEUE", "CONTEXT_BITS + 2"),),
    "digest_line": (Store("PLACES", "WORD"),),
    "digest_store": (Store("PLACES", "WORD", "BANK > 1", count="2 * CHAIN_WORDS", divided="1"),),
    "gated_memory": (Store("DEPTH", "WIDTH", "DEPTH > 1", divided="1"),),
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
    "pool_judge": (Store("2 ** PLACE_BITS", "24"),),
    "slot_hashes": (Store("2 ** SLOT_BITS", "CHOICE_BITS"),),
    "state_porter": (Store("4 * CONTEXTS", "WORD"),),
    "word_memory": (Store("DEPTH", "WIDTH", block="BLOCK_MEMORY", registered="1"),),
    "word_queue": (Store("DEPTH", "WIDTH"),),
}

_HELD: dict[str, tuple[Held, ...]] = {
    "answer_queue": (Held("word_queue", {"WIDTH": "WIDTH", "PLACE_BITS": "PLACE_BITS"}),),
    "burst_reader": (
        Held("context_words", {"WIDTH": "FIXED_BITS", "CONTEXTS": "CONTEXTS"}),
        Held("context_words", {"WIDTH": "MOVING_BITS", "CONTEXTS": "CONTEXTS"}),
        Held("word_queue", {"WIDTH": "RECORD_BITS", "PLACE_BITS": "2"}),
    ),
    "byte_align": (Held("context_words", {"WIDTH": "KEPT_BITS", "CONTEXTS": "CONTEXTS"}),),
    "choice_ledger": (
        Held("block_numbers", {"BITS": "CHOICE_BITS", "CONTEXTS": "GROUPS * INTERLEAVE"}),
    ),
    "hash_ledger": (Held("block_numbers", {"BITS": "CHOICE_BITS + 1", "CONTEXTS": "CONTEXTS"}),),
    "block_admission": (
        Held(
            "word_memory",
            {"WIDTH": "PART_BITS", "DEPTH": "PLACES", "BLOCK_MEMORY": "1"},
            count="PARTS",
        ),
    ),
    "block_keyer": (
        Held("word_memory", {"WIDTH": "DIGEST", "DEPTH": "CONTEXTS", "BLOCK_MEMORY": "1"}),
    ),
    "block_ledger": (
        Held("word_memory", {"WIDTH": "3", "DEPTH": "CONTEXTS", "BLOCK_MEMORY": "1"}),
    ),
    "block_padder": (
        Held("word_memory", {"WIDTH": "STATE_BITS", "DEPTH": "CONTEXTS", "BLOCK_MEMORY": "1"}),
    ),
    "digest_queue": (
        Held(
            "word_memory",
            {"WIDTH": "ENTRY_BITS", "DEPTH": "2 ** PLACE_BITS", "BLOCK_MEMORY": "1"},
        ),
    ),
    "delay_line": (
        Held(
            "word_memory",
            {"WIDTH": "WIDTH", "DEPTH": "2 ** PLACE_BITS", "BLOCK_MEMORY": "BLOCK_MEMORY"},
        ),
    ),
    "frame_store": (
        Held(
            "word_memory",
            {"WIDTH": "9", "DEPTH": "2 ** PLACE_BITS", "BLOCK_MEMORY": "BLOCK_MEMORY"},
        ),
    ),
    "inner_recall": (
        Held(
            "gated_memory",
            {"WIDTH": "WORD", "DEPTH": "DEPTH"},
            count="COLUMNS <= 4 ? 2 * COLUMNS : 8",
        ),
    ),
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
    "pool_answers": (
        Held("word_memory", {"WIDTH": "FATE_BITS", "DEPTH": "CONTEXTS", "BLOCK_MEMORY": "1"}),
        Held("word_memory", {"WIDTH": "BITS", "DEPTH": "CONTEXTS", "BLOCK_MEMORY": "1"}),
        Held(
            "digest_queue",
            {
                "WORD": "WORD",
                "WIDTH": "WIDTH",
                "DIGEST_BYTES": "DIGEST_BYTES",
                "CONTEXT_BITS": "CONTEXT_BITS + DIGEST_BYTES + 3",
                "PLACE_BITS": "PLACE_BITS",
            },
        ),
    ),
    "pool_judge": (
        Held("word_memory", {"WIDTH": "1", "DEPTH": "2 ** SLOT_BITS", "BLOCK_MEMORY": "0"}),
        Held("word_memory", {"WIDTH": "RECORD_BITS", "DEPTH": "CONTEXTS", "BLOCK_MEMORY": "1"}),
    ),
    "saved_words": (Held("block_numbers", {"BITS": "1", "CONTEXTS": "CONTEXTS"}),),
    "state_memory": (
        Held(
            "word_memory",
            {"WIDTH": "8 * WORD", "DEPTH": "2 ** (SLOT_BITS + 1)", "BLOCK_MEMORY": "1"},
        ),
    ),
    "packet_route": (
        Held(
            "packet_place",
            {"WORD": "WORD", "PAD_WORDS": "PAD_WORDS", "CONTEXTS": "CONTEXTS"},
            when="RESUME",
        ),
    ),
    "stage_buffers": (
        Held(
            "turn_buffer",
            {
                "WORD": "WORD",
                "PAD_WORDS": "PAD_WORDS",
                "LANES": "LANES",
                "CONTEXTS": "CONTEXTS",
                "BLOCK_MEMORY": "BLOCK_MEMORY",
            },
            count="STAGES",
        ),
    ),
    "turn_buffer": (
        Held(
            "block_buffer",
            {
                "WORD": "WORD",
                "PAD_WORDS": "PAD_WORDS",
                "COLUMNS": "PAD_WORDS",
                "ROW_BITS": "ROW_BITS",
                "CONTEXTS": "2 * CONTEXTS",
                "BLOCK_MEMORY": "BLOCK_MEMORY",
            },
            count="LANES",
        ),
    ),
    "read_port": (Held("word_queue", {"WIDTH": "33", "PLACE_BITS": "2"}),),
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

_INSTANCE = re.compile(r"^ +([a-z]\w+) #\($", re.MULTILINE)

# Clocks from one thing to another, where nothing makes either wait.
_LATENCIES: dict[str, tuple[Latency, ...]] = {
    "beat_plain": (Latency("offer", "a beat taken to its row offered", "0"),),
    "beat_pass": (Latency("offer", "a beat taken to its row offered", "0"),),
    "row_pass": (Latency("offer", "a beat taken to its row offered", "0"),),
    "beat_gather": (Latency("offer", "the beat that ends a row taken to the row offered", "1"),),
    "beat_split": (Latency("offer", "an empty message's beat taken to its row offered", "2"),),
    "packet_gate": (
        Latency("admit", "the first beat of a packet taken to it offered", "AT_ONCE ? 2 : 3"),
    ),
    "padder": (
        Latency("pad", "the row of an empty message taken to close", "ROWS"),
        # What an earlier run has left in memories of several contexts is cleared.
        Latency(
            "sweep",
            "by how much pad is longer in the first clock behind a reset",
            "CONTEXTS == 1 ? 0 : CONTEXTS * (PAD_WORDS == 1 ? 2 : 4) - 1",
        ),
    ),
    "context_rota": (
        Latency(
            "start",
            "close to slot_start, the engine ready",
            "1 + FULL_DELAY + (CHOSEN && GROUPS > 1)",
        ),
    ),
    "digest_ledger": (Latency("show", "finish to head_valid", "1"),),
    "digest_line": (Latency("offer", "head_valid to the first word offered", "2"),),
    "digest_store": (Latency("offer", "head_valid to the first word offered", "2"),),
    "inner_route": (
        Latency("pass", "a word taken to it offered", "1"),
        Latency("gap", "one word offered to the next", "FULL_RATE ? 1 : 2"),
    ),
    "digest_route": (
        Latency("pass", "a word taken to it offered", "FULL_RATE || CONTEXTS == 1 ? 2 : 3"),
        Latency("gap", "one word of an answer offered to the next", "FULL_RATE ? 1 : 2"),
    ),
    "block_writer": (
        Latency("claim", "the first word of a digest offered to it taken", "DEDICATED ? 0 : 1"),
        # Of a context whose buffer had another block before, a dedicated one writes 8 words alone.
        Latency("close", "the last word taken to close", "DEDICATED ? 8 : CLOSE_AT - 7"),
    ),
    "digest_stream": (
        Latency("offer", "the word that ends a beat taken to the beat offered", "1"),
        Latency(
            "gap",
            "one word of whole beats taken to the next",
            "(WIDTH < WORD ? WORD / WIDTH : 1) + (FULL_RATE ? 0 : 1)",
        ),
        Latency("pause", "behind the last word of a beat of several", "FULL_RATE ? 0 : 1"),
    ),
}


@cache
def face(name: str) -> Module:
    """The face of the library module `name`."""
    module = module_from(library_text(name))
    return replace(
        module,
        stores=_STORES.get(name, ()),
        held=_HELD.get(name, ()),
        latencies=_LATENCIES.get(name, ()),
    )


@cache
def modules_in(name: str) -> tuple[str, ...]:
    """The library modules that the module `name` instantiates, whatever its parameters."""
    return tuple(dict.fromkeys(_INSTANCE.findall(library_text(name))))


def modules_of(module: Module, given: Mapping[str, int]) -> tuple[str, ...]:
    """A library module with these parameters, behind those that are in it."""
    numbers = module.numbers(dict(given))
    absent = {held.module for held in module.held if not held.how_many(numbers)}
    absent -= {held.module for held in module.held if held.how_many(numbers)}
    inside = (name for name in modules_in(module.name) if name not in absent)
    deeper = ((*modules_in(name), name) for name in inside)
    return (*dict.fromkeys(name for names in deeper for name in names), module.name)


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
