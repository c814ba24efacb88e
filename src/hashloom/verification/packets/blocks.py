"""Blocks of a context from their completion to their start, and outer blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits
from hashloom.verification.packets.admission import LONG_PLAY, PLAY
from hashloom.verification.packets.padding import Padding

_CLOSE_AT = re.compile(r"\.CLOSE_AT +\((\d+)\)")
_ONE = "of blocks that are complete one is told at a time"
_ROTA = "what is known of a complete block is its own"
_WRITES = "the writer has the words of the inner digest that is at work, in their order"
_RECALLS = "an inner block is on its way to its outer one in one place"
_OUTER = "an outer block is that of the latest packet, whose inner digest it follows"
_WORDS_LAST = 7  # number of a digest's last word at the writer


@dataclass(frozen=True)
class Tag:
    """What is noted of a block whose chaining value is a digest, and of the digest.

    Attributes:
        inner: it is an inner digest.
        outer: one over an inner digest.
        key: one of a long key.
        flawed: of a message that broke the rules.
        keyed: of a packet with a key.
        number: of the packet.
    """

    inner: int
    outer: int
    key: int
    flawed: int
    keyed: int
    number: Bits

    @property
    def bits(self) -> Bits:
        """All of it."""
        return [self.inner, self.outer, self.key, self.flawed, self.keyed, *self.number]

    @staticmethod
    def of(bits: Bits) -> Tag:
        """The same from its bits."""
        inner, outer, key, flawed, keyed, *number = bits
        return Tag(inner, outer, key, flawed, keyed, number)


TAG_BITS = 7


class Blocks(Padding):
    """Blocks that are complete.

    Attributes:
        recalls: outer blocks are read from where the engine has left the inner digest.
        full: a block of the context is complete and has not started; its tag.
        full_digest: its chaining value is a digest that leaves the engine.
        begins: the context's block starts in this clock.
        inner_out: the inner block of the latest packet is complete, its outer one is not.
        outer_closes: the outer one becomes so.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        f, aig = self.f, self.aig
        self.recalls = f.has("recall_close")
        self.close_at = int(_CLOSE_AT.findall(core.sources()[f"{core.top}.sv"])[0])
        self.begins = self.of(f.values("started"))
        own = aig.both(f.value("own_close"), self.own("own_context"))
        played = aig.both(own, f.value("u_writer.granted_q"))
        if self.recalls:
            self.outer_closes = aig.both(f.value("recall_close"), self.own("recall_context"))
        else:
            self.outer_closes = aig.both(f.value("own_settled"), self.own("own_context"))
        self.completes = aig.both(f.value("close"), self.own("close_context"))
        flawed = aig.both(self.closes, f.value("pad_close_error"))
        latest_keyed = aig.choose(self.turn, *self.record_keyed)
        of_packet = aig.both(self.closes, self.long ^ 1)
        last = aig.both(of_packet, f.value("pad_close_last"))
        inner = aig.all_of([last, latest_keyed, flawed ^ 1])
        self.tag = Tag(
            inner,
            self.outer_closes,
            aig.both(self.final, self.long),
            flawed,
            aig.either(aig.both(of_packet, latest_keyed), self.outer_closes),
            self.latest,
        )
        leaves = aig.both(self.final, aig.both(inner, int(self.recalls)) ^ 1)
        self.digest = aig.either(leaves, self.outer_closes)
        (self.full, self.full_digest, self.inner_out) = self.registers(3)
        self.keep(self.full, (self.completes, 1), (self.begins, 0))
        self.keep(self.full_digest, (self.completes, self.digest))
        self.full_tag = Tag.of(self.registers(TAG_BITS))
        self.keep_all(self.full_tag.bits, (self.completes, self.tag.bits))
        self.keep(self.inner_out, (inner, 1), (self.outer_closes, 0))
        self._messages(played)

    def _messages(self, played: int) -> None:
        """Which blocks are the first of a message, and begin with the state of a key."""
        f, aig = self.f, self.aig
        self.fresh, self.under_way, self.full_first, self.full_keyed = self.registers(4)
        of_packet = aig.both(self.closes, self.long ^ 1)
        self.keep(self.fresh, (self.starts, 1), (of_packet, 0))
        plain = aig.both(played, self._as_is())
        self.keep(self.under_way, (self.closes, self.final ^ 1), (self.completes, plain))
        first = aig.choose(self.closes, aig.both(self.long ^ 1, self.fresh), 1)
        self.keep(self.full_first, (self.completes, first))
        other = 0  # it begins with another hash's initial value, or with a restored state
        if f.has("close_other"):
            other = f.value("close_other")
        if self.resume:
            other = aig.either(other, aig.both(of_packet, self.of(f.values("resumed"))))
        self.keep(self.full_keyed, (self.completes, aig.either(self.tag.keyed, other)))

    def _as_is(self) -> int:
        """Whether the loader's block is one of a long key, without a pad."""
        return self.aig.equals(self.f.values("play_pad"), 0)

    # ---- lemmas -------------------------------------------------------------------------------

    def blocks(self, key_due: int) -> None:
        """Lemmas on complete blocks; `key_due`: a digest of the context's key is on its way."""
        f, aig = self.f, self.aig
        holds, held = f.value("hold"), f.value("u_pad.hold")
        self.must(_ONE, f.value("pad_close"), held ^ 1)
        self.must(_ONE, holds, held)
        self.must(_ONE, f.value("own_close"), holds)
        if self.recalls:
            self.must(_ONE, f.value("recall_close"), holds ^ 1, f.value("recall_hold"))
            self.must(_ONE, holds, f.value("recall_hold"))
        self._rota()
        self._middle(key_due)
        self._loads()
        if self.recalls:
            self._recall()
        else:
            self._writer()
        keyed = aig.choose(self.turn, *self.record_keyed)
        self.must("a packet with an inner digest has a key", self.inner_out, keyed)
        self.show(_OUTER, self.outer_closes, self.inner_out, self.pending ^ 1)
        started = self.of(f.values("started_digest"))
        self.show(
            "a block that starts leaves a digest when it is the last of its message, and no other "
            "does",
            self.begins,
            self.full,
            self.same(started, self.full_digest),
        )
        first, keyed = (self.of(f.values(f"u_rota.{name}")) for name in ("first_q", "keyed_q"))
        self.show(
            "a block that starts is the first of its message when it is, and begins with the state "
            "of a key when its packet has one or it is an outer block",
            self.begins,
            self.same(first, self.full_first),
            aig.either(first ^ 1, self.same(keyed, self.full_keyed)),
        )

    def _rota(self) -> None:
        f, aig = self.f, self.aig
        names = ("full", "digest", "keyed", "error", "ends")
        at_rota = [[self.of(f.values(f"u_rota.{name}_q")) for name in names]]
        if f.has("u_rota.g_later.fill_q"):
            parts = [
                f.values(f"u_rota.g_later.fill{name}_q")
                for name in ("", "_digest", "_keyed", "_error", "_ends")
            ]
            for index in range(len(parts[0])):
                here = self.own(f"u_rota.g_later.fill_context_q[{index}]")
                valid, *rest = (part[index] for part in parts)
                at_rota.append([aig.both(valid, here), *rest])
        there = [each[0] for each in at_rota]
        self.must(_ROTA, 1, self.same(self.full, aig.any_of(there)))
        for index, (here, digest, keyed, flawed, ends) in enumerate(at_rota):
            for other in there[:index]:
                self.must(_ROTA, here, other ^ 1)
            self.must(
                _ROTA,
                here,
                self.same(digest, self.full_digest),
                aig.either(digest ^ 1, self.same(flawed, self.full_tag.flawed)),
                aig.either(self.full_first ^ 1, self.same(keyed, self.full_keyed)),
                aig.differ(ends, self.under_way),
            )
        first = self.of(f.values("u_rota.first_q"))
        self.must(
            "the next block is the first of its message when none is under way",
            1,
            self.same(first, aig.choose(self.full, self.full_first, self.under_way ^ 1)),
        )
        self.must(
            "an inner digest that the engine reads again does not leave it",
            aig.all_of([self.full, self.full_tag.inner, self.full_digest]),
            int(not self.recalls),
        )

    def _middle(self, key_due: int) -> None:
        """Whether a message's blocks so far are not all."""
        f, aig = self.f, self.aig
        named = "a message is under way from its first block to its last"
        self.must(named, self.pending, aig.differ(self.under_way, self.fresh))
        self.must(named, self.long, aig.differ(self.under_way, key_due))
        plays = aig.both(self.phase[LONG_PLAY], self.loads)
        begun = self.more(f.values("u_loader.word_q"), self.close_at)
        self.must(named, plays, self.same(self.under_way, begun))
        rest = aig.any_of([self.pending, self.long, plays]) ^ 1
        self.must(named, rest, self.under_way ^ 1)

    def _loads(self) -> None:
        """Blocks of the loader."""
        f, aig = self.f, self.aig
        granted, writing = f.value("u_writer.granted_q"), f.value("u_writer.g_shared.writing_q")
        named = "a block that the loader writes is of its context"
        plays = aig.either(self.phase[PLAY], self.phase[LONG_PLAY])
        same = self.equal(f.values("u_writer.context_q"), f.values("loader_context"))
        self.must(named, granted, plays, f.value("play"), same, writing ^ 1)
        self.must(named, f.value("hold"), aig.either(granted, writing))
        self.must(named, aig.either(granted, writing), f.value("hold"))
        place = f.values("u_writer.position_q")
        self.must(named, aig.any_of(place), writing)
        if self.contexts == 1:
            self.must(named, f.value("hold"), *(bit ^ 1 for bit in f.values("u_writer.context_q")))
        if self.recalls:
            self.must(named, writing, 0)

    def _recall(self) -> None:
        f, aig = self.f, self.aig
        noted_inner, noted_outer, reading, inner, ready = (
            self.of(f.values(f"u_recall.{name}_q"))
            for name in ("noted_inner", "noted_outer", "reading", "inner", "ready")
        )
        tag = self.full_tag
        self.must(
            _RECALLS,
            self.full,
            self.same(noted_inner, tag.inner),
            self.same(noted_outer, tag.outer),
        )
        places = [aig.both(self.full, tag.inner), inner, ready]
        self.must(_RECALLS, 1, self.same(self.inner_out, aig.any_of(places)))
        for index, one in enumerate(places):
            for other in places[:index]:
                self.must(_RECALLS, one, other ^ 1)
        closes = f.value("recall_close")
        self.must(_RECALLS, closes, aig.any_of(f.values("u_recall.ready_q")))
        reads = self.registers(1)[0]
        self.keep(reads, (self.begins, tag.outer))
        self.show("a block is read as an outer one when it is one", 1, self.same(reads, reading))

    def _writer(self) -> None:
        """The writer and the inner digest that is at work, of whatever context."""
        f, aig = self.f, self.aig
        writing, place = f.value("u_writer.g_shared.writing_q"), f.values("u_writer.position_q")
        valid, inner = f.value("u_route.valid_q"), f.value("u_route.inner_q")
        index, last = f.values("u_route.index_q"), f.value("route_last")
        left = self.choose(valid, self._less(index, last), index)
        early = place[3] ^ 1
        works = aig.both(inner, aig.either(valid, aig.any_of(index)))
        same = self.equal(f.values("u_writer.context_q"), f.values("route_context"))
        fits = aig.equals_bits(place[:3], left[:3])
        if len(left) > 3:
            fits = aig.both(fits, left[3] ^ 1)
        self.must(_WRITES, aig.both(writing, early), works, same, fits)
        at_start = aig.equals(place, 0)
        self.must(_WRITES, aig.both(writing, at_start), valid)
        begun = aig.both(works, aig.any_of(left))
        self.must(_WRITES, begun, writing, early, fits)

    def _less(self, index: Bits, last: int) -> Bits:
        """The number of the word at work, when the next one has number `index`."""
        before = self.minus(index, [1, *[0] * (len(index) - 1)])
        ends = [_WORDS_LAST >> bit & 1 for bit in range(len(index))]
        return self.choose(last, ends, before)

    def settles(self) -> tuple[int, int]:
        """Of a context's inner digest: its outer block is complete while its words still leave, and
        is not, although they have left."""
        f, aig = self.f, self.aig
        place = f.values("u_writer.position_q")
        here = aig.both(f.value("u_writer.g_shared.writing_q"), self.own("u_writer.context_q"))
        early, done = place[3] ^ 1, self.more(place, self.close_at)
        return aig.all_of([here, early, done]), aig.all_of([here, early ^ 1, done ^ 1])
