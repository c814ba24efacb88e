"""Blocks and digests of the outer engine."""

from __future__ import annotations

import re

from hashloom.verification.inductive.notes import Bits
from hashloom.verification.packets.admission import PLAY
from hashloom.verification.packets.blocks import TAG_BITS, Tag
from hashloom.verification.pairs.inner import Inner
from hashloom.verification.pairs.words import line, stream

_WRITES = "the outer engine's writer has the words of the inner digest that parts, in their order"
_LOADS = "a block of the loader goes to the outer engine when no digest does"
_ROTA = "what the outer engine's rota has of a complete block is its own"
_BUFFERS = "a buffer of the outer engine is closed from a block's completion until it is opened"
_OPEN = "a block of the outer engine is complete in an open buffer, when none before it waits"
_WORDS = 16  # of a block
_CLOSE_AT = re.compile(r"\.CLOSE_AT +\((\d+)\)")
_EARLY = 3  # bit of a word's number in its block that is 0 in the words of a digest


class Outer(Inner):
    """Blocks over inner digests, and their digests.

    Attributes:
        outside: words of outer digests, from their store.
        outer_number: number of the packet whose inner digest is, or was last, written as a block.
        late: its words have been written, the block is not complete.
        past: the block is complete, and words of the inner digest are still to come.
        outer_digests: outer digests of which no word has been taken, in order, that of the full
            block, and that of the block that is `late`; their tags.
    """

    def outer(self) -> None:
        """Notes on the outer engine."""
        f, aig = self.f, self.aig
        self.outside = stream(self, "outer_digest", self._words_of("u_outer_store"))
        self.assumed.append(self.outside.wrong)
        position = f.values("u_outer_writer.position_q")
        shared = "u_outer_writer.g_shared.writing_q"
        self.writes = f.value(shared) if f.has(shared) else aig.any_of(position)
        self.outer_close_at = _WORDS - 1  # of buffers that nobody else writes
        if f.has(shared):
            text, _, _ = self.text.partition(" u_outer_writer (")
            self.outer_close_at = int(_CLOSE_AT.findall(text)[-1])
        steps = aig.all_of([f.value("inner_valid"), f.value("inner_ready")])
        self.steps = aig.both(steps, self.own("inner_route_context"))
        self.outer_number = self.registers(2)
        at_start = aig.both(self.steps, aig.equals(position, 0))
        self.keep_all(self.outer_number, (at_start, self.parting_tag.number))
        here = aig.both(self.writes, self.own("u_outer_writer.context_q"))
        done = self.more(position, self.outer_close_at)
        self.late = aig.all_of([here, position[_EARLY], done ^ 1])
        self.past = aig.all_of([here, position[_EARLY] ^ 1, done])
        completes = aig.both(f.value("outer_close"), self.own("outer_close_context"))
        of_digest = f.value("outer_own_settled")
        tag = Tag(0, 1, 0, 0, 1, self.outer_number)
        begins = self.of(f.values("outer_started"))
        other = f.value("outer_close_other") if f.has("outer_close_other") else 0
        full, digest, keyed = self.registers(3)
        full_tag = Tag.of(self.registers(TAG_BITS))
        self.keep(full, (completes, 1), (begins, 0))
        self.keep(digest, (completes, of_digest))
        self.keep(keyed, (completes, aig.either(of_digest, other)))
        self.keep_all(full_tag.bits, (completes, tag.bits))
        push = aig.both(begins, self.of(f.values("outer_started_digest")))
        waiting = line(self, "outer", push, full_tag, self.outside.begins)
        first, of_first = waiting[0]
        flawed = self.same(self.outside.flaw, of_first.flawed)
        self.assumed.append(aig.both(self.outside.first, aig.both(first, flawed) ^ 1))
        self.outer_full, self.outer_full_digest, self.outer_full_keyed = full, digest, keyed
        self.outer_completes, self.outer_begins = completes, begins
        self.outer_digests = [*waiting, (aig.both(full, digest), full_tag), (self.late, tag)]

    # ---- lemmas -------------------------------------------------------------------------------

    def outer_blocks(self) -> None:
        """Lemmas on blocks of the outer engine."""
        self._outer_writer()
        self._outer_rota()
        self._outer_buffers()

    def _outer_writer(self) -> None:
        f, aig = self.f, self.aig
        position = f.values("u_outer_writer.position_q")
        granted = f.value("u_outer_writer.granted_q")
        context = f.values("u_outer_writer.context_q")
        at_start, late = aig.equals(position, 0), position[_EARLY]
        early = aig.both(self.writes, late ^ 1)
        begun = aig.both(early, at_start ^ 1)
        first = aig.both(early, at_start)  # a word waits to be the first
        self.must(_LOADS, granted, self.writes ^ 1, self.phase[PLAY], f.value("play"))
        self.must(_LOADS, granted, f.values("play_pad")[0])
        self.must(_WRITES, at_start ^ 1, self.writes)
        same = self.equal(context, self.work_context)
        fits = self.equal(position[:_EARLY], self.left[:_EARLY])
        self.must(_WRITES, early, self.at_work, same, fits)
        self.must(_WRITES, first, f.value("inner_valid"))
        self.must(_WRITES, begun, self.kind_keyed)
        written = aig.all_of([self.at_work, self.some_left, self.kind_keyed])
        self.must(_WRITES, written, begun)
        if f.has("u_outer_writer.g_shared.writing_q"):
            loads = self.equal(context, f.values("loader_context"))
            self.must(_LOADS, granted, loads)
            holds = f.value("u_outer_writer.g_shared.hold_q")
            self.must(_LOADS, 1, self.same(holds, aig.either(granted, self.writes)))
        if self.contexts == 1:
            self.must(_WRITES, self.writes, *(bit ^ 1 for bit in context))
        else:
            there = aig.any_of(aig.equals(context, index) for index in range(self.contexts))
            self.must(_WRITES, self.writes, there)
        number = self.equal(self.parting_tag.number, self.outer_number)
        own = aig.all_of([self.parting, self.parting_tag.inner, self.some_left])
        self.must("it has them of one packet", own, number)
        self.show(
            "the words of an outer block are those of its own packet's inner digest, in their "
            "order",
            self.steps,
            self.parting,
            self.parting_tag.inner,
            self.equal(position, [*self.left[:_EARLY], 0]),
            aig.either(at_start, number),
        )

    def _outer_rota(self) -> None:
        f, aig = self.f, self.aig
        names = ("full", "digest", "keyed", "error", "ends")
        at_rota = [[self.of(f.values(f"u_outer_rota.{name}_q")) for name in names]]
        if f.has("u_outer_rota.g_later.fill_q"):
            parts = [
                f.values(f"u_outer_rota.g_later.fill{name}_q")
                for name in ("", "_digest", "_keyed", "_error", "_ends")
            ]
            for index in range(len(parts[0])):
                here = self.own(f"u_outer_rota.g_later.fill_context_q[{index}]")
                valid, *rest = (part[index] for part in parts)
                at_rota.append([aig.both(valid, here), *rest])
        there = [each[0] for each in at_rota]
        self.must(_ROTA, 1, self.same(self.outer_full, aig.any_of(there)))
        for index, (here, digest, keyed, flawed, ends) in enumerate(at_rota):
            for other in there[:index]:
                self.must(_ROTA, here, other ^ 1)
            of_digest = self.same(digest, self.outer_full_digest)
            with_state = self.same(keyed, self.outer_full_keyed)
            self.must(_ROTA, here, of_digest, with_state, flawed ^ 1, ends)
        first, keyed, digest = (
            self.of(f.values(f"u_outer_rota.{name}_q")) for name in ("first", "keyed", "digest")
        )
        self.must("every block of the outer engine is the first of its message", 1, first)
        self.show(
            "a block that starts in the outer engine is the first of its message, begins with the "
            "state of a key and leaves a digest, or it is the loader's, or another hash's first",
            self.outer_begins,
            self.outer_full,
            first,
            self.same(digest, self.outer_full_digest),
            self.same(keyed, self.outer_full_keyed),
        )

    def _outer_buffers(self) -> None:
        f, aig = self.f, self.aig
        closed = self.of(f.values("u_outer_rota.closed_q"))
        to_open = self._outer_to_open()
        self.must(_BUFFERS, self.outer_full, closed, *(each ^ 1 for each in to_open))
        for index, one in enumerate(to_open):
            self.must(_BUFFERS, one, closed, *(other ^ 1 for other in to_open[:index]))
        granted = f.value("u_outer_writer.granted_q")
        place = self.choose(
            granted, f.values("u_loader.word_q")[:4], f.values("u_outer_writer.position_q")
        )
        before = self.more(place, self.outer_close_at) ^ 1
        here = aig.both(self.writes, self.own("u_outer_writer.context_q"))
        loads = aig.both(granted, self.own("loader_context"))
        self.must(_BUFFERS, aig.both(aig.either(here, loads), before), closed ^ 1)
        self.show(_OPEN, self.outer_completes, closed ^ 1, self.outer_full ^ 1)

    def _outer_to_open(self) -> Bits:
        """Whether the buffer is to be opened again, in one clock or another."""
        f = self.f
        for turns in ("u_outer_buffers", "u_outer_buffers.g_stage[0].u_words"):
            if f.has(f"{turns}.read_turn_q"):
                due = f"{turns}.g_later.due_q"
                return [self.of(f.values(due))] if f.has(due) else []
        if f.has("u_outer_reopener.reading_q"):
            return [self.of(f.values("u_outer_reopener.reading_q"))]
        if not f.has("u_outer_reopener.g_later.line_q"):
            return []  # at once
        places = f.values("u_outer_reopener.g_later.line_q")
        at = range(0, len(places), self.contexts)
        return [self.of(places[place : place + self.contexts]) for place in at]
