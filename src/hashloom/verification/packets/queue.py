"""Digests of a context from the start of their blocks to where answers are made."""

from __future__ import annotations

import re

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.packets.admission import STATE_WORDS
from hashloom.verification.packets.blocks import TAG_BITS, Tag
from hashloom.verification.packets.buffers import Buffers

_DIGEST_WORDS = re.compile(r"\.DIGEST_WORDS +\((\d+)\)")


class Queue(Buffers):
    """Digests on their way.

    Attributes:
        words: of a digest.
        count: words of the digest that is offered that have been taken, of whatever context; `amid`
            when there are some, with its context and whether it is flawed.
        queue: digests of the context of which no word has been taken, in order; their tags.
        taken: the word at the route is the first of the context's digest; its tag.
        passes: a word of the context's digest goes on.
        work: words of a digest have gone on, its last has not left; its tag.
        digests: all of these in order, from the first that leaves, with that of the full block.
        looked_up: number of the packet whose record has been looked up.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        text, _, _ = core.sources()[f"{core.top}.sv"].partition(" u_store (")
        self.words = int(_DIGEST_WORDS.findall(text)[-1])
        self.full_rate = not self.f.has("u_route.g_looked_up.known_q")
        self._offers()
        self._queue()
        self._at_route()

    # ---- notes --------------------------------------------------------------------------------

    def _offers(self) -> None:
        """Words of digests, as they are offered: of one digest after the other."""
        f, aig = self.f, self.aig
        context, flaw = f.values("u_route.word_context"), f.value("u_route.word_error")
        offered, last = f.value("u_route.word_valid"), f.value("u_route.word_last")
        takes = aig.both(offered, f.value("u_route.word_ready"))
        self.count = self.registers(len(f.values("u_route.index_q")))
        self.keep_all(
            self.count,
            (aig.both(takes, last), [0] * len(self.count)),
            (takes, self.plus(self.count, [1])),
        )
        self.amid = aig.any_of(self.count)
        self.amid_context, (self.amid_flaw,) = self.registers(len(context)), self.registers(1)
        self.keep_all(self.amid_context, (takes, context))
        self.keep(self.amid_flaw, (takes, flaw))
        together = aig.both(
            aig.equals_bits(context, self.amid_context), self.same(flaw, self.amid_flaw)
        )
        ends = aig.equals(self.count, self.words - 1)
        if self.resume:
            ends = aig.either(last ^ 1, aig.either(ends, aig.equals(self.count, STATE_WORDS - 1)))
            ends = aig.both(ends, aig.either(last, self.more(self.count, STATE_WORDS - 2) ^ 1))
        else:
            ends = self.same(last, ends)
        there = self.exists("u_route.word_context")
        if self.contexts == 1:
            there = aig.any_of(context) ^ 1
        self.assumed += [
            aig.all_of([offered, self.amid, together ^ 1]),
            aig.both(offered, ends ^ 1),
            aig.both(offered, there ^ 1),
        ]
        own = self.own("u_route.word_context")
        self._offered = aig.all_of([offered, own, self.amid ^ 1])  # a digest's first word is
        self._takes = aig.both(self._offered, f.value("u_route.word_ready"))

    def _queue(self) -> None:
        """Digests of which no word has been taken, in the order in which their blocks started."""
        f, aig = self.f, self.aig
        push = aig.both(self.begins, self.of(f.values("started_digest")))
        pop = self._takes
        self.queue = self.registers(2)
        one, two = self.queue
        self.queue_tags = [Tag.of(self.registers(TAG_BITS)) for _ in range(2)]
        first, second = (tag.bits for tag in self.queue_tags)
        to_first = aig.both(push, aig.either(one ^ 1, aig.both(pop, two ^ 1)))
        to_second = aig.both(push, to_first ^ 1)
        self.keep(one, (to_first, 1), (pop, two))
        self.keep(two, (to_second, 1), (pop, 0))
        self.keep_all(first, (to_first, self.full_tag.bits), (pop, second))
        self.keep_all(second, (to_second, self.full_tag.bits))
        flawed = self.same(f.value("u_route.word_error"), self.queue_tags[0].flawed)
        self.assumed.append(aig.both(self._offered, aig.both(one, flawed) ^ 1))
        named = "no more than two digests wait"
        self.must(named, two, one)
        self.must(named, aig.all_of([push, two, pop ^ 1]), 0)

    def _at_route(self) -> None:
        """The digest whose first word has been taken, and the one whose words go on."""
        f, aig = self.f, self.aig
        self.index = f.values("u_route.index_q")
        self.at_first = aig.equals(self.index, 0)
        taken_own = aig.both(f.value("u_route.taken_q"), self.own("u_route.taken_context"))
        self.taken_tag = Tag.of(self.registers(TAG_BITS))
        self.keep_all(self.taken_tag.bits, (self._takes, self.queue_tags[0].bits))
        self.taken = aig.both(taken_own, self.at_first)
        self.passes = aig.both(f.value("u_route.pass"), self.own("u_route.taken_context"))
        self.work = self.registers(1)[0]
        self.work_tag = Tag.of(self.registers(TAG_BITS))
        begins = aig.both(self.passes, self.at_first)
        gone = aig.all_of([f.value("u_route.leave"), f.value("route_last")])
        gone = aig.both(gone, self.own("route_context"))
        self.keep(self.work, (begins, 1), (gone, 0))
        self.keep_all(self.work_tag.bits, (begins, self.taken_tag.bits))
        self.digests = [
            (self.work, self.work_tag),
            (self.taken, self.taken_tag),
            *zip(self.queue, self.queue_tags, strict=True),
            (aig.both(self.full, self.full_digest), self.full_tag),
        ]
        by_turn = self.choose(f.value("record_turn"), self.record_number[1], self.record_number[0])
        if self.full_rate:
            self.looked_up = by_turn
        else:
            self.looked_up = self.registers(2)
            self.keep_all(self.looked_up, (self.at_first, by_turn))
        if not self.recalls:
            self.outer_number = self.registers(2)
            self.keep_all(self.outer_number, (self.outer_closes, self.latest))
