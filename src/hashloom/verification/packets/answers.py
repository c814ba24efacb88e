"""The answers that a context's digests become, and the lemmas on digests on their way."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits
from hashloom.verification.packets.admission import LONG_REST, STATE_WORDS
from hashloom.verification.packets.blocks import Tag
from hashloom.verification.packets.queue import Queue

KEPT = frozenset(
    {
        *("packet_gate", "key_loader", "key_handover"),
        *("beat_pass", "beat_gather", "beat_split", "beat_check", "packet_route", "packet_place"),
        *("padder", "block_writer", "context_rota", "inner_recall", "digest_route"),
        *("reopen_after_start", "reopen_after_row", "turn_buffer", "stage_buffers"),
    }
)
_WAY = "digests on their way are those of the packets that are owed an answer, in their order"
_TAKEN = "the words taken are of the digest that was taken"
_WORK = "what is done with a digest at work is what is to be done with its kind"
_LOOKED_UP = "what has been looked up is the record of the digest's packet"
_FLOWS = "a word of an inner digest takes the place of one that leaves"
_BARS = "a packet may begin when the one before has its last block or its answer"
_KEYS = "a digest for the loader is of its context"


class Packets(Queue):
    """Digests and answers: all that is noted of packets on their way through a core."""

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        key_due = self.aig.any_of(self.aig.both(here, tag.key) for here, tag in self.digests)
        self.admission()
        self.padding(key_due)
        self.blocks(key_due)
        self.buffers()
        self._way()
        self._stages()
        self._route()
        self._behind_key()
        self._statements()
        self.f.close()

    # ---- lemmas -------------------------------------------------------------------------------

    def _way(self) -> None:
        """Follows the packets that are owed an answer from the oldest to the latest."""
        f, aig = self.f, self.aig
        due = self.due_number
        outer = 0 if self.recalls else self.of(f.values("u_route.outer_q"))
        for here, tag in self.digests:
            counted = aig.both(here, tag.key ^ 1)
            self.must(
                _WAY, counted, self.equal(tag.number, due), self.differ(due, self.next_number)
            )
            keyed = aig.choose(due[0], self.record_keyed[1], self.record_keyed[0])
            self.must(_WAY, counted, self.same(tag.keyed, keyed))
            self.must(_WAY, aig.both(here, tag.inner), tag.keyed, tag.flawed ^ 1, tag.outer ^ 1)
            self.must(_WAY, aig.both(here, tag.key), tag.inner ^ 1, tag.outer ^ 1)
            if self.recalls:
                self.must(_WAY, aig.both(here, tag.inner), 0)
            else:
                self.must(_WAY, counted, self.same(tag.outer, outer))
                of_key = aig.both(tag.keyed, tag.flawed ^ 1)
                self.must(_WAY, counted, self.same(aig.either(tag.inner, tag.outer), of_key))
                outer = aig.choose(counted, tag.inner, outer)
            answers = aig.both(counted, tag.inner ^ 1)
            due = self.choose(answers, self.plus(due, [1]), due)
        comes = aig.either(self.pending, self.inner_out)
        self.must(_WAY, comes, self.equal(self.latest, due), self.differ(due, self.next_number))
        for one, tag in self.digests:
            others = aig.any_of(other for other, _ in self.digests if other != one)
            self.must("the digest of a key is the only one", aig.all_of([one, tag.key, others]), 0)
        if not self.recalls:
            self.must(_WAY, 1, self.same(outer, self.inner_out))
        due = self.choose(comes, self.plus(due, [1]), due)
        self.must(_WAY, 1, self.equal(due, self.next_number))
        self.must("one block of a packet is to come", self.pending, self.inner_out ^ 1)

    def _stages(self) -> None:
        """Where the latest packet is while the next one may not begin."""
        aig = self.aig
        flawed = 0  # a keyed message that broke the rules, whose digest is on its way
        for here, tag in self.digests:
            if not self.recalls:
                due = aig.all_of([here, tag.key ^ 1, tag.keyed, tag.flawed])
                flawed = aig.either(flawed, due)
                self.must(_BARS, due, self.equal(tag.number, self.latest))
        waits = [self.pending, self.inner_out, flawed]
        if self.resume:
            waits.append(self._saves())
        self.must(
            _BARS,
            1,
            self.same(self.barred, aig.any_of(waits)),
        )
        if self.recalls:
            return
        past, late = self.settles()
        (work, of_work), *others = self.digests
        places = [
            aig.all_of([work, of_work.inner, past ^ 1]),
            late,
            *(aig.both(here, tag.inner) for here, tag in others),
        ]
        named = "an inner digest is on its way to its outer block in one place"
        self.must(named, 1, self.same(self.inner_out, aig.any_of(places)))
        for index, one in enumerate(places):
            for other in places[:index]:
                self.must(named, one, other ^ 1)
        self.must(
            named,
            aig.all_of([work, of_work.inner, past]),
            self.equal(self.outer_number, of_work.number),
        )

    def _saves(self) -> int:
        """Of a message that is cut: its length has not been saved."""
        f, aig = self.f, self.aig
        (cut,) = self.registers(1)
        saved = self.of(f.values("saved"))
        of_cut = aig.both(self.closes, f.value("pad_close_cut"))
        self.keep(cut, (of_cut, 1), (saved, 0))
        self.assumed += [
            aig.both(saved, cut ^ 1),
            aig.all_of([cut, self.answered, self.owed[1] ^ 1]),
        ]
        keyed = aig.choose(self.turn, *self.record_keyed)
        others = aig.any_of([self.pending, self.inner_out, keyed, self.owed[0] ^ 1])
        self.must("a message that is cut has no key", cut, others ^ 1)
        return cut

    def _route(self) -> None:
        f, aig = self.f, self.aig
        taken, last = f.value("u_route.taken_q"), f.value("u_route.taken_last_q")
        context, work_context = f.values("u_route.taken_context"), f.values("route_context")
        flaw, work_flaw = f.value("u_route.taken_error_q"), f.value("route_error")
        next_count = self.choose(last, [0] * len(self.index), self.plus(self.index, [1]))
        self.must(_TAKEN, taken, self.equal(self.count, next_count))
        self.must(_TAKEN, taken ^ 1, self.equal(self.count, self.index))
        ends = aig.equals(self.index, self.words - 1)
        if self.resume:
            ends = aig.either(ends, aig.equals(self.index, STATE_WORDS - 1))
            self.must(_TAKEN, aig.both(taken, last), ends)
            self.must(
                _TAKEN,
                1,
                *(self.more(each, STATE_WORDS - 1) ^ 1 for each in (self.index, self.count)),
            )
        else:
            self.must(_TAKEN, taken, self.same(last, ends))
        self.must(
            _TAKEN,
            aig.both(taken, last ^ 1),
            self.equal(self.amid_context, context),
            self.same(self.amid_flaw, flaw),
        )
        begun = self.at_first ^ 1
        of_next = self.choose(taken, context, self.amid_context)
        self.must(
            _TAKEN,
            begun,
            self.equal(of_next, work_context),
            self.same(aig.choose(taken, flaw, self.amid_flaw), work_flaw),
        )
        valid = f.value("u_route.valid_q")
        if self.resume:  # an inner digest is none that has the words of a saved state
            number = self.registers(len(self.index))
            self.keep_all(number, (f.value("u_route.pass"), self.index))
            ends = self.same(f.value("route_last"), aig.equals(number, self.words - 1))
            inner = f.value("u_route.inner_q")
            self.assumed.append(aig.all_of([valid, inner, ends ^ 1]))
            behind = self.equal(self.plus(number, [1]), self.index)
            self.must(_TAKEN, aig.both(valid, begun), behind)
            long = self.more(self.index, self.words - 1)
            self.must(_TAKEN, aig.all_of([inner, begun, valid ^ 1]), long ^ 1)
        self.must(_TAKEN, valid, self.same(f.value("route_last"), self.at_first))
        works = aig.either(valid, begun)
        self.must(_TAKEN, 1, self.same(self.work, aig.both(works, self.own("route_context"))))
        self.must(_TAKEN, self.taken, self.same(flaw, self.taken_tag.flawed))
        self.must(_TAKEN, self.work, self.same(work_flaw, self.work_tag.flawed))
        if self.contexts == 1:
            self.must(_TAKEN, works, *(bit ^ 1 for bit in work_context))
        if self.contexts > 1:
            self.must(_TAKEN, taken, self.exists("u_route.taken_context"))
            self.must(_TAKEN, works, self.exists("route_context"))
        tag = self.work_tag
        to_key, to_inner, to_answer = (
            f.value(f"u_route.{name}_q") for name in ("key", "inner", "answer")
        )
        self.must(
            _WORK,
            self.work,
            self.same(to_key, tag.key),
            self.same(to_inner, tag.inner),
            aig.differ(to_answer, aig.either(tag.key, tag.inner)),
            aig.either(tag.key, self.same(f.value("u_route.keyed_q"), tag.keyed)),
        )
        flows, ready = f.value("u_route.flow_q"), f.value("u_route.inner_ready")
        inner = 0 if self.recalls else aig.all_of([valid, to_inner, begun, ready])
        self.must(_FLOWS, flows, inner)
        if self.recalls:
            self.must(_FLOWS, works, to_inner ^ 1)
        else:
            number = self.plus(self.index, [1] * len(self.index))
            self.must(
                _FLOWS,
                aig.both(valid, begun),
                self.same(f.value("u_route.first_q"), aig.equals(number, 0)),
            )
        emits = aig.both(valid, f.value("u_route.emits_q"))
        self.must(_WORK, emits, to_answer, to_inner ^ 1, to_key ^ 1)
        wrong = aig.all_of(
            [taken, begun, aig.differ(f.value("u_route.of_inner"), f.value("u_route.inner_q"))]
        )
        self.must(_WORK, wrong, self.work ^ 1)
        self.alike.append(wrong)
        rests = self.phase[LONG_REST]
        here = aig.both(rests, self.equal(work_context, f.values("loader_context")))
        wrong = aig.all_of([works, to_key, here ^ 1])
        self.must(_KEYS, wrong, self.work ^ 1)
        self.alike.append(wrong)
        if not self.full_rate:
            self._facts(taken, begun, rests)

    def _behind_key(self) -> None:
        """The answer before a key leaves while the loader writes; none behind it does."""
        f, aig, tag = self.f, self.aig, self.work_tag
        owed = self.differ(self.due_number, self.key_number)
        self.must(
            "the answer before a key leaves while the loader writes",
            aig.all_of([self.keying, f.value("load_may"), owed]),
            self.work,
            tag.key ^ 1,
            tag.inner ^ 1,
            self.equal(tag.number, self.due_number),
        )
        self.must(
            "a digest behind a key is not at work before the loader has answered",
            aig.all_of([self.keying, self.work, tag.key ^ 1]),
            self.equal(self.plus(tag.number, [1]), self.key_number),
        )

    def _facts(self, taken: int, begun: int, rests: int) -> None:
        """What has been looked up of a digest's first word, and stays for the others."""
        f, aig = self.f, self.aig
        known = aig.all_of([taken, self.at_first, f.value("u_route.g_looked_up.known_q")])
        long = f.value("u_route.long")
        same = self.equal(f.values("u_route.taken_context"), f.values("loader_context"))
        wrong = aig.all_of([known, long, aig.both(rests, same) ^ 1])
        self.must(_KEYS, wrong, self.taken ^ 1)
        self.alike.append(wrong)
        wrong = aig.both(known, aig.differ(long, f.value("u_route.long_now")))
        self.must(_KEYS, wrong, self.taken ^ 1)
        self.alike.append(wrong)
        stays = aig.all_of([begun, aig.differ(long, f.value("u_route.key_q"))])
        self.must(_KEYS, stays, 0)
        later = aig.both(begun, self.work)
        for when, tag in (
            (aig.both(known, self.taken), self.taken_tag),
            (later, self.work_tag),
        ):
            self.must(_LOOKED_UP, when, self._right(tag))

    def _right(self, tag: Tag) -> int:
        """Whether what is known of a word is right for its digest."""
        f, aig = self.f, self.aig
        outer = self.same(f.value("u_route.outer"), tag.outer)
        size, status, _, verdict, slot = self._said(tag)
        found = [f.value("u_route.verify"), *f.values("u_route.status"), *f.values("u_route.slot")]
        if f.has("answer_bytes"):  # which are of the slot's hash
            size = []
        else:
            found += f.values("u_route.bytes")
        of_packet = [
            self.equal(self.looked_up, tag.number),
            self.same(f.value("u_route.keyed"), tag.keyed),
            aig.either(outer, int(self.recalls)),
            self.equal(found, [verdict, *status, *slot, *size]),
        ]
        long = f.value("u_route.long")
        return aig.both(self.same(long, tag.key), aig.either(tag.key, aig.all_of(of_packet)))

    def _said(self, tag: Tag) -> tuple[Bits, Bits, int, int, Bits]:
        """What was said of the packet of a digest: see _told."""
        bits = self.choose(tag.number[0], self.record_told[1], self.record_told[0])
        return bits[:7], bits[7:10], bits[10], bits[11], bits[12:]

    # ---- what is shown ------------------------------------------------------------------------

    def _statements(self) -> None:
        f, aig = self.f, self.aig
        bits = self.choose(self.at_first, self.taken_tag.bits, self.work_tag.bits)
        tag = Tag.of(bits)
        self.show(
            "a word of a digest is met by the record of the packet that the digest is of",
            self.passes,
            aig.choose(self.at_first, self.taken, self.work),
            self._right(tag),
        )
        _, _, side, verdict, _ = self._said(tag)
        self.show(
            "a verdict is on the expected tag of the side that its packet had",
            aig.all_of([self.passes, tag.key ^ 1, verdict]),
            self.same(f.value("record_side"), side),
        )
        self.show(
            "the loader answers when all packets before its own have been, and none behind it",
            aig.both(f.value("load_answered"), self.loads),
            aig.choose(
                f.value("u_loader.erase_q"),
                self.owed[0] ^ 1,
                self.equal(self.due_number, self.key_number),
            ),
        )
        self.show(
            "it goes to the loader, to an outer block or to an answer as its digest is to",
            self.passes,
            self.same(f.value("u_route.of_key"), tag.key),
            self.same(f.value("u_route.of_inner"), tag.inner),
            aig.differ(f.value("u_route.of_answer"), aig.either(tag.key, tag.inner)),
        )
        tag = self.work_tag
        self.show(
            "packets are answered in their order, each once, with the digest of their own last "
            "block",
            self.answered,
            self.work,
            tag.key ^ 1,
            tag.inner ^ 1,
            self.equal(tag.number, self.due_number),
            self.owed[0],
        )
        emits = aig.all_of([f.value("u_route.valid_q"), f.value("u_route.emits_q")])
        self.show(
            "a word that is sent is of the digest of the packet that is answered next",
            aig.both(emits, self.own("route_context")),
            self.work,
            tag.key ^ 1,
            tag.inner ^ 1,
            self.equal(tag.number, self.due_number),
        )
        if self.recalls:
            return
        past, _ = self.settles()
        steps = aig.all_of([f.value("inner_valid"), f.value("inner_ready")])
        own_block = self.equal(tag.number, self.choose(past, self.outer_number, self.latest))
        self.show(
            "the words of an outer block are those of its own packet's inner digest",
            aig.both(steps, self.own("route_context")),
            self.work,
            tag.inner,
            own_block,
            aig.either(past, self.inner_out),
        )
