"""What must hold of the order of digests, between the engine and where answers are made.

One context is looked at, any one. Its blocks whose chaining values are digests are numbered as they
start, modulo four, of which no more than two are ever on their way. The number goes with the block
through the engine, which is a queue of two, with its chaining words into an entry of the digest
store, with the entry through the ledger's queue, and with the words that are read from the entry.
Of the steps in which chaining words come one is looked at, any one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.answers.taint import Followed

KEPT = {"context_rota", "digest_ledger", "digest_store"}
_CHAIN_WORDS = re.compile(r"\.CHAIN_WORDS +\((\d+)\)")
_IN_ORDER = "digests are sent in the order in which their blocks started, each once"
_OWN_WORDS = "a word that is sent is one that the engine gave for the block of its digest"
_TOGETHER = "a word is offered with the context of its digest"

Bits = list[int]


class Digests:
    """Notes beside the control of a core, statements about them, and lemmas.

    Attributes:
        aig: the control with the notes.
        shown: what is proved for its own sake: sentences, and the literals that break them.
        helping: what is proved with it, likewise.
        assumed: literals that are false in every clock.
        reset: true in a clock of a reset.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        self.contexts = core.architecture.contexts
        self.f = Followed(gates, (), (), ())
        self.aig = self.f.aig
        self.shown: dict[str, int] = {}
        self.helping: dict[str, int] = {}
        self.assumed: list[int] = []
        self.reset = self.f.value("core_rst")
        self._context = self._constant((self.contexts - 1).bit_length()) or [0]
        if self.contexts > 1:
            there = self.aig.any_of(self._is(index) for index in range(self.contexts))
            self.assumed.append(there ^ 1)
        text, _, _ = core.sources()[f"{core.top}.sv"].partition(" u_store (")
        self._steps = 4 // int(_CHAIN_WORDS.findall(text)[-1])
        self._step = self._constant((self._steps - 1).bit_length())
        self._started_next, self._sent_next = self._registers(2), self._registers(2)
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
        self.one, self.two, self.got = self._registers(3)
        self.digest = self._registers(2)
        self.number = [self._registers(2), self._registers(2)]
        steps, valid = f.values("chain_step"), f.value("chain_valid")
        self.at_step = aig.equals_bits(steps[: len(self._step)], self._step)
        final = aig.equals(steps, self._steps - 1) if self._steps > 1 else 1
        self.here = aig.both(valid, self._own("chain_context"))
        self.finish = finish = aig.both(self.here, final)
        got = aig.either(self.got, self.at_step)
        start = self._of(f.values("started"))
        of_digest = self._of(f.values("started_digest"))
        self.assumed += [
            aig.both(valid, self._exists("chain_context") ^ 1),
            aig.both(self.here, self.one ^ 1),  # words come of a block that has started
            aig.both(finish, got ^ 1),  # in all steps
            aig.all_of([start, self.two, finish ^ 1]),  # and no third one starts
            aig.both(valid, self._more(steps, self._steps - 1)),  # there is no other step
        ]
        self._keep(self.got, (finish, 0), (self.here, got))
        first = aig.both(start, aig.either(self.one ^ 1, aig.both(self.two ^ 1, finish)))
        second = aig.both(start, first ^ 1)
        self._keep(self.one, (start, 1), (finish, self.two))
        self._keep(self.two, (second, 1), (finish, 0))
        self._keep(self.digest[0], (first, of_digest), (finish, self.digest[1]))
        self._keep(self.digest[1], (second, of_digest))
        self._keep_all(self.number[0], (first, self._started_next), (finish, self.number[1]))
        self._keep_all(self.number[1], (second, self._started_next))
        starts = aig.both(start, of_digest)
        self._keep_all(self._started_next, (starts, self._plus(self._started_next, [1])))
        self.digests = [aig.both(self.one, self.digest[0]), aig.both(self.two, self.digest[1])]

    # ---- the store's entries ------------------------------------------------------------------

    def _entries(self) -> None:
        """What is noted of the two entries of the context, and what the ledger has of them."""
        f, aig = self.f, self.aig
        entry = f.value("chain_entry")
        push = aig.both(f.value("u_ledger.push"), self._own("chain_context"))
        sent = aig.both(f.value("sent"), self._own("sent_context"))
        # Words are written a clock later.
        named, self.late_entry = self._place("u_store.write_place_q")
        self.late = aig.both(f.value("u_store.write_q"), named)
        self.late_number = self._registers(2)
        for register, bit in zip(self.late_number, self.number[0], strict=True):
            aig.following[register] = bit
        self.complete = self._registers(2)
        self.entries = [self._registers(2), self._registers(2)]
        self.words = [self._registers(2), self._registers(2)]
        for index in (0, 1):
            here = aig.both(push, self._entry(entry, index))
            gone = aig.both(sent, self._entry(f.value("sent_entry"), index))
            self._keep(self.complete[index], (here, 1), (gone, 0))
            self._keep_all(self.entries[index], (here, self.number[0]))
            written = aig.both(self.late, self._entry(self.late_entry, index))
            self._keep_all(self.words[index], (written, self.late_number))
        start = self._of(f.values("u_ledger.start_turn_q"))
        finish = self._of(f.values("u_ledger.finish_turn_q"))
        reserved = [self._of(f.values(f"u_ledger.reserved_q[{index}]")) for index in (0, 1)]
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
        self.helping["and holds none yet"] = aig.any_of(
            aig.both(there, self._at(turn, self.complete)) for there, _, turn in turns
        )
        seen = [
            self._choose(
                aig.both(self.late, self._entry(self.late_entry, index)),
                self.late_number,
                self.words[index],
            )
            for index in (0, 1)
        ]
        self.helping["a complete entry has its own block's words"] = aig.any_of(
            aig.both(self.complete[index], self._differ(seen[index], self.entries[index]))
            for index in (0, 1)
        )
        self.helping["what has come of a block is in its entry"] = aig.both(
            self.got, self._differ(self._choose(finish, seen[1], seen[0]), self.number[0])
        )
        self.helping["words have come of a block in the engine"] = aig.both(self.got, self.one ^ 1)

    def _place(self, name: str) -> tuple[int, int]:
        """Whether an address of the store, {context, entry, step}, is of the context and the step
        that are looked at, and the entry it names."""
        bits = self.f.values(name)
        step = len(self._step)
        context = bits[step + 1 :][: len(self._context)]
        above = bits[step + 1 + len(self._context) :]
        own = self.aig.equals_bits([*bits[:step], *context], [*self._step, *self._context])
        return self.aig.both(own, self.aig.equals(above, 0)), bits[step]

    # ---- the ledger's queue -------------------------------------------------------------------

    def _queue(self) -> None:
        """The context's entries in the queue, in order."""
        f, aig = self.f, self.aig
        head, tail = f.values("u_ledger.head_q"), f.values("u_ledger.tail_q")
        width = len(head) - 1
        places = 1 << width
        waiting = self._minus(tail, head)
        self.assumed.append(aig.both(f.value("u_ledger.push"), self._more(waiting, places - 1)))
        found = [f.values(f"u_ledger.queue[{place}]") for place in range(places)]
        count, entries, strange = [0, 0, 0], [0, 0], 0
        for offset in range(places):
            at = self._plus(head, [offset >> bit & 1 for bit in range(width)])[:width]
            bits = [
                aig.any_of(aig.both(aig.equals(at, p), found[p][b]) for p in range(places))
                for b in range(len(found[0]))
            ]
            used = self._more(waiting, offset)
            mine = aig.both(used, aig.equals_bits(bits[2:], self._context))
            there = aig.any_of(aig.equals(bits[2:], index) for index in range(self.contexts))
            strange = aig.either(strange, aig.both(used, there ^ 1))
            for rank in (0, 1):
                before = 1 if rank == 0 else count[rank - 1]
                here = aig.all_of([mine, before, count[rank] ^ 1])
                entries[rank] = aig.either(entries[rank], aig.both(here, bits[1]))
            count[2] = aig.either(count[2], aig.both(mine, count[1]))
            count[1] = aig.either(count[1], aig.both(mine, count[0]))
            count[0] = aig.either(count[0], mine)
        self.queued, self.queue_entries = count[:2], entries
        self.helping["the queue holds no more than it has places for"] = self._more(waiting, places)
        self.helping["what is in the queue is of a context that there is"] = strange
        self.helping["at most two of a context are in the queue"] = count[2]
        self.helping["these are two"] = aig.both(count[1], aig.differ(entries[0], entries[1]) ^ 1)
        self.helping["what is in the queue is complete"] = aig.any_of(
            aig.both(there, self._at(entry, self.complete) ^ 1)
            for there, entry in zip(self.queued, entries, strict=True)
        )

    # ---- sending ------------------------------------------------------------------------------

    def _sending(self) -> None:
        """The digest that is being sent, and its word on offer."""
        f, aig = self.f, self.aig
        takes, entry = f.value("head_take"), f.value("head_entry")
        self.takes = aig.both(takes, self._own("head_context"))
        self.taken = self._choose(entry, self.entries[1], self.entries[0])
        sending = self._registers(2)
        self._keep_all(sending, (takes, self.taken))
        sends = aig.both(f.value("u_store.sending_q"), self._own("u_store.context_q"))
        at, advance = f.value("u_store.entry_q"), f.value("u_store.advance")
        backwards = [bit ^ 1 for bit in f.values("u_store.index_q")[:2]]
        fetched = aig.equals_bits(backwards[2 - len(self._step) :], self._step)
        named, read = self._place("u_store.read_place")
        words = self._choose(read, self.words[1], self.words[0])
        wrong = aig.either(named ^ 1, self._differ(words, sending))
        self.shown[_OWN_WORDS] = aig.all_of([sends, advance, fetched, wrong])
        of = aig.register()
        aig.following[of] = aig.choose(advance, aig.both(sends, fetched), of)
        named = aig.both(f.value("u_store.valid_q"), of)
        self.shown[_TOGETHER] = aig.both(named, self._own("digest_context") ^ 1)
        self.helping["what is sent is complete"] = aig.both(sends, self._at(at, self.complete) ^ 1)
        self.helping["and no longer in the queue"] = aig.both(
            sends,
            aig.any_of(
                aig.both(there, aig.differ(at, of_queue) ^ 1)
                for there, of_queue in zip(self.queued, self.queue_entries, strict=True)
            ),
        )
        own = self._choose(at, self.entries[1], self.entries[0])
        self.helping["what is sent is the digest of its entry"] = aig.both(
            sends, self._differ(own, sending)
        )
        self.helping["all its words have been written"] = aig.all_of(
            [sends, self.late, aig.differ(self.late_entry, at) ^ 1]
        )
        self.helping["what is sent is of a context that there is"] = aig.both(
            f.value("u_store.sending_q"), self._exists("u_store.context_q") ^ 1
        )

    # ---- numbers ------------------------------------------------------------------------------

    def _numbers(self) -> None:
        """That numbers follow each other on the way, and are met in order where it ends."""
        aig = self.aig
        due = self._sent_next
        self._keep_all(due, (self.takes, self._plus(due, [1])))
        self.shown[_IN_ORDER] = aig.both(self.takes, self._differ(self.taken, due))
        wrong = []
        for there, entry in zip(self.queued, self.queue_entries, strict=True):
            number = self._choose(entry, self.entries[1], self.entries[0])
            wrong.append(aig.both(there, self._differ(number, due)))
            due = self._choose(there, self._plus(due, [1]), due)
        for there, number in zip(self.digests, self.number, strict=True):
            wrong.append(aig.both(there, self._differ(number, due)))
            due = self._choose(there, self._plus(due, [1]), due)
        wrong.append(self._differ(self._started_next, due))
        on_way = [*self.queued, *self.digests]
        self.helping["no more than two digests are on their way"] = aig.any_of(
            aig.all_of(each for each in on_way if each is not left_out) for left_out in on_way
        )
        self.helping["numbers follow each other on the way"] = aig.any_of(wrong)

    # ---- logic --------------------------------------------------------------------------------

    def _registers(self, count: int) -> Bits:
        return [self.aig.register() for _ in range(count)]

    def _constant(self, count: int) -> Bits:
        """Bits of which nothing is known but that they stay."""
        found = self._registers(count)
        self.aig.following.update({register: register for register in found})
        return found

    def _keep(self, register: int, *cases: tuple[int, int]) -> None:
        """The first case that holds says what it is next; a reset makes it 0."""
        value = register
        for when, what in reversed(cases):
            value = self.aig.choose(when, what, value)
        self.aig.following[register] = self.aig.both(value, self.reset ^ 1)

    def _keep_all(self, registers: Bits, *cases: tuple[int, Bits]) -> None:
        for at, register in enumerate(registers):
            self._keep(register, *((when, what[at]) for when, what in cases))

    def _choose(self, when: int, some: Bits, others: Bits) -> Bits:
        return [self.aig.choose(when, a, b) for a, b in zip(some, others, strict=True)]

    def _differ(self, some: Iterable[int], others: Iterable[int]) -> int:
        return self.aig.any_of(self.aig.differ(a, b) for a, b in zip(some, others, strict=True))

    def _is(self, index: int) -> int:
        return self.aig.equals(self._context, index)

    def _of(self, by_context: Bits) -> int:
        """The context's bit of several."""
        return self.aig.any_of(
            self.aig.both(bit, self._is(index)) for index, bit in enumerate(by_context)
        )

    def _own(self, name: str) -> int:
        """Whether a signal names the context."""
        return self.aig.equals_bits(self.f.values(name), self._context)

    def _exists(self, name: str) -> int:
        named = self.f.values(name)
        return self.aig.any_of(self.aig.equals(named, index) for index in range(self.contexts))

    def _entry(self, named: int, index: int) -> int:
        return named ^ 1 ^ index

    def _at(self, entry: int, pair: Bits) -> int:
        return self.aig.choose(entry, pair[1], pair[0])

    def _plus(self, bits: Bits, number: Bits) -> Bits:
        """The sum, of as many bits."""
        aig, carry, found = self.aig, 0, []
        for a, b in zip(bits, [*number, *[0] * len(bits)], strict=False):
            found.append(aig.differ(aig.differ(a, b), carry))
            carry = aig.either(aig.both(a, b), aig.both(carry, aig.either(a, b)))
        return found

    def _minus(self, some: Bits, others: Bits) -> Bits:
        return self._plus(self._plus(some, [bit ^ 1 for bit in others]), [1])

    def _more(self, bits: Bits, number: int) -> int:
        """Whether bits are more than a number."""
        found = 0
        for at, bit in enumerate(bits):
            both = self.aig.both if number >> at & 1 else self.aig.either
            found = both(found, bit)
        return found
