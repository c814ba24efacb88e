"""What must hold of the order of digests, between the engine and where answers are made.

One context is looked at, any one. Its blocks whose chaining values are digests are numbered as they
start, modulo four, of which no more than two are ever on their way. The number goes with the block
through the engine, which is a queue of two, with its chaining words into an entry of the digest
store, with the entry through the ledger's queue, and with the words that are read from the entry.
Of the steps in which chaining words come one is looked at, any one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits, Notes

KEPT = frozenset({"context_rota", "digest_ledger", "digest_store"})
_CHAIN_WORDS = re.compile(r"\.CHAIN_WORDS +\((\d+)\)")
_IN_ORDER = "digests are sent in the order in which their blocks started, each once"
_OWN_WORDS = "a word that is sent is one that the engine gave for the block of its digest"
_FLAW = "with a digest is told whether its own message broke the rules"
_STANDS = "the context's entries stand in the queue where they were put"
_FLAWED = "it tells whether its message is flawed"
_NONE_ELSE = "and none but these"
_EXISTS = "what is in the queue is of a context that there is"
_TOGETHER = "a word is offered with the context of its digest"


class Digests(Notes):
    """What is noted of blocks and digests, and what must hold of it."""

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(gates)
        self.look_at(core.architecture.contexts)
        text, _, _ = core.sources()[f"{core.top}.sv"].partition(" u_store (")
        self._steps = 4 // int(_CHAIN_WORDS.findall(text)[-1])
        self._step = self.constant((self._steps - 1).bit_length())
        self._started_next, self._sent_next = self.registers(2), self.registers(2)
        self._engine()
        self._entries()
        self._queue()
        self._sending()
        self._numbers()
        self.f.close()

    # ---- the engine ---------------------------------------------------------------------------

    def _engine(self) -> None:
        """Blocks in the engine: at most two of a context, of which the first leaves first."""
        f, aig = self.f, self.aig
        self.one, self.two, self.got = self.registers(3)
        self.digest = self.registers(2)
        self.number = [self.registers(2), self.registers(2)]
        steps, valid = f.values("chain_step"), f.value("chain_valid")
        self.at_step = aig.equals_bits(steps[: len(self._step)], self._step)
        final = aig.equals(steps, self._steps - 1) if self._steps > 1 else 1
        self.here = aig.both(valid, self.own("chain_context"))
        self.finish = finish = aig.both(self.here, final)
        got = aig.either(self.got, self.at_step)
        start = self.of(f.values("started"))
        of_digest = self.of(f.values("started_digest"))
        self.assumed += [
            aig.both(valid, self.exists("chain_context") ^ 1),
            aig.both(self.here, self.one ^ 1),  # words come of a block that has started
            aig.both(finish, got ^ 1),  # in all steps
            aig.all_of([start, self.two, finish ^ 1]),  # and no third one starts
            aig.both(valid, self.more(steps, self._steps - 1)),  # there is no other step
        ]
        self.keep(self.got, (finish, 0), (self.here, got))
        first = aig.both(start, aig.either(self.one ^ 1, aig.both(self.two ^ 1, finish)))
        second = aig.both(start, first ^ 1)
        self.keep(self.one, (start, 1), (finish, self.two))
        self.keep(self.two, (second, 1), (finish, 0))
        self.keep(self.digest[0], (first, of_digest), (finish, self.digest[1]))
        self.keep(self.digest[1], (second, of_digest))
        self.keep_all(self.number[0], (first, self._started_next), (finish, self.number[1]))
        self.keep_all(self.number[1], (second, self._started_next))
        flawed = self.of(f.values("started_error"))
        self.flaws = self.registers(2)
        self.keep(self.flaws[0], (first, flawed), (finish, self.flaws[1]))
        self.keep(self.flaws[1], (second, flawed))
        starts = aig.both(start, of_digest)
        self.keep_all(self._started_next, (starts, self.plus(self._started_next, [1])))
        self.digests = [aig.both(self.one, self.digest[0]), aig.both(self.two, self.digest[1])]

    # ---- the store's entries ------------------------------------------------------------------

    def _entries(self) -> None:
        """What is noted of the two entries of the context, and what the ledger has of them."""
        f, aig = self.f, self.aig
        entry = f.value("chain_entry")
        push = aig.both(f.value("u_ledger.push"), self.own("chain_context"))
        sent = aig.both(f.value("sent"), self.own("sent_context"))
        # Words are written a clock later.
        named, self.late_entry = self._place("u_store.write_place_q")
        self.late = aig.both(f.value("u_store.write_q"), named)
        self.late_number = self.registers(2)
        for register, bit in zip(self.late_number, self.number[0], strict=True):
            aig.following[register] = bit
        self.complete = self.registers(2)
        self.entries = [self.registers(2), self.registers(2)]
        self.entry_flaws = self.registers(2)
        self.words = [self.registers(2), self.registers(2)]
        for index in (0, 1):
            here = aig.both(push, self._entry(entry, index))
            gone = aig.both(sent, self._entry(f.value("sent_entry"), index))
            self.keep(self.complete[index], (here, 1), (gone, 0))
            self.keep_all(self.entries[index], (here, self.number[0]))
            self.keep(self.entry_flaws[index], (here, self.flaws[0]))
            written = aig.both(self.late, self._entry(self.late_entry, index))
            self.keep_all(self.words[index], (written, self.late_number))
        start = self.of(f.values("u_ledger.start_turn_q"))
        finish = self.of(f.values("u_ledger.finish_turn_q"))
        reserved = [self.of(f.values(f"u_ledger.reserved_q[{index}]")) for index in (0, 1)]
        odd = aig.both(self.one, self.two ^ 1)
        self.helping["the turns of a context differ while one block is in the engine"] = aig.differ(
            aig.differ(start, finish), odd
        )
        self.helping["the second block in the engine is behind a first"] = aig.both(
            self.two, self.one ^ 1
        )
        self.helping["an entry is reserved while its digest is complete"] = aig.any_of(
            aig.both(a, b ^ 1) for a, b in zip(self.complete, reserved, strict=True)
        )
        turns = ((self.one, self.digest[0], finish), (self.two, self.digest[1], finish ^ 1))
        self.helping["the entry of a block in the engine is reserved for its digest"] = aig.any_of(
            aig.both(there, aig.differ(of_digest, self._at(turn, reserved)))
            for there, of_digest, turn in turns
        )
        noted = [self.of(f.values(f"u_ledger.error_q[{index}]")) for index in (0, 1)]
        in_engine = zip(turns, self.flaws, strict=True)
        self.helping["whether its message is flawed is noted with the entry"] = aig.any_of(
            aig.all_of([there, of_digest, aig.differ(flaw, self._at(turn, noted))])
            for (there, of_digest, turn), flaw in in_engine
        )
        self.helping["and holds none yet"] = aig.any_of(
            aig.both(there, self._at(turn, self.complete)) for there, _, turn in turns
        )
        seen = [
            self.choose(
                aig.both(self.late, self._entry(self.late_entry, index)),
                self.late_number,
                self.words[index],
            )
            for index in (0, 1)
        ]
        self.helping["a complete entry has its own block's words"] = aig.any_of(
            aig.both(self.complete[index], self.differ(seen[index], self.entries[index]))
            for index in (0, 1)
        )
        self.helping["what has come of a block is in its entry"] = aig.both(
            self.got, self.differ(self.choose(finish, seen[1], seen[0]), self.number[0])
        )
        self.helping["words have come of a block in the engine"] = aig.both(self.got, self.one ^ 1)

    def _place(self, name: str) -> tuple[int, int]:
        """Whether an address of the store, {context, entry, step}, is of the context and the step
        that are looked at, and the entry it names."""
        bits = self.f.values(name)
        step = len(self._step)
        context = bits[step + 1 :][: len(self.context)]
        above = bits[step + 1 + len(self.context) :]
        own = self.aig.equals_bits([*bits[:step], *context], [*self._step, *self.context])
        return self.aig.both(own, self.aig.equals(above, 0)), bits[step]

    # ---- the ledger's queue -------------------------------------------------------------------

    def _queue(self) -> None:
        """The context's entries in the queue, in order, and the places in which they stand."""
        f, aig = self.f, self.aig
        head, tail = f.values("u_ledger.head_q"), f.values("u_ledger.tail_q")
        width = len(head) - 1
        push = f.value("u_ledger.push")
        waiting = self.minus(tail, head)
        self.assumed.append(aig.both(push, self.more(waiting, (1 << width) - 1)))
        self.takes = aig.both(f.value("head_take"), self.own("head_context"))
        mine = aig.both(push, self.own("chain_context"))
        self.queued, self.queue_entries = self.registers(2), self.registers(2)
        one, two = self.queued
        places = [self.registers(len(head)), self.registers(len(head))]
        first = aig.both(mine, aig.either(one ^ 1, aig.both(self.takes, two ^ 1)))
        second = aig.both(mine, first ^ 1)
        self.keep(one, (first, 1), (self.takes, two))
        self.keep(two, (second, 1), (self.takes, 0))
        notes = [[*places[index], self.queue_entries[index]] for index in (0, 1)]
        pushed = [*tail, f.value("chain_entry")]
        self.keep_all(notes[0], (first, pushed), (self.takes, notes[1]))
        self.keep_all(notes[1], (second, pushed))
        self.must(
            "the queue holds no more than it has places for", 1, self.more(waiting, 1 << width) ^ 1
        )
        self._places(places, waiting)
        self.must("at most two of a context are in the queue", two, one)
        self.must(
            "at most two of a context are in the queue", aig.all_of([mine, two, self.takes ^ 1]), 0
        )
        self.must("these are two", two, aig.differ(*self.queue_entries))
        for there, entry in zip(self.queued, self.queue_entries, strict=True):
            self.must("what is in the queue is complete", there, self._at(entry, self.complete))

    def _places(self, places: list[Bits], waiting: Bits) -> None:
        """What stands in the queue. One place is looked at, any one; what holds of it holds of the
        one that is read, too."""
        f, aig = self.f, self.aig
        head = f.values("u_ledger.head_q")
        width = len(head) - 1
        behind = [self.minus(place, head) for place in places]
        for there, offset in zip(self.queued, behind, strict=True):
            self.must(
                "no entry of the context stands behind the queue's end",
                there,
                self.less(offset, waiting),
            )
        self.must(
            "the context's entries stand in the queue in order", self.queued[1], self.less(*behind)
        )
        found = [f.values(f"u_ledger.queue[{place}]") for place in range(1 << width)]

        def stands(at: Bits) -> Iterator[tuple[str, int]]:
            flaw, entry, *context = self.pick(at, found)
            used = self.less([*self.minus(at, head[:width]), 0], waiting)
            noted = [
                aig.both(there, self.equal(place[:width], at))
                for there, place in zip(self.queued, places, strict=True)
            ]
            mine = self.equal(context, self.context)
            for here, own in zip(noted, self.queue_entries, strict=True):
                yield _STANDS, aig.both(here, aig.both(mine, self.same(entry, own)) ^ 1)
                own_flaw = self._at(own, self.entry_flaws)
                yield _FLAWED, aig.both(here, aig.differ(flaw, own_flaw))
            yield _NONE_ELSE, aig.all_of([used, mine, aig.any_of(noted) ^ 1])
            exists = aig.any_of(aig.equals(context, index) for index in range(self.contexts))
            yield _EXISTS, aig.both(used, exists ^ 1)

        for sentence, wrong in stands(self.constant(width)):
            self.must(sentence, wrong, 0)
        self.other_places += [wrong for _, wrong in stands(head[:width])]
        read = [f.value("head_error"), f.value("head_entry"), *f.values("head_context")]
        read_there = self.equal(read, self.pick(head[:width], found))
        self.must("what is read of the queue is what stands at its head", 1, read_there)

    # ---- sending ------------------------------------------------------------------------------

    def _sending(self) -> None:
        """The digest that is being sent, and its word on offer."""
        f, aig = self.f, self.aig
        takes, entry = f.value("head_take"), f.value("head_entry")
        self.taken = self.choose(entry, self.entries[1], self.entries[0])
        flaw = aig.differ(f.value("head_error"), self._at(entry, self.entry_flaws))
        self.shown[_FLAW] = aig.both(self.takes, flaw)
        sending = self.registers(2)
        self.keep_all(sending, (takes, self.taken))
        sends = aig.both(f.value("u_store.sending_q"), self.own("u_store.context_q"))
        at, advance = f.value("u_store.entry_q"), f.value("u_store.advance")
        backwards = [bit ^ 1 for bit in f.values("u_store.index_q")[:2]]
        fetched = aig.equals_bits(backwards[2 - len(self._step) :], self._step)
        named, read = self._place("u_store.read_place")
        words = self.choose(read, self.words[1], self.words[0])
        wrong = aig.either(named ^ 1, self.differ(words, sending))
        self.shown[_OWN_WORDS] = aig.all_of([sends, advance, fetched, wrong])
        of = aig.register()
        aig.following[of] = aig.choose(advance, aig.both(sends, fetched), of)
        named = aig.both(f.value("u_store.valid_q"), of)
        self.shown[_TOGETHER] = aig.both(named, self.own("digest_context") ^ 1)
        self.helping["what is sent is complete"] = aig.both(sends, self._at(at, self.complete) ^ 1)
        self.helping["and no longer in the queue"] = aig.both(
            sends,
            aig.any_of(
                aig.both(there, aig.differ(at, of_queue) ^ 1)
                for there, of_queue in zip(self.queued, self.queue_entries, strict=True)
            ),
        )
        own = self.choose(at, self.entries[1], self.entries[0])
        self.helping["what is sent is the digest of its entry"] = aig.both(
            sends, self.differ(own, sending)
        )
        self.helping["all its words have been written"] = aig.all_of(
            [sends, self.late, aig.differ(self.late_entry, at) ^ 1]
        )
        self.helping["what is sent is of a context that there is"] = aig.both(
            f.value("u_store.sending_q"), self.exists("u_store.context_q") ^ 1
        )

    # ---- numbers ------------------------------------------------------------------------------

    def _numbers(self) -> None:
        """That numbers follow each other on the way, and are met in order where it ends."""
        aig = self.aig
        due = self._sent_next
        self.keep_all(due, (self.takes, self.plus(due, [1])))
        self.shown[_IN_ORDER] = aig.both(self.takes, self.differ(self.taken, due))
        wrong = []
        for there, entry in zip(self.queued, self.queue_entries, strict=True):
            number = self.choose(entry, self.entries[1], self.entries[0])
            wrong.append(aig.both(there, self.differ(number, due)))
            due = self.choose(there, self.plus(due, [1]), due)
        for there, number in zip(self.digests, self.number, strict=True):
            wrong.append(aig.both(there, self.differ(number, due)))
            due = self.choose(there, self.plus(due, [1]), due)
        wrong.append(self.differ(self._started_next, due))
        on_way = [*self.queued, *self.digests]
        self.helping["no more than two digests are on their way"] = aig.any_of(
            aig.all_of(each for each in on_way if each is not left_out) for left_out in on_way
        )
        self.helping["numbers follow each other on the way"] = aig.any_of(wrong)

    # ---- entries ------------------------------------------------------------------------------

    def _entry(self, named: int, index: int) -> int:
        return named ^ 1 ^ index

    def _at(self, entry: int, pair: Bits) -> int:
        return self.aig.choose(entry, pair[1], pair[0])
