"""Where the digests of two engines come together, and the answers that they become."""

from __future__ import annotations

from hashloom.verification.inductive.notes import Bits
from hashloom.verification.packets.admission import STATE_WORDS
from hashloom.verification.packets.answers import KEPT as OF_ONE
from hashloom.verification.packets.blocks import Tag
from hashloom.verification.pairs.outer import Outer
from hashloom.verification.pairs.words import Stream, stream

KEPT = frozenset({*OF_ONE, "inner_route", "digest_merge", "state_tail"})
_MERGES = "a digest whose words are merged is one of the outer engine, or the one that parts"
_WHOLE = "digests come whole to where answers are made"
_TAILS = "behind the words of a digest come two of a length, or none"
_WAY = "digests on their way are those of the packets that are owed an answer, in their order"
_BARS = "a packet may begin when the one before has its last block"


class Pair(Outer):
    """Packets, and the digests of both engines."""

    # ---- notes --------------------------------------------------------------------------------

    def _at_route(self) -> None:
        f = self.f
        self.outer()
        self.merged = at_route = stream(self, "digest", self.words)
        if self.resume:
            at_route = stream(self, "whole", self.words, STATE_WORDS)
            self._tail(at_route)
        self.count, self.amid = at_route.count, at_route.amid
        self.amid_context, self.amid_flaw = at_route.amid_context, at_route.amid_flaw
        second = f.value("u_merge.second")
        _, of_outer = self.outer_digests[0]
        coming = self.choose(second, self.parting_tag.bits, of_outer.bits)
        self._takes = self.merged.begins
        self.queue, self.queue_tags = [0], [Tag.of(coming)]
        number = self.outer_number
        super()._at_route()
        self.outer_number = number
        self.answers = [(self.work, self.work_tag), (self.taken, self.taken_tag)]
        self.digests = self.inner_digests

    # ---- lemmas -------------------------------------------------------------------------------

    def _tail(self, whole: Stream) -> None:
        """The words of a digest are followed by two of a length, or by none."""
        f, aig, merged = self.f, self.aig, self.merged
        tail, low = f.value("u_tail.tail_q"), f.value("u_tail.low_q")
        self.must(_TAILS, low, tail)
        self.must(_TAILS, tail, merged.amid ^ 1, aig.equals(whole.count[1:], self.words >> 1))
        self.must(_TAILS, tail, self.same(whole.count[0], low))
        self.must(_TAILS, tail, self.equal(f.values("u_tail.context_q"), whole.amid_context))
        self.must(_TAILS, tail, self.same(f.value("u_tail.error_q"), whole.amid_flaw))
        followed = self.equal(whole.count, [*merged.count, 0])
        self.must(_TAILS, tail ^ 1, followed)
        self.must(
            _TAILS,
            aig.both(tail ^ 1, merged.amid),
            self.equal(whole.amid_context, merged.amid_context),
            self.same(whole.amid_flaw, merged.amid_flaw),
        )

    def _way(self) -> None:
        """Follows the packets that are owed an answer from the oldest to the latest."""
        aig = self.aig
        self.recalls = True  # as there, no inner digest comes to where answers are made
        self.parts()
        self.outer_blocks()
        self._merge()
        due = self.due_number
        for here, tag in (*self.answers, *self.outer_digests):
            due = self._follows(here, tag, due)
            self.must(_WAY, here, tag.key ^ 1, tag.inner ^ 1)
            plain = aig.either(tag.keyed ^ 1, tag.flawed)
            self.must(_WAY, here, self.same(tag.outer, plain ^ 1))
        goes = aig.all_of([self.parting, self.parting_tag.inner ^ 1, self.parting_tag.key ^ 1])
        goes = aig.both(goes, self.some_left)  # it is followed where answers are made
        followed = aig.either(goes, self.past)
        parts = self.choose(followed, self.plus(self.inner_due, [1]), self.inner_due)
        self.must(_WAY, 1, self.equal(parts, due))
        answer = self.choose(self.taken, self.taken_tag.bits, self.work_tag.bits)
        self.must(
            "an inner digest that becomes an answer is the one that is met there",
            goes,
            self.equal(self.parting_tag.number, self.due_number),
            self.equal(self.parting_tag.number, self.inner_due),
            aig.either(self.taken, self.work),
            self.equal(self.parting_tag.bits, answer),
        )
        for here, tag in self.inner_digests:
            counted = aig.both(here, tag.key ^ 1)
            if here == self.parting:
                counted = aig.both(counted, followed ^ 1)
            due = self._follows(counted, tag, due)
            of_key = aig.both(tag.keyed, tag.flawed ^ 1)
            self.must(_WAY, here, tag.outer ^ 1)
            self.must(_WAY, counted, self.same(tag.inner, of_key))
            self.must(_WAY, aig.both(here, tag.key), tag.inner ^ 1)
        self.must(
            _WAY, self.pending, self.equal(self.latest, due), self.differ(due, self.next_number)
        )
        for one, tag in self.inner_digests:
            others = aig.any_of(other for other, _ in self.inner_digests if other != one)
            self.must("the digest of a key is the only one", aig.all_of([one, tag.key, others]), 0)
        due = self.choose(self.pending, self.plus(due, [1]), due)
        self.must(_WAY, 1, self.equal(due, self.next_number))

    def _follows(self, here: int, tag: Tag, due: Bits) -> Bits:
        """A packet's digest has the next number, and its kind; the number behind it."""
        keyed = self.aig.choose(due[0], self.record_keyed[1], self.record_keyed[0])
        owed = self.differ(due, self.next_number)
        self.must(_WAY, here, self.equal(tag.number, due), owed, self.same(tag.keyed, keyed))
        return self.choose(here, self.plus(due, [1]), due)

    def _stages(self) -> None:
        saves = self._saves() if self.resume else 0
        self.must(_BARS, 1, self.same(self.barred, self.aig.either(self.pending, saves)))

    def _merge(self) -> None:
        f, aig, merged = self.f, self.aig, self.merged
        amid, of_inner = f.value("u_merge.under_way_q"), f.value("u_merge.second_q")
        self.must(_WHOLE, merged.wrong, self.own("digest_context") ^ 1)
        self.alike.append(merged.wrong)  # of every context, by itself
        self.must(_MERGES, 1, self.same(amid, merged.amid))
        outer, inner = aig.both(amid, of_inner ^ 1), aig.both(amid, of_inner)
        outside, inside = self.outside, self.inside
        self.must(
            _MERGES,
            outer,
            self.equal(merged.count, outside.count),
            self.equal(merged.amid_context, outside.amid_context),
            self.same(merged.amid_flaw, outside.amid_flaw),
        )
        self.must(_MERGES, outer ^ 1, outside.amid ^ 1)
        valid = f.value("u_inner_route.valid_q")
        flaw = aig.choose(valid, f.value("inner_error"), inside.amid_flaw)
        self.must(
            _MERGES,
            inner,
            self.at_work,
            self.equal(merged.count, self.left),
            self.equal(merged.amid_context, self.work_context),
            self.same(merged.amid_flaw, flaw),
        )
        goes = aig.all_of([self.some_left, self.kind_keyed ^ 1, self.kind_long ^ 1])
        self.must(_MERGES, 1, self.same(inner, aig.both(self.at_work, goes)))

    def _right(self, tag: Tag) -> int:
        f, aig = self.f, self.aig
        size, status, _, verdict, _ = self._said(tag)
        found = [f.value("u_route.verify"), *f.values("u_route.status")]
        if f.has("answer_bytes"):  # which are of the slot's hash
            size = []
        else:
            found += f.values("u_route.bytes")
        return aig.all_of(
            [
                self.equal(self.looked_up, tag.number),
                self.same(f.value("u_route.keyed"), tag.keyed),
                self.equal(found, [verdict, *status, *size]),
                tag.key ^ 1,
            ]
        )

    # ---- what is shown ------------------------------------------------------------------------

    def _statements(self) -> None:
        f, aig = self.f, self.aig
        super()._statements()
        tag = self.parting_tag
        own = aig.both(f.value("u_inner_route.valid_q"), self.own("inner_route_context"))
        _, _, _, _, slot = self._said(tag)
        self.show(
            "an inner digest goes to the loader, to an outer block or to an answer as it is to",
            own,
            self.parting,
            self.same(f.value("digest_of_key"), tag.key),
            self.same(f.value("inner_valid"), tag.inner),
            aig.either(f.value("plain_valid") ^ 1, aig.either(tag.key, tag.inner) ^ 1),
        )
        self.show(
            "the slot told with an inner digest is that of its own packet's key",
            aig.both(own, tag.inner),
            self.equal(f.values("keyed_slot"), slot),
        )
        self.show(
            "an inner digest becomes an answer when no other is owed before",
            aig.both(own, f.value("plain_valid")),
            self.equal(tag.number, self.due_number),
        )
