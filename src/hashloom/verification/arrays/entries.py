"""Messages of an array of message cores, from the place that is chosen to the answer that leaves.

One entry of the stores is looked at, any one, with its place, which is a context of a copy.  The
message that is given the entry is followed until its answer has been read.
"""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits, Notes

KEPT = frozenset({"array_dispatch", "array_ledger", "array_store", "array_collect"})
_SLOT = 2  # bits of an entry's number in its place, SLOT_BITS of the modules
_TURNS = "entries of a place are given in turn, and its answers stored in the same turn"
_WAITS = "entries whose answers are to come are those between the two"
_FREE = "an entry that is chosen is free, and its place one of a copy"
_STATE = "the account of an entry is its message's"
_SENDS = "what is sent is the answer of an entry that was taken"
_ONE = "one answer at a time is chosen"


class Entry(Notes):
    """An entry that nobody knows, and its message.

    Attributes:
        begins: a message is given the entry's place; `gives`: the copy's answer to one ends.
        waiting: messages of the place whose answers have not come.
        there: the entry has a message; `tid`: of this tid; `ahead`: answers of the place before its
            own; `answered`: it has come; `sending`: it has been taken to be sent.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        self.copies, self.each = core.interface.copies, core.architecture.contexts
        self.copy_bits = (self.copies - 1).bit_length()
        super().__init__(gates, reset="rst")
        self.slot = self.constant(_SLOT)
        self.place = self.context = self.constant(len(self.f.values("chosen_place")))
        self.assumed.append(self.aig.any_of(self.is_it(at) for at in self._places()) ^ 1)
        self.entry = [*self.slot, *self.place]
        self._notes()
        self._ledger()
        self._chosen()
        self._collected()
        self._statements()
        self.f.close()

    # ---- places -------------------------------------------------------------------------------

    def _places(self) -> list[int]:
        """Numbers of the places that there are, {context, copy}."""
        return [
            context << self.copy_bits | copy
            for context in range(self.each)
            for copy in range(self.copies)
        ]

    def _of_place(self, of: str, width: int) -> Bits:
        """The place's register of an array of them in the ledger."""
        found = [0] * width
        for at in self._places():
            bits = self.f.values(f"u_ledger.{of}[{at}]")
            here = self.is_it(at)
            found = self.choose(here, bits, found)
        return found

    def _of_entries(self, name: str) -> Bits:
        """The bits of the place's entries, of a signal that has one for each."""
        bits, found = self.f.values(name), [0] * (1 << _SLOT)
        for at in self._places():
            four = bits[at << _SLOT : (at + 1) << _SLOT]
            found = self.choose(self.is_it(at), four, found)
        return found

    def _at_entry(self, name: str) -> int:
        """The entry's bit of such a signal."""
        return self._bit(self._of_entries(name), self.slot)

    def _bit(self, bits: Bits, which: Bits) -> int:
        return self.pick(which, [[bit] for bit in bits])[0]

    def _store(self) -> tuple[int, int, Bits]:
        """Whether the copy gives a beat of an answer in the place's context, whether it is the
        last, and the entry that the store has for it."""
        f, aig = self.f, self.aig
        given, ends, turn = 0, 0, [0] * _SLOT
        for at in self._places():
            copy, context = at & (1 << self.copy_bits) - 1, at >> self.copy_bits
            named = f"answer{copy}_context"
            here = aig.both(self.is_it(at), f.value(f"answer{copy}_valid"))
            if f.has(named):
                here = aig.both(here, aig.equals(f.values(named), context))
            given = aig.either(given, here)
            ends = aig.either(ends, aig.both(here, f.value(f"answer{copy}_last")))
            bits = f.values(f"u_store{copy}.turn_q[{context}]")
            turn = self.choose(self.is_it(at), bits, turn)
        return given, ends, turn

    # ---- notes --------------------------------------------------------------------------------

    def _notes(self) -> None:
        f, aig = self.f, self.aig
        self.given, self.gives, self.turn = self._store()
        self.next = self._of_place("next_q", _SLOT)
        self.begins = aig.both(f.value("begins"), self.own("chosen_place"))
        self.waiting = self.registers(_SLOT + 1)
        up, down = aig.both(self.begins, self.gives ^ 1), aig.both(self.gives, self.begins ^ 1)
        below = self.plus(self.waiting, [1] * len(self.waiting))
        self.keep_all(self.waiting, (up, self.plus(self.waiting, [1])), (down, below))
        self.assumed.append(aig.both(self.given, aig.any_of(self.waiting) ^ 1))
        own_begins = aig.both(self.begins, self.equal(self.next, self.slot))
        takes = aig.both(f.value("head_take"), self._is_entry("head_entry"))
        sent = aig.both(f.value("sent"), self._is_entry("sent_entry"))
        self.there, self.answered, self.sending = self.registers(3)
        self.tid = self.registers(len(f.values("begins_tid")))
        self.ahead = self.registers(_SLOT + 1)
        self.due = aig.all_of([self.there, self.answered ^ 1, aig.any_of(self.ahead) ^ 1])
        own = aig.both(self.gives, self.due)
        self.keep(self.there, (own_begins, 1), (sent, 0))
        self.keep_all(self.tid, (own_begins, f.values("begins_tid")))
        before = self.choose(self.gives, below, self.waiting)
        less = aig.both(self.gives, aig.any_of(self.ahead))
        fewer = self.plus(self.ahead, [1] * len(self.ahead))
        self.keep_all(self.ahead, (own_begins, before), (less, fewer))
        self.keep(self.answered, (own_begins, 0), (own, 1))
        self.keep(self.sending, (takes, 1), (sent, 0))
        self.own_begins, self.takes, self.sent, self.own_gives = own_begins, takes, sent, own

    def _is_entry(self, name: str) -> int:
        return self.equal(self.f.values(name), self.entry)

    # ---- lemmas -------------------------------------------------------------------------------

    def _ledger(self) -> None:
        aig = self.aig
        self.must(_TURNS, 1, self.equal(self.next, self.plus(self.turn, self.waiting[:_SLOT])))
        self.must(_TURNS, 1, self.more(self.waiting, 1 << _SLOT) ^ 1)
        pending, taken = (self._of_entries(f"u_ledger.{name}_q") for name in ("pending", "taken"))
        for number, bit in enumerate(pending):
            slot = [number >> at & 1 for at in range(_SLOT)]
            waits = self.less([*self.minus(slot, self.turn), 0], self.waiting)
            self.must(_WAITS, 1, self.same(bit, waits), aig.either(bit ^ 1, taken[number]))
        slot, place = self.f.values("sent_entry")[:_SLOT], self.f.values("sent_entry")[_SLOT:]
        here = aig.both(self.f.value("sent"), self.equal(place, self.place))
        self.alike.append(aig.both(here, self._bit(pending, slot)))  # of every entry, by itself
        chosen = aig.both(self.f.value("chosen"), self.own("chosen_place"))
        self.must(_FREE, chosen, self._bit(taken, self.next) ^ 1)
        self._account()

    def _account(self) -> None:
        aig = self.aig
        pending, done, taken = (
            self._at_entry(f"u_ledger.{name}_q") for name in ("pending", "done", "taken")
        )
        behind = [*self.minus(self.slot, self.turn), 0]  # of the entry that is stored next
        self.must(_STATE, 1, self.same(taken, self.there))
        self.must(_STATE, 1, self.same(pending, aig.both(self.there, self.answered ^ 1)))
        finished = aig.all_of([self.there, self.answered, self.sending ^ 1])
        self.must(_STATE, 1, self.same(done, finished))
        self.must(_STATE, self.sending, self.there, self.answered)
        self.must(_STATE, pending, self.equal(self.ahead, behind))
        tids = [
            self.f.values(f"u_ledger.tid_of[{at << _SLOT | slot}]")
            for at in self._places()
            for slot in range(1 << _SLOT)
        ]
        numbers = [at << _SLOT | slot for at in self._places() for slot in range(1 << _SLOT)]
        found = [0] * len(self.tid)
        for number, bits in zip(numbers, tids, strict=True):
            found = self.choose(self.aig.equals(self.entry, number), bits, found)
        waits = aig.both(self.there, self.sending ^ 1)
        self.must("the tid kept with an entry is its message's", waits, self.equal(found, self.tid))

    def _chosen(self) -> None:
        f, aig = self.f, self.aig
        there = aig.any_of(aig.equals(f.values("chosen_place"), at) for at in self._places())
        self.must(_FREE, f.value("chosen"), there)

    def _collected(self) -> None:
        f, aig = self.f, self.aig
        head = aig.both(f.value("head_valid"), self._is_entry("head_entry"))
        self.must(_ONE, head, self.there, self.answered, self.sending ^ 1)
        reads = aig.both(f.value("u_collect.sending_q"), self._is_entry("u_collect.entry_q"))
        self.must(_SENDS, 1, self.same(reads, self.sending))
        self.must(_SENDS, self.sending, self.equal(f.values("u_collect.tid_q"), self.tid))

    # ---- what is shown ------------------------------------------------------------------------

    def _statements(self) -> None:
        f, aig = self.f, self.aig
        self.show(
            "a message is given an entry that no other has",
            self.own_begins,
            self.there ^ 1,
            f.value("chosen"),
        )
        stored = self.equal(self.turn, self.slot)
        self.show(
            "the beats of its answer, and no others, are stored in its entry",
            self.given,
            self.same(self.due, stored),
        )
        self.show(
            "its answer is complete when the copy has given its last beat, and not before",
            1,
            self.same(self._at_entry("complete"), self.own_gives),
        )
        self.show(
            "an answer is taken to be sent once, when it is complete, with its message's tid",
            self.takes,
            self.there,
            self.answered,
            self.sending ^ 1,
            self.equal(f.values("head_tid"), self.tid),
        )
        copy = self.place[: self.copy_bits]
        read = self.pick(copy, [[bit] for bit in f.values("read")])[0]
        context = [*self.place[self.copy_bits :], 0]
        named = [*self.slot, *context][: len(f.values("read_place"))]
        reads = aig.both(read, self.equal(f.values("read_place"), named))
        self.show(
            "its entry is read while it is sent, and then nothing else is",
            1,
            self.same(reads, self.sending),
            aig.either(self.sending ^ 1, aig.equals(self._others(f.values("read")), 0)),
        )
        self.show("an entry is free when its answer has been sent", self.sent, self.sending)
        shown = self.registers(1)[0]
        of_beat = self.registers(len(self.tid))
        advance = f.value("advance")
        self.keep(shown, (advance, self.sending))
        self.keep_all(of_beat, (advance, self.tid))
        self.show(
            "what is sent of it leaves under its message's tid",
            shown,
            f.value("u_collect.beat_valid"),
            self.equal(f.values("u_collect.beat_tid"), of_beat),
        )

    def _others(self, bits: Bits) -> Bits:
        """Bits of all copies but the place's."""
        copy = self.place[: self.copy_bits]
        return [
            self.aig.both(bit, self.aig.equals(copy, index) ^ 1) for index, bit in enumerate(bits)
        ]
