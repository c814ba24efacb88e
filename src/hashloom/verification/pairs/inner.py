"""Digests of the inner engine, up to where they part: loader, outer blocks and answers."""

from __future__ import annotations

import re

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.packets.admission import LONG_REST
from hashloom.verification.packets.answers import Packets
from hashloom.verification.packets.blocks import TAG_BITS, Tag
from hashloom.verification.pairs.words import is_there, line, stream

_DIGEST_WORDS = re.compile(r"\.DIGEST_WORDS +\((\d+)\)")
_PARTS = "the word where inner digests part is of the digest that was taken"
_KEYS = "a digest that parts for the loader is of its context"
_KIND = "where the words of a digest go is said once, with its first word"
# Of a core with one engine, where the outer block is in the same buffers.
_OF_ONE = "an outer block is that of the latest packet, whose inner digest it follows"


class Inner(Packets):
    """Blocks and digests of the inner engine.

    Attributes:
        inside: words of inner digests, from their store.
        parting: words of an inner digest have been taken, its last has not gone on; its tag.
        inner_digests: that one, those of which no word has been taken, in order, and that of the
            full block; their tags.
        at_work: a word of any context's is there, or some have gone on and others are to come; of
            this context.
        left: so many words of the digest there, of whatever context, have gone on.
        kind_keyed, kind_long: they went to an outer block, or to the loader.
        inner_due: number of the next packet whose inner digest goes on to its end.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`, seen from the inner engine."""
        self.text = core.sources()[f"{core.top}.sv"]
        super().__init__(core, gates)

    # ---- notes --------------------------------------------------------------------------------

    def _words_of(self, store: str) -> int:
        """Words of a digest from a store."""
        text, _, _ = self.text.partition(f" {store} (")
        return int(_DIGEST_WORDS.findall(text)[-1])

    def _offers(self) -> None:
        self.inner_out = 0  # no outer block is in the buffers of the inner engine
        self.words = self._words_of("u_inner_store")
        self.inside = stream(self, "inner_digest", self.words)
        self.assumed.append(self.inside.wrong)

    def _queue(self) -> None:
        """Inner digests that wait, and the one whose words go on."""
        f, aig = self.f, self.aig
        push = aig.both(self.begins, self.of(f.values("inner_started_digest")))
        begins = self.inside.begins
        waiting = line(self, "inner", push, self.full_tag, begins)
        first, of_first = waiting[0]
        flawed = self.same(self.inside.flaw, of_first.flawed)
        self.assumed.append(aig.both(self.inside.first, aig.both(first, flawed) ^ 1))
        self.parting = self.registers(1)[0]
        self.parting_tag = Tag.of(self.registers(TAG_BITS))
        leaves = f.value("u_inner_route.leave")
        last, own = f.value("inner_last"), self.own("inner_route_context")
        self.keep(self.parting, (begins, 1), (aig.all_of([leaves, last, own]), 0))
        self.keep_all(self.parting_tag.bits, (begins, of_first.bits))
        self.inner_digests = [
            (self.parting, self.parting_tag),
            *waiting,
            (aig.both(self.full, self.full_digest), self.full_tag),
        ]
        self._parts()

    def _parts(self) -> None:
        """What is there of a digest of whatever context."""
        f, aig, inside = self.f, self.aig, self.inside
        valid, leaves = f.value("u_inner_route.valid_q"), f.value("u_inner_route.leave")
        keyed, long = f.value("u_inner_route.keyed_q"), f.value("u_inner_route.long_q")
        before = self.minus(inside.count, [1, *[0] * (len(inside.count) - 1)])
        self.left = self.choose(
            aig.both(valid, inside.amid ^ 1),
            [self.words - 1 >> bit & 1 for bit in range(len(before))],
            self.choose(valid, before, inside.count),
        )
        self.some_left = aig.any_of(self.left)
        at_first = aig.both(leaves, self.some_left ^ 1)
        self.kind_keyed, self.kind_long = self.registers(2)
        self.keep(self.kind_keyed, (at_first, keyed))
        self.keep(self.kind_long, (at_first, long))
        self.at_work = aig.either(valid, inside.amid)
        context = f.values("inner_route_context")
        self.work_context = self.choose(valid, context, inside.amid_context)
        gone = aig.all_of([leaves, f.value("inner_last"), long ^ 1])
        gone = aig.both(gone, self.own("inner_route_context"))
        self.inner_due = self.registers(2)
        self.keep_all(self.inner_due, (gone, self.plus(self.inner_due, [1])))

    # ---- lemmas -------------------------------------------------------------------------------

    def blocks(self, key_due: int) -> None:
        """Lemmas on complete blocks of the inner engine; `key_due`: a digest of the context's key
        is on its way."""
        super().blocks(key_due)
        del self.shown[_OF_ONE]

    def _writer(self) -> None:
        writes = self.f.value("u_inner_writer.g_shared.writing_q")
        self.must("the inner engine's writer has no digests", 1, writes ^ 1)

    def parts(self) -> None:
        """Lemmas on the words where inner digests part."""
        f, aig, inside = self.f, self.aig, self.inside
        valid, last = f.value("u_inner_route.valid_q"), f.value("inner_last")
        keyed, long = f.value("u_inner_route.keyed_q"), f.value("u_inner_route.long_q")
        context, flaw = f.values("inner_route_context"), f.value("inner_error")
        more = aig.both(valid, last ^ 1)
        self.must(_PARTS, valid, self.same(last, inside.amid ^ 1))
        self.must(
            _PARTS,
            more,
            self.equal(inside.amid_context, context),
            self.same(inside.amid_flaw, flaw),
        )
        own = self.equal(self.work_context, self.context)
        self.must(_PARTS, 1, self.same(self.parting, aig.both(self.at_work, own)))
        flaw = aig.choose(valid, flaw, inside.amid_flaw)
        self.must(_PARTS, self.parting, self.same(flaw, self.parting_tag.flawed))
        self.must(_PARTS, valid, is_there(self, "inner_route_context"))
        if self.contexts == 1:
            self.must(_PARTS, inside.amid, *(bit ^ 1 for bit in inside.amid_context))
        tag = self.parting_tag
        self.must(
            _PARTS,
            aig.both(self.parting, valid),
            self.same(long, tag.key),
            self.same(keyed, tag.inner),
        )
        self.must(
            _PARTS,
            aig.both(self.parting, self.some_left),
            self.same(self.kind_long, tag.key),
            self.same(self.kind_keyed, tag.inner),
        )
        another = aig.either(aig.differ(keyed, self.kind_keyed), aig.differ(long, self.kind_long))
        self.must(_KIND, aig.both(valid, keyed), long ^ 1)
        self.must(_KIND, self.some_left, aig.both(self.kind_keyed, self.kind_long) ^ 1)
        self._of_each(_KIND, aig.all_of([valid, self.some_left, another]))
        to_loader = aig.either(
            aig.both(valid, long),
            aig.all_of([self.at_work, self.some_left, self.kind_long]),
        )
        loaders = self.equal(self.work_context, f.values("loader_context"))
        rests = aig.both(self.phase[LONG_REST], loaders)
        self._of_each(_KEYS, aig.both(to_loader, rests ^ 1))
        turn = self.of(f.values("u_inner_route.turn_q"))
        self.must("inner digests take turns as records do", 1, self.same(turn, self.inner_due[0]))

    def _of_each(self, sentence: str, wrong: int) -> None:
        """A lemma on the digest that parts, which holds of every context by itself."""
        self.must(sentence, wrong, self.equal(self.work_context, self.context) ^ 1)
        self.alike.append(wrong)
