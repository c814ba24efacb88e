"""That the shell of a core is at rest when an ERASE or ERASE_ALL begins, by induction over clocks.

Nothing is owed an answer then.  What that says of the packets' own blocks follows from the lemmas
on packets; added are those on the blocks of a key, which the loader has written, and on buffers
that are still to be opened.
"""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits
from hashloom.verification.packets.admission import ANSWER, FILL, PLAY, READY, STORE
from hashloom.verification.packets.answers import Packets

# What of the shell's control is known at rest; of each context where there are several bits.
OF_CONTEXT = {
    "u_gate.open_q": 0,
    "u_pad.pending_q": 0,
    "u_rota.full_q": 0,
    "u_rota.closed_q": 0,
    "u_rota.first_q": 1,
    "u_handover.due_q": 0,
    "u_handover.due_more_q": 0,
    "u_recall.inner_q": 0,
    "u_recall.ready_q": 0,
}
OF_ALL = {
    "u_loader.phase_q": 1 << READY,
    "u_loader.word_q": 0,
    "u_loader.half_q": 0,
    "u_loader.g_one_after_the_other.second_q": 0,
    "u_handover.g_patient.awaited_q": 0,
}
# What is known of something of a context, where it is this one's: the context's name, if it has
# one when there are several.
OF_WHOM = {
    "u_pad.valid_q": "u_pad.g_several.waiting_context_q",
    "u_pad.padding_q": "u_pad.g_several.context_q",
    "u_pad.g_several.resume_ready_q": "u_pad.g_several.resume_context_q",
    "u_route.taken_q": "u_route.taken_context",
    "u_route.valid_q": "route_context",
    "u_front.valid_q": "u_front.context_q",
    "u_front.held_q": "u_front.held_context_q",
    "u_pad.making_q": "u_pad.g_several.context_q",
    "u_pad.finishing_q": "u_pad.g_several.context_q",
    "u_recall.close_q": "recall_context",
    "u_writer.g_shared.hold_q": "u_writer.context_q",
    "u_writer.g_shared.writing_q": "u_writer.context_q",
    "u_writer.granted_q": "u_writer.context_q",
    "u_writer.position_q": "u_writer.context_q",
}
# Where it stands that a buffer is to be opened.
TO_OPEN = (
    "u_reopener.g_later.line_q",
    "u_reopener.reading_q",
    "u_buffers.g_later.due_q",
    "u_buffers.g_stage[0].u_words.g_later.due_q",
)
_KEY, _ERASE, _ERASE_ALL = 4, 5, 6
_ANY_OPEN, _BUSY = 4, 10  # bits of packet_gate's facts_t
_REST = "at rest"
_EXISTS = "what the padder does is of a context that there is"
_UNFINISHED = "no packet is unfinished when one that erases is admitted"
_BLOCKS = "a block of the loader's is on its way in one place"
_COUNTED = "the loader knows how many of its blocks are on their way"
_DUE = "states of keys are due where their blocks are on their way"
_NONE_DUE = "none is due while one is erased, or when one that erases is judged to begin"
_STARTS = "of a block whose buffer is to be opened something is to come"
_OUTER = "of an outer block that is being written the digest is to come"


