"""Subjects of proofs that take every way through the modules with properties."""

from __future__ import annotations

from hashloom.verification.properties.subjects import Subject


def _of(module: str, **parameters: int) -> Subject:
    return Subject(module, tuple(parameters.items()))


def _lengths(*lengths: int) -> int:
    """Bytes of digests, as digest_cut has them."""
    return int.from_bytes(lengths, "little")


# Parameters that between them take every way through the modules.
SUBJECTS = (
    _of("answer_file"),
    _of("answer_file", PLACE_BITS=5, WAIT_BITS=3, STATUS_BITS=3, KEYED=1),
    _of("apb4_port"),
    _of("avalon_mm_port"),
    _of("axi4_lite_port"),
    _of("message_window"),
    _of("message_window", WAIT_BITS=3, BLOCK_BYTES=128, KEYED=1),
    _of("wishbone_port"),
    _of("array_collect", BEATS=1, BEAT_BITS=1),
    _of("array_collect", COPIES=3, COPY_BITS=2, PLACE_BITS=3, CONTEXT_BITS=2, BEATS=5),
    _of("array_dispatch", WIDTH=8),
    _of("array_dispatch", COPIES=3, COPY_BITS=2, PLACES=4, PLACE_BITS=2, TIDS=3, TID_BITS=2),
    _of(
        "array_ledger",
        COPIES=2,
        COPY_BITS=1,
        PLACES=2,
        PLACE_BITS=1,
        TIDS=2,
        TID_BITS=1,
        SLOT_BITS=1,
    ),
    _of("array_store", WIDTH=8, CONTEXTS=3, CONTEXT_BITS=2, SLOT_BITS=1, BEATS=5),
    _of("block_buffer", WORD=8),
    _of("block_buffer", WORD=8, COLUMNS=4, PAD_WORDS=2, ROW_BITS=2, CONTEXTS=2, BLOCK_MEMORY=1),
    _of("block_buffer", WORD=8, CONTEXTS=3, CONTEXT_BITS=2),
    _of("block_numbers", BITS=2, CONTEXTS=3, CONTEXT_BITS=2),
    _of("choice_ledger", CHOICE_BITS=2),
    _of("choice_ledger", GROUPS=2, INTERLEAVE=2, CONTEXT_BITS=2, GROUP_BITS=1),
    _of("choice_reader", CHOICE_BITS=2, CONTEXTS=3, CONTEXT_BITS=2),
    _of("beat_pass"),
    _of("beat_pass", WORD=64, PAD_WORDS=2, CONTEXT_BITS=2, COMMAND_BITS=3),
    _of("beat_gather"),
    _of("beat_gather", CONTEXTS=3, CONTEXT_BITS=2, COMMAND_BITS=3, ERASE=1),
    _of("beat_split"),
    _of("beat_split", WIDTH=256, PAD_WORDS=2, CONTEXT_BITS=2, COMMAND_BITS=3),
    _of("context_rota", GROUPS=2, INTERLEAVE=2, CONTEXT_BITS=2),
    _of("context_rota", GROUPS=2, INTERLEAVE=2, CONTEXT_BITS=2, FULL_DELAY=2, FLUSH=2, CHOSEN=1),
    _of("block_filler"),
    _of("block_filler", WORD=64, BYTE_BITS=7),
    _of("block_fit", BYTES=_lengths(32, 28)),
    _of("block_fit", WORD=64, DIGEST_BYTES=64, CHOICE_BITS=2, BYTES=_lengths(64, 48, 28, 32)),
    _of("block_writer"),
    _of("block_writer", CLOSE_AT=0),
    _of("block_writer", DIGEST_BYTES=28, CLOSE_AT=9, CONTEXTS=3, CONTEXT_BITS=2),
    _of("block_writer", DEDICATED=1, CONTEXTS=2),
    _of("block_writer", WORD=64, DIGEST_BYTES=28, CLOSE_AT=7, DEDICATED=1),
    _of("digest_cut", BYTES=_lengths(32, 28)),
    _of("digest_cut", WORD=64, CHOICE_BITS=2, BYTES=_lengths(64, 48, 28, 20)),
    _of("digest_ledger", CONTEXTS=2),
    _of("digest_mask", WORD=64, CHOICE_BITS=2, BYTES=_lengths(64, 48, 28, 20)),
    _of("digest_merge"),
    _of("digest_route", CONTEXTS=2),
    _of("digest_route", CONTEXTS=3, CONTEXT_BITS=2, FULL_RATE=1),
    _of("digest_route", WORD=64, ANSWERS_ONLY=1, RESUME=1),
    *(
        _of("digest_stream", WIDTH=width, CONTEXT_BITS=2, STATUS_BITS=3, FULL_RATE=rate)
        for width in (8, 32, 64)
        for rate in (0, 1)
    ),
    *(_of("delay_line", WIDTH=8, CLOCKS=clocks) for clocks in (4, 11, 16)),
    *(_of("delay_line", WIDTH=8, CLOCKS=c, PLACE_BITS=5, BLOCK_MEMORY=1) for c in (4, 17, 32)),
    _of("digest_store", CONTEXTS=2, CHAIN_WORDS=2, STEP_BITS=1),
    _of("digest_store", CONTEXTS=1, CHAIN_WORDS=4, DIGEST_WORDS=7),
    _of("fold_sequencer"),
    _of("fold_sequencer", ROW_BITS=3, LOOP=2, LOOP_END=4, OUTPUT=5, END=7, PASSES=5, PASS_BITS=3),
    _of("fold_sequencer", LOOP=3, LOOP_END=3, OUTPUT=6, END=9, PASSES=2, PASS_BITS=1),
    _of("gated_memory", WIDTH=8, DEPTH=1, ADDRESS_BITS=1),
    _of("gated_memory", WIDTH=8, DEPTH=20, ADDRESS_BITS=5),
    _of("group_picker", GROUPS=2, APART=1),
    _of("group_picker", GROUPS=3, GROUP_BITS=2, APART=2),
    _of("group_picker", GROUPS=4, GROUP_BITS=2, APART=3, RESTS=1),
    _of("hash_ledger", CHOICE_BITS=2, CONTEXTS=3, CONTEXT_BITS=2),
    _of("inner_recall", TELL=20),
    _of("inner_recall", WORD=64, DIGEST_BYTES=28, CONTEXTS=3, CONTEXT_BITS=2),
    *(
        _of(
            "inner_recall",
            **{"WORD": 16, "DIGEST_BYTES": 7, "CHAIN_WORDS": words, "COLUMNS": columns},
            **{"ROW_BITS": bits, "CONTEXTS": 2, "TELL": tell},
        )
        for words, columns, bits, tell in ((2, 2, 3, 9), (4, 4, 2, 7), (4, 8, 1, 5), (4, 16, 1, 2))
    ),
    _of("inner_route"),
    _of("inner_route", CONTEXTS=3, CONTEXT_BITS=2, FULL_RATE=1),
    _of("keyed_sequencer"),
    _of("keyed_sequencer", PASSES=5, PASS_BITS=3),
    _of("key_loader"),
    _of("key_loader", CONTEXTS=3, CONTEXT_BITS=2),
    _of("key_loader", TOGETHER=1, SLOTS=3, PAD_WORDS=4, DIGEST_BYTES=28),
    _of("key_loader", PAD_WORDS=16, SLOTS=1, SLOT_BITS=1, CONTEXTS=2),
    _of("key_store", WORD=8, CONTEXTS=3, CONTEXT_BITS=2, BLOCK_MEMORY=1),
    _of("key_store", WORD=8, CHAIN_WORDS=2, STEP_BITS=1, STATES=6, CONTEXTS=2, RESUME=1),
    *(_of("length_memory", CONTEXTS=2, CONTEXT_BITS=1, LENGTH_BITS=bits) for bits in (20, 32, 64)),
    _of("length_memory", LENGTH_BITS=40, CONTEXTS=3),
    *(_of("length_pair", LENGTH_BITS=bits) for bits in (20, 40, 64)),
    _of("length_pair", WORD=64, LENGTH_BITS=128),
    *(_of("length_pair", CONTEXTS=2, LENGTH_BITS=bits) for bits in (32, 64)),
    _of("length_pair", LENGTH_BITS=40, CONTEXTS=3, CONTEXT_BITS=2),
    *(_of("length_ring", LENGTH_BITS=bits) for bits in (20, 32, 40, 64)),
    _of("length_ring", WORD=64, LENGTH_BITS=128),
    _of("packet_filler"),
    _of("packet_filler", WORD=64, BYTE_BITS=7),
    _of("packet_judge"),
    _of("packet_judge", SLOTS=3, SLOT_BITS=2, DIGEST_BYTES=64),
    _of("tag_answer"),
    _of("tag_answer", WORD=64),
    _of("packet_gate", WIDTH=8),
    _of("packet_gate", WIDTH=8, SLOTS=2, SLOT_BITS=1, CONTEXTS=2, AT_ONCE=1),
    _of("packet_gate", WIDTH=8, SLOTS=3, SLOT_BITS=2, CONTEXTS=2, RESUME=1, PRIVATE=1),
    _of("packet_place", CONTEXTS=3, CONTEXT_BITS=2),
    *(_of("packet_place", PAD_WORDS=words) for words in (2, 4, 8, 16)),
    _of("packet_route"),
    _of("packet_route", PAD_WORDS=16),
    _of("packet_route", PAD_WORDS=16, WORD=64),
    _of("packet_route", PAD_WORDS=2, CONTEXTS=3, CONTEXT_BITS=2, RESUME=1),
    _of("padder"),
    _of("padder", PAD_WORDS=2, CONTEXTS=3, CONTEXT_BITS=2, LENGTH_BITS=32),
    _of("padder", PAD_WORDS=4, CONTEXTS=2),
    *(
        _of("state_porter", WORD=16, PAD_WORDS=words, LENGTH_BITS=bits)
        for words, bits in ((1, 32), (2, 16))
    ),
    _of("state_porter", WORD=16, LENGTH_BITS=16, CONTEXTS=3, CONTEXT_BITS=2),
    *(_of("state_porter", WORD=16, PAD_WORDS=w, LENGTH_BITS=32, CONTEXTS=2) for w in (1, 2, 16)),
    *(_of("row_turn", PAD_WORDS=words) for words in (1, 2, 16)),
    _of("state_tail"),
    _of("state_tail", WORD=64, CONTEXT_BITS=2),
    _of("tag_store", WORD=8, PAD_WORDS=16, CONTEXTS=2),
    _of("tag_store", WORD=8, PAD_WORDS=2, CONTEXTS=3, CONTEXT_BITS=2, BLOCK_MEMORY=1),
    _of("turn_buffer", WORD=8),
    _of("turn_buffer", WORD=8, PAD_WORDS=4, LANES=2, CONTEXTS=2, LAG=3),
    *(_of("word_memory", WIDTH=8, DEPTH=6, ADDRESS_BITS=3, BLOCK_MEMORY=block) for block in (0, 1)),
    _of("slot_hashes", CHOICES=3, CHOICE_BITS=2, BYTES=_lengths(64, 48, 28)),
    _of("zeroize_guard"),
    _of("zeroize_guard", CONTEXTS=3, CONTEXT_BITS=2, RESUME=1),
)
