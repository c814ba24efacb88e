"""The memories that are stated of library modules are those that slang finds in them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from itertools import product

import pytest
from support.elaborated import memories_of

from hashloom.rtl.typed.faces import face, memories_in
from hashloom.rtl.typed.memory import Memory

CONTEXTS = ((1, 1), (2, 1), (3, 2), (9, 4), (20, 5))
WORDS = (32, 64)
PADS = (1, 2, 8, 16)


def cases() -> Iterator[tuple[str, dict[str, int]]]:
    """Every module with memories, with every parameter that they might depend on."""
    for places in (4, 5):
        yield "answer_file", {"PLACE_BITS": places}
    for (contexts, bits), word, pads in product(CONTEXTS, WORDS, PADS):
        several = {"CONTEXTS": contexts, "CONTEXT_BITS": bits}
        words = {"WORD": word, "PAD_WORDS": pads}
        for block in (0, 1):
            memory = {"BLOCK_MEMORY": block}
            yield "tag_store", {**words, **several, **memory}
            yield "key_loader", {**words, **several, **memory}
            for columns in {pads, 16}:
                rows = {"COLUMNS": columns, "ROW_BITS": max(1, (16 // columns - 1).bit_length())}
                yield "block_buffer", {**words, **rows, **several, **memory}
            yield "turn_buffer", {**words, **several, **memory, "LANES": 3}
            yield "stage_buffers", {**words, **several, **memory, "STAGES": 3, "LANES": 2}
        yield "padder", {**words, **several}
        yield "packet_route", {**words, **several, "RESUME": 0}
        yield "packet_route", {**words, **several, "RESUME": 1}
        yield "state_porter", {**words, **several}
        for width in (8, word * pads // 2):
            if width <= 512:
                yield "beat_gather", {**words, **several, "WIDTH": width}
    for (contexts, bits), word, length in product(CONTEXTS, WORDS, (16, 32, 50, 64, 100)):
        if length <= 2 * word:
            several = {"CONTEXTS": contexts, "CONTEXT_BITS": bits}
            yield "length_pair", {"WORD": word, "LENGTH_BITS": length, **several}
            if contexts > 1:
                yield "length_memory", {"WORD": word, "LENGTH_BITS": length, **several}
    for (contexts, bits), word, chain in product(CONTEXTS, WORDS, (1, 2, 4)):
        several = {"CONTEXTS": contexts, "CONTEXT_BITS": bits}
        steps = {"WORD": word, "CHAIN_WORDS": chain, "STEP_BITS": 2 if chain == 1 else 1}
        yield "digest_ledger", several
        yield "digest_store", {**steps, **several}
        if (contexts, chain) == (1, 1):
            yield "digest_line", {"WORD": word}
        for columns in {chain} | ({8, 16} if chain == 4 else set()):
            rows = {"COLUMNS": columns, "ROW_BITS": max(1, (16 // columns - 1).bit_length())}
            yield "inner_recall", {**steps, **several, **rows}
        for block, resume, states in product((0, 1), (0, 1), (4, 33)):
            memory = {"BLOCK_MEMORY": block, "RESUME": resume}
            count = {"STATES": states + contexts, "STATE_BITS": 6}
            yield "key_store", {**steps, **several, **memory, **count}
        for slots, bits_, private in ((1, 1, 0), (5, 3, 1), (256, 8, 1)):
            slot = {"SLOTS": slots, "SLOT_BITS": bits_, "PRIVATE": private}
            yield "packet_gate", {**slot, **several}
            yield "slot_hashes", {"SLOT_BITS": bits_, "CHOICE_BITS": 1 + private, **several}
    for tids, places, bits in ((2, 2, 1), (9, 12, 4)):
        given = {"TIDS": tids, "TID_BITS": 2 * bits, "PLACES": places, "PLACE_BITS": bits}
        yield "array_ledger", given
        contexts = {"CONTEXTS": bits, "CONTEXT_BITS": max(1, bits // 2)}
        yield "array_store", {"WIDTH": 8, "BEATS": 20, "BEAT_BITS": 5, **contexts}
        yield "array_store", {"WIDTH": 256, "BEATS": 1, "BEAT_BITS": 1, **contexts}
    for clocks, bits, block in product((4, 16), (4, 9), (0, 1)):
        given = {"WIDTH": 32, "CLOCKS": clocks, "PLACE_BITS": bits, "BLOCK_MEMORY": block}
        yield "delay_line", given
    for places, block in product((4, 11), (0, 1)):
        yield "frame_store", {"PLACE_BITS": places, "BLOCK_MEMORY": block}
    for (contexts, bits), word in product(((2, 1), (160, 8)), WORDS):
        several = {"WORD": word, "CONTEXTS": contexts, "CONTEXT_BITS": bits}
        yield "block_admission", several
        yield "block_ledger", {**several, "QUEUE_BITS": max(4, bits)}
        yield "digest_queue", {"WORD": word, "CONTEXT_BITS": bits, "WIDTH": 1024}
        yield "block_keyer", several
        yield "pool_answers", {**several, "WIDTH": 1024}
        yield "pool_judge", {**several, "SLOTS": 5, "SLOT_BITS": 3}
        yield "state_memory", {"WORD": word, "SLOT_BITS": bits}
        for length in (16, 2 * word):
            yield "block_padder", {**several, "LENGTH_BITS": length}
    for width, depth in product((8, 100), (1, 4, 20)):
        bits = max(1, (depth - 1).bit_length())
        yield "gated_memory", {"WIDTH": width, "DEPTH": depth, "ADDRESS_BITS": bits}
    for width, depth, block in product((8, 100), (16, 300), (0, 1)):
        yield (
            "word_memory",
            {
                "WIDTH": width,
                "DEPTH": depth,
                "ADDRESS_BITS": (depth - 1).bit_length(),
                "BLOCK_MEMORY": block,
            },
        )
    for width, (contexts, bits) in product((32, 128), CONTEXTS):
        several = {"CONTEXTS": contexts, "CONTEXT_BITS": bits}
        yield "context_words", {"WIDTH": width, **several}
        yield "answer_ledger", {"WIDTH": width, **several}
        yield "burst_reader", {"WIDTH": width, **several}
        yield "byte_align", {"WIDTH": width, **several}
        yield "read_port", {"WIDTH": width}
        yield "word_queue", {"WIDTH": width, "PLACE_BITS": bits}
        yield "answer_writer", {"WIDTH": width, "PLACE_BITS": bits}
        yield "answer_queue", {"WIDTH": width, "PLACE_BITS": bits}


CASES: dict[str, list[dict[str, int]]] = {}
for module, parameters in cases():
    CASES.setdefault(module, []).append(parameters)


def arrays(memory: Memory) -> list[tuple[int, int, bool]]:
    """What a module declares for a memory: one whose banks are read by themselves, in banks."""
    if memory.divided and not memory.block:
        return [(16, memory.bits, False)] * memory.banks
    return [(memory.depth, memory.bits, memory.block)]


@pytest.mark.parametrize("name", list(CASES))
def test_memories(name: str) -> None:
    for given in CASES[name]:
        stated = [array for memory in memories_in(face(name), given) for array in arrays(memory)]
        assert sorted(stated) == memories_of(name, given), given


def test_modules_without_memories_have_none() -> None:
    """Of all others slang finds none either, with their own parameters and several contexts."""
    files = (resources.files("hashloom.rtl") / "lib").iterdir()
    names = {f.name.removesuffix(".sv") for f in files if f.name.endswith(".sv")}
    for name in names - set(CASES) - {"packet_place"}:
        has = {parameter.name for parameter in face(name).parameters}
        several = {"CONTEXTS": 5, "CONTEXT_BITS": 3}
        given = {key: value for key, value in several.items() if key in has}
        assert memories_of(name, given) == []
        assert memories_in(face(name), given) == ()