class Shell(Packets):
    """What is noted of the loader's blocks, and what is known when an erasure begins."""

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        f, aig = self.f, self.aig
        self.erases = aig.both(f.value("begin_load"), f.value("begin_erase"))
        self.hands_over = f.has("u_handover.due_q")
        self._loaders()
        self._latest()
        self._opened()
        self._at_rest()
        f.close()

    # ---- the loader's blocks ------------------------------------------------------------------

    def _loaders(self) -> None:
        """Blocks with a pad, from their completion until their states are stored."""
        f, aig = self.f, self.aig
        granted = f.value("u_writer.granted_q")
        played = aig.all_of([f.value("own_close"), granted, self.own("own_context")])
        closes = aig.both(played, self._as_is() ^ 1)
        (self._full_pad,) = self.registers(1)
        self.keep(self._full_pad, (self.completes, closes))
        waits = aig.both(self.full, self._full_pad)
        starts = aig.both(self.begins, self._full_pad)
        told = self._told_stored()
        self.one, self.two = self.registers(2)  # so many have started and are not stored
        self.keep(self.one, (starts, 1), (told, self.two))
        self.keep(self.two, (aig.both(starts, aig.both(self.one, told ^ 1)), 1), (told, 0))
        self._stored = told
        self.assumed += [
            aig.both(told, self.one ^ 1),
            aig.all_of([starts, self.two, told ^ 1]),
        ]
        word, half = f.values("u_loader.word_q"), f.value("u_loader.half_q")
        plays, stores = self.phase[PLAY], self.phase[STORE]
        second = f.value("u_loader.g_one_after_the_other.second_q")
        works = aig.either(plays, stores)
        self.must(_COUNTED, works ^ 1, half ^ 1, second ^ 1)
        self.must(_COUNTED, stores, half ^ 1)
        still = aig.any_of([stores, self.phase[ANSWER], self.phase[READY]])
        self.must("the loader counts its words from zero", still, *(bit ^ 1 for bit in word))
        done = self.more(word, self.close_at)
        there = [waits, self.one, self.two]
        mine = aig.both(works, self.loads)
        self.must(_BLOCKS, self.two, self.one)
        self.must(_BLOCKS, aig.both(self.two, waits), 0)
        ways = self._sum(there)
        closed = self._sum([half, aig.both(plays, done), stores, stores])
        if self.hands_over:
            self._due(mine, ways, closed)
            mine = aig.both(mine, f.value("u_loader.erase_q"))
        else:
            self.must(_COUNTED, mine ^ 1, *(each ^ 1 for each in there))
        self.must(_COUNTED, mine, self.equal(ways, self.minus(closed, [second, 0])))
        written = aig.all_of([told, works, self.loads, plays, done, self.equal(ways, [1, 0])])
        self.assumed.append(written)  # the block that is being written would be the one

    def _told_stored(self) -> int:
        """A state of the context is stored, of a block of the loader's."""
        f, aig = self.f, self.aig
        stored = f.values("stored")[0]
        here = aig.both(f.value("storing"), self.loads)
        if self.hands_over:
            due = aig.both(self.of(f.values("u_handover.due_q")), self.own("u_handover.context_q"))
            here = aig.choose(f.value("u_handover.erasing"), here, due)
        return aig.both(stored, here)

    def _due(self, mine: int, ways: Bits, closed: Bits) -> None:
        """States of keys that are to be stored when the loader may have gone on.

        `mine`: the loader is at work in the context; `ways`: blocks of its on their way; `closed`:
        blocks that the loader has completed of the key at hand.
        """
        f, aig = self.f, self.aig
        due, more = (self.of(f.values(f"u_handover.{name}_q")) for name in ("due", "due_more"))
        erase, own = f.value("u_loader.erase_q"), f.value("u_handover.own_q")
        any_due = aig.any_of(f.values("u_handover.due_q"))
        at_work = aig.either(self.phase[PLAY], self.phase[STORE])
        loads = aig.both(at_work, erase ^ 1)
        self.must(_DUE, more, due)
        self.must(_DUE, aig.both(mine, erase) ^ 1, self.equal(ways, self._sum([due, more])))
        key = aig.both(mine, erase ^ 1)
        self.must(_DUE, loads, self.same(own, aig.any_of(closed)))
        rests = aig.either(self.phase[ANSWER], self.phase[READY])
        self.must(_DUE, own, aig.either(at_work, rests))
        self.must(_DUE, aig.both(key, own), self.less(closed, ways) ^ 1)
        erases = aig.both(f.value("u_gate.valid_q"), self._on_hand_erases())
        self.must(_NONE_DUE, aig.both(self.phase[READY] ^ 1, erase), any_due ^ 1)
        self.must(_NONE_DUE, aig.both(erases, any_due), loads, f.value("u_handover.leaves_q") ^ 1)
        on_hand = self.same(f.value("u_handover.on_hand_q"), f.value("u_gate.valid_q"))
        self.must("a packet is on hand where the gate has one", 1, on_hand)
        patient = "u_handover.g_patient.awaited_q"
        if f.has(patient):
            waits = aig.both(aig.either(self.phase[FILL], self.phase[PLAY]), erase ^ 1)
            self.must("a slot waits for a key that is complete", f.value(patient), waits, own ^ 1)

    def _on_hand_erases(self) -> int:
        return self.any_route(self.f.values("u_gate.operation_q"), _ERASE, _ERASE_ALL)

    def _sum(self, bits: Bits) -> Bits:
        found = [0, 0]
        for bit in bits:
            found = self.plus(found, [bit])
        return found

    # ---- the block that has started last ------------------------------------------------------

    def _latest(self) -> None:
        """What is to come of a block that has just started, or is still written."""
        f, aig = self.f, self.aig
        tag = self.full_tag
        digest, pad, inner, other = self.registers(4)  # of the latest block that has started
        self.keep(digest, (self.begins, self.full_digest))
        self.keep(pad, (self.begins, self._full_pad))
        self.keep(inner, (self.begins, aig.both(tag.inner, self.full_digest ^ 1)))
        neither = aig.both(self.full_digest ^ 1, self._full_pad ^ 1)
        self.keep(other, (self.begins, neither))
        first, second = self.queue
        opens = aig.any_of(self._to_open())
        comes = [
            aig.both(digest, first),
            aig.both(pad, self.one),
            aig.both(inner, self.inner_out),
            self.under_way,
        ]
        self.must(_STARTS, opens, aig.any_of(comes))
        self.must(
            "a complete block is a digest's, the loader's or one of a message under way",
            aig.all_of([self.full, self.full_digest ^ 1, self._full_pad ^ 1]),
            aig.either(self.under_way, aig.both(tag.inner, self.inner_out)),
        )
        more = aig.any_of([self.under_way, self.inner_out, self.full])
        self.must("behind a block that is neither another one comes", other, more)
        self.show(
            f"the latest block was the loader's, or a digest's that has been taken, {_REST}",
            self.erases,
            other ^ 1,
            first ^ 1,
        )
        closed = self.of(f.values("u_rota.closed_q"))
        self.must("a closed buffer is to be opened", closed, aig.either(self.full, opens))
        last = aig.both(self._takes, second ^ 1)
        self.assumed += [
            aig.all_of([last, digest, opens]),
            aig.all_of([self._stored, self.two ^ 1, pad, opens]),
        ]
        if self.recalls:
            return
        place = f.values("u_writer.position_q")
        mine = aig.both(f.value("u_writer.g_shared.writing_q"), self.own("u_writer.context_q"))
        past = aig.both(mine, self.more(place, self.close_at))
        queued = aig.choose(second, self.queue_tags[1].outer, self.queue_tags[0].outer)
        self.must(
            "an outer block leaves a digest", aig.both(self.full, tag.outer), self.full_digest
        )
        self.must(
            _OUTER,
            past,
            aig.choose(self.full, tag.outer, aig.both(first, queued)),
        )
        self.assumed.append(aig.all_of([last, queued, past]))

    def _opened(self) -> None:
        """No packet of another context is unfinished when one that erases is admitted."""
        f, aig = self.f, self.aig
        is_open = aig.any_of(f.values("u_gate.open_q"))
        waits = aig.both(f.value("u_gate.valid_q"), f.value("u_gate.first_q"))
        if self.contexts > 1 and f.has("u_gate.g_a_clock_later.facts_q"):
            judged = aig.both(waits, f.value("u_gate.facts_valid"))
            then = f.values("u_gate.g_a_clock_later.facts_q")[_ANY_OPEN]
            self.must(_UNFINISHED, aig.both(judged, is_open), then)
        erases = self._on_hand_erases()
        done = aig.equals(f.values("u_gate.status_q"), 0)
        admitted = aig.all_of([waits, f.value("u_gate.admit_q"), erases, done])
        self.must(_UNFINISHED, admitted, is_open ^ 1, f.value("u_gate.last_q"))
        stored = self.registers(1)[0]  # the clock before
        aig.following[stored] = f.value("keep" if self.hands_over else "storing")
        loads = erases
        if self.hands_over:
            self._none_due(aig.both(waits, erases), admitted)
        else:
            loads = aig.either(erases, aig.equals(f.values("u_gate.operation_q"), _KEY))
        admitted = aig.all_of([waits, f.value("u_gate.admit_q"), loads, done])
        self.must("nothing is stored when the loader begins", admitted, stored ^ 1)
        self.show(f"no state is on its way to its store {_REST}", self.erases, stored ^ 1)
        self.under_way_erasure = aig.both(f.value("u_loader.erase_q"), self.phase[READY] ^ 1)
        self.must("or while it is done", self.under_way_erasure, is_open ^ 1)
        for name, whose in OF_WHOM.items():
            if f.has(name) and f.has(whose) and self.contexts > 1 and name.startswith("u_pad"):
                self.must(_EXISTS, aig.any_of(f.values(name)), self.exists(whose))
        self.assumed.append(aig.both(f.value("u_pad.sweep"), self.phase[READY]))

    def _none_due(self, waits: int, admitted: int) -> None:
        """No state is due when an erasure on hand is judged to begin, nor when it is admitted."""
        f, aig = self.f, self.aig
        any_due = aig.any_of(f.values("u_handover.due_q"))
        name = "u_gate.g_a_clock_later.facts_q"
        busy = f.values(name if f.has(name) else "u_gate.facts_now")[_BUSY]
        judged = aig.all_of([waits, f.value("u_gate.facts_valid"), busy ^ 1])
        self.must(_NONE_DUE, judged, any_due ^ 1, self.phase[READY])
        self.must(_NONE_DUE, admitted, any_due ^ 1, self.phase[READY])

    # ---- what is shown ------------------------------------------------------------------------

    def _at_rest(self) -> None:
        f, aig = self.f, self.aig
        for name, value in OF_CONTEXT.items():
            if f.has(name):
                known = aig.differ(self.of(f.values(name)), value ^ 1)
                self.show(f"{name} is known {_REST}", self.erases, known)
        self.show(
            f"no buffer is to be opened and no complete block waits {_REST}",
            self.erases,
            self.full ^ 1,
            *(each ^ 1 for each in self._to_open()),
        )
        self.show(
            "no beat leaves the gate while an erasure is under way",
            self.under_way_erasure,
            f.value("u_gate.goes") ^ 1,
        )
        self.show(
            "a slot starts when a block waits",
            f.value("slot_start"),
            aig.any_of(f.values("u_rota.full_q")),
        )
        self._fills()
        for name, value in OF_ALL.items():
            if f.has(name):
                self.show(
                    f"{name} is known {_REST}", self.erases, aig.equals(f.values(name), value)
                )
        for name, whose in OF_WHOM.items():
            if f.has(name):
                mine = aig.either(self.own(whose), self.exists(whose) ^ 1) if f.has(whose) else 1
                high = aig.any_of(f.values(name))
                self.show(f"{name} is low {_REST}", self.erases, aig.both(high, mine) ^ 1)

    def _fills(self) -> None:
        """That no block is about to be complete, of a context that there is or of another."""
        f, aig = self.f, self.aig
        if not f.has("u_rota.g_later.fill_q"):
            return
        there = "what is complete is of a context that there is"
        self.must(there, f.value("close"), self.exists("close_context"))
        fills = f.values("u_rota.g_later.fill_q")
        for index, fill in enumerate(fills):
            self.must(there, fill, self.exists(f"u_rota.g_later.fill_context_q[{index}]"))
            own = self.own(f"u_rota.g_later.fill_context_q[{index}]")
            self.show(f"no block is to be complete {_REST}", aig.both(self.erases, own), fill ^ 1)
