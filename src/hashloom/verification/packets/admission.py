"""Packets of a context at the gate, and the key loader."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits, Notes

TO_PADDER, TO_LOADER, TO_TAGS, TO_NOBODY, TO_BE_CUT, TO_STATES, REFUSED = 0, 1, 2, 3, 4, 5, 7
STATE_WORDS = 10  # of a saved state
_HASH, _MAC, _VERIFY, _TAG, _KEY, _ERASE, _ERASE_ALL, _SAVE, _RESTORE = range(9)
# Bits of what is known of a first beat, packet_gate's facts_t.
_ANY_OWED, _OWED_MORE, _OWED, _BARRED, _SHUT, _BUSY, _BEHIND = 5, 6, 7, 8, 9, 10, 13
# Phases of the loader.
READY, GATHER, FILL, PLAY, STORE, LONG_PLAY, LONG_REST, ANSWER = range(8)

_JUDGED = "a first beat that is admitted was judged by what still holds"
_ROUTED = "an admitted packet goes where its operation and its status say"


class Admission(Notes):
    """Numbers of packets, modulo four, and of their records.

    Attributes:
        starts: a packet that will be answered begins.
        next_number: it will have.
        latest: number of the latest packet.
        due_number: of the next answer.
        answered: an answer is given.
        owed: so many answers are owed: one, two.
        open: a packet's first beat has left the gate, its last has not; where it goes.
        phase: of the loader.
        long: the loader waits for the digest of the context's long key.
        keying: the loader has a key of the context, and has not answered.
        written: it has written its blocks: a packet may be behind the key.
        key_number: the packet behind the key has, or will have.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(gates)
        self.look_at(core.architecture.contexts)
        self.resume = core.interface.resume
        self._sizes = {_HASH: max(each.digest_bytes for each in core.hashes)}
        if self.resume:
            self._sizes[_SAVE] = STATE_WORDS * core.hash.word_bits // 8
        f, aig = self.f, self.aig
        here = self.own("u_gate.context_q")
        self.starts = aig.both(f.value("u_gate.starts_message"), here)
        self.answered = aig.both(f.value("answered"), self.own("answered_context"))
        self.next_number, self.due_number = self.registers(2), self.registers(2)
        self.keep_all(self.next_number, (self.starts, self.plus(self.next_number, [1])))
        self.keep_all(self.due_number, (self.answered, self.plus(self.due_number, [1])))
        self.latest = self.plus(self.next_number, [1, 1])
        self.turn = self.of(f.values("u_gate.turn_q"))
        self.owed = self.of(f.values("u_gate.owed_q")), self.of(f.values("u_gate.owed_more_q"))
        self.barred = self.of(f.values("u_gate.barred_q"))
        self.record_number = [self.registers(2), self.registers(2)]
        self.record_keyed = self.registers(2)
        told = self._told()
        self.record_told = [self.registers(len(told)), self.registers(len(told))]
        for turn in (0, 1):
            written = aig.both(self.starts, self.turn ^ turn ^ 1)
            self.keep_all(self.record_number[turn], (written, self.next_number))
            self.keep(self.record_keyed[turn], (written, f.value("u_gate.admits_keyed")))
            self.keep_all(self.record_told[turn], (written, told))
        self.keyed = self.of(f.values("u_gate.keyed"))
        self.open = self.of(f.values("u_gate.open_q"))
        self.route = self.pick(self.context, self._routes())
        self.phase = f.values("u_loader.phase_q")
        self.loads = self.own("loader_context")  # the loader works for the context, if it works
        self.long = aig.both(f.value("key_long"), self.loads)
        idle = aig.either(self.phase[READY], f.value("u_loader.erase_q"))
        self.keying = aig.both(idle ^ 1, self.loads)
        self.written = aig.both(self.keying, f.value("loader_written"))
        self.key_number = self.registers(2)
        self.keep_all(self.key_number, (aig.both(f.value("begin_load"), here), self.next_number))
        if self.contexts == 1:
            self.assumed += f.values("packet_context")
        else:
            self.assumed.append(self.exists("packet_context") ^ 1)

    def _told(self) -> Bits:
        """What is said of a packet's answer: its bytes, its status, the side of the expected tag,
        whether it is a verdict, and the slot."""
        f, aig = self.f, self.aig
        operation = f.values("u_gate.operation_q")
        size = f.values("u_gate.bytes_q")
        for code, number in self._sizes.items():
            here = aig.equals(operation, code)
            size = [aig.choose(here, number >> at & 1, bit) for at, bit in enumerate(size)]
        side = self.of(f.values("u_gate.side_q"))
        slot = f.values("u_gate.slot_q")[: len(f.values("u_gate.inner_slot"))]
        verdict = aig.equals(operation, _VERIFY)
        return [*size, *f.values("u_gate.status_q"), side, verdict, *slot]

    def _routes(self) -> list[Bits]:
        return [self.f.values(f"u_gate.routes[{index}]") for index in range(self.contexts)]

    def any_route(self, route: Bits, *of: int) -> int:
        """Whether beats go to one of some places."""
        return self.aig.any_of(self.aig.equals(route, each) for each in of)

    # ---- lemmas -------------------------------------------------------------------------------

    def admission(self) -> None:
        """Lemmas on the gate and the loader."""
        self._beats()
        self._judgement()
        self._account()
        self._records()
        self._loader()

    def _beats(self) -> None:
        f, aig = self.f, self.aig
        context = f.values("u_gate.context_q")
        valid, first = f.value("u_gate.valid_q"), f.value("u_gate.first_q")
        is_open = self.pick(context, [[bit] for bit in f.values("u_gate.open_q")])[0]
        route = self.pick(context, self._routes())
        of_beat = "the beat at the gate is the first of its packet, or goes where that one went"
        further = self.equal(f.values("u_gate.further_route_q"), route)
        self.must(of_beat, valid, aig.differ(first, is_open), aig.either(first, further))
        there = "the beat at the gate is of a context that there is"
        if self.contexts > 1:
            self.must(there, valid, self.exists("u_gate.context_q"))
        else:
            self.must(there, valid, *(bit ^ 1 for bit in context))

    def _judgement(self) -> None:
        f, aig = self.f, self.aig
        now = f.values("u_gate.facts_now")
        waits = aig.both(f.value("u_gate.valid_q"), f.value("u_gate.first_q"))
        if f.has("u_gate.g_a_clock_later.facts_q"):
            then = f.values("u_gate.g_a_clock_later.facts_q")
            judged = aig.both(waits, f.value("u_gate.facts_valid"))
            for bit in (_ANY_OWED, _OWED_MORE, _OWED, _BARRED, _SHUT, _BUSY):
                self.must(
                    "what kept a first beat back may have ended since, and nothing has begun",
                    aig.both(judged, now[bit]),
                    then[bit],
                )
            before = aig.either(then[_BEHIND], then[_SHUT])
            self.must(
                "a packet behind a key has waited for it", aig.both(judged, now[_BEHIND]), before
            )
        admitted = f.value("u_gate.admit_q")
        self.must("only a beat that waits is admitted", admitted, f.value("u_gate.valid_q"))
        admitted = aig.both(admitted, waits)
        operation, status = f.values("u_gate.operation_q"), f.values("u_gate.status_q")
        route = f.values("u_gate.first_route_q")
        tag = aig.equals(operation, _TAG)
        erases = self.any_route(operation, _ERASE, _ERASE_ALL)
        loads = aig.either(erases, aig.equals(operation, _KEY))
        done = aig.equals(status, 0)
        self.must(_JUDGED, admitted, now[_SHUT] ^ 1, now[_OWED_MORE] ^ 1)
        self.must(_JUDGED, admitted, aig.either(tag, now[_BARRED] ^ 1))
        self.must(_JUDGED, aig.all_of([admitted, loads, done]), now[_BUSY] ^ 1)
        self.must(_JUDGED, aig.all_of([admitted, erases, done]), now[_OWED] ^ 1, now[_ANY_OWED] ^ 1)
        behind = aig.both(admitted, now[_BEHIND])
        self.must(_JUDGED, behind, now[_OWED] ^ 1, f.value("u_route.load_written_q"))
        uses_key = self.any_route(operation, _MAC, _VERIFY)
        restores = aig.both(aig.equals(operation, _RESTORE), int(self.resume))
        aside = aig.both(aig.equals(route, TO_NOBODY), aig.either(tag, restores))
        refused = aig.either(aig.equals(route, REFUSED), aside)
        self.must(_ROUTED, admitted, aig.either(done, refused))
        saves = int(self.resume)
        by_route = {
            TO_PADDER: aig.either(uses_key, aig.equals(operation, _HASH)),
            TO_LOADER: aig.equals(operation, _KEY),
            TO_TAGS: tag,
            TO_BE_CUT: aig.both(saves, aig.equals(operation, _SAVE)),
            TO_STATES: restores,
        }
        for where, by in by_route.items():
            self.must(_ROUTED, aig.both(admitted, aig.equals(route, where)), done, by)
        # Of a packet that goes nowhere there is no answer but an erasure's.
        self.must(
            _ROUTED,
            aig.both(admitted, aig.equals(route, TO_NOBODY)),
            aig.either(aside, aig.both(done, erases)),
        )
        self.must(_ROUTED, aig.both(admitted, aig.equals(route, REFUSED)), done ^ 1, tag ^ 1)
        self.must(_ROUTED, aig.both(admitted, aig.equals(route, 6)), 0)

    def _account(self) -> None:
        aig = self.aig
        one, two = self.owed
        owed = self.minus(self.next_number, self.due_number)
        named = "answers that are owed are counted"
        self.must(named, 1, self.same(one, aig.any_of(owed)))
        self.must(named, 1, self.same(two, owed[1]), aig.both(*owed) ^ 1)
        for index, (a, b) in enumerate(
            zip(*(self.f.values(f"u_gate.{each}_q") for each in ("owed", "owed_more")), strict=True)
        ):
            wrong = aig.both(b, a ^ 1)
            self.alike.append(wrong)
            self.must(named, aig.both(self.is_it(index), wrong), 0)
        self.must("records are used in turn", 1, self.same(self.turn, self.next_number[0]))

    def _records(self) -> None:
        f, aig = self.f, self.aig
        one, two = self.owed
        before = self.plus(self.next_number, [0, 1])
        named = "a record that is owed an answer is its own packet's"
        for turn in (0, 1):
            bits = [f.values(f"u_gate.records[{2 * i + turn}]") for i in range(self.contexts)]
            *said, keyed = self.pick(self.context, bits)
            bits = [f.values(f"u_gate.inner_records[{2 * i + turn}]") for i in range(self.contexts)]
            *slot, also = self.pick(self.context, bits)
            latest = aig.both(one, self.turn ^ turn)
            earlier = aig.both(two, self.turn ^ turn ^ 1)
            number = self.record_number[turn]
            kept = aig.both(
                self.equal([*said, *slot], self.record_told[turn]),
                self.equal([keyed, also], [self.record_keyed[turn]] * 2),
            )
            self.must(named, latest, self.equal(number, self.latest), kept)
            self.must(named, earlier, self.equal(number, before), kept)
        latest_keyed = aig.choose(self.turn, *self.record_keyed)
        self.must(
            "whether the message at the padder is keyed is its packet's",
            self.barred,
            self.same(self.keyed, latest_keyed),
        )

    def _key(self) -> None:
        """What is owed to a context while the loader has a key of it."""
        f, aig = self.f, self.aig
        before = aig.both(self.keying, self.written ^ 1)
        named = "no packet is behind a key before the loader has written its blocks"
        self.must(
            named,
            before,
            self.owed[1] ^ 1,
            self.barred ^ 1,
            self.equal(self.next_number, self.key_number),
        )
        owed = self.minus(self.key_number, self.due_number)  # of before the key
        further = self.minus(self.next_number, self.key_number)
        named = "one packet at most is owed an answer besides a key's, before it or behind it"
        one = aig.either(owed[0] ^ 1, further[0] ^ 1)
        self.must(named, self.written, owed[1] ^ 1, further[1] ^ 1, one)
        behind = aig.both(self.written, further[0])
        self.must("its digest waits for the loader", behind, f.value("u_route.load_written_q"))
        self._may()

    def _may(self) -> None:
        """The loader writes a key's blocks when it may, whosever the key is."""
        f, aig, phase = self.f, self.aig, self.phase
        may, may_long = f.value("load_may"), f.value("load_may_long")
        key = aig.either(phase[READY], f.value("u_loader.erase_q")) ^ 1
        half = f.value("u_loader.half_q")
        begun = aig.any_of(f.values("u_loader.word_q"))
        plays = aig.both(phase[PLAY], aig.either(begun, half))
        rests, long_plays = phase[LONG_REST], aig.both(phase[LONG_PLAY], begun)
        writes = aig.any_of([plays, phase[STORE], phase[ANSWER], rests, long_plays, may_long])
        named = "the loader writes a key's blocks when it may"
        if f.has("u_loader.g_together.stored_q"):  # the second pass of an erasure
            self.must(named, half, key ^ 1, aig.either(phase[PLAY], phase[STORE]))
        else:
            self.must(named, half, phase[PLAY])
        self.must(named, aig.both(key, writes), may)
        if f.has("u_handover.may_q"):
            now, own = f.value("u_handover.may_q"), f.value("u_handover.own_q")
            dues = [[bit] for bit in f.values("u_handover.due_q")]
            due = self.pick(f.values("loader_context"), dues)[0]
            self.must(named, now, may)
            self.must(named, aig.all_of([now, key, own ^ 1]), due ^ 1)
        self.must(named, aig.both(key, long_plays), may_long)
        owed = self.pick(f.values("loader_context"), [[bit] for bit in f.values("u_gate.owed_q")])
        long = aig.any_of([aig.both(may_long, f.value("loader_written") ^ 1), rests, long_plays])
        wrong = aig.all_of([key, long, *owed])
        self.alike.append(wrong)
        self.must(
            "a long key is hashed when its context is owed nothing", aig.both(self.loads, wrong), 0
        )

    def _loader(self) -> None:
        f, aig = self.f, self.aig
        phase, erases = self.phase, f.value("u_loader.erase_q")
        one_hot = [aig.any_of(phase)]
        one_hot += [aig.both(a, b) ^ 1 for i, a in enumerate(phase) for b in phase[:i]]
        self.must("the loader is in one phase", 1, *one_hot)
        keys = aig.any_of(phase[each] for each in (GATHER, LONG_PLAY, LONG_REST))
        self.must("an erasure has no key", aig.both(keys, erases), 0)
        every = f.value("u_loader.every_q")
        self.must("a key is of one slot", aig.either(phase[READY], erases) ^ 1, every ^ 1)
        silent = f.value("u_loader.silent_q")
        self.must("a load is somebody's", aig.both(keys, silent), 0)
        owns = self.equal(f.values("u_loader.owner"), f.values("loader_context"))
        self.must("a load is somebody's", aig.either(phase[READY], erases) ^ 1, owns)
        of_loader = f.values("loader_context")
        there = "the loader works for a context that there is"
        works = phase[READY] ^ 1
        somebody = aig.both(works, silent ^ 1)
        if self.contexts == 1:
            self.must(there, works, *(bit ^ 1 for bit in of_loader))
            self.must(there, somebody, *(bit ^ 1 for bit in f.values("u_loader.owner")))
        else:
            self.must(there, works, self.exists("loader_context"))
            self.must(there, somebody, self.exists("u_loader.owner"))
        works = aig.both(phase[READY] ^ 1, erases)
        self.must(
            "nothing is owed while the loader erases", works, self.owed[0] ^ 1, self.barred ^ 1
        )
        self._key()
        # Of every context, by itself.
        named = "a packet that goes to the loader is the one of the loader's context"
        for index, bits in enumerate(self._routes()):
            is_open = aig.both(f.values("u_gate.open_q")[index], aig.equals(bits, TO_LOADER))
            wrong = aig.both(is_open, aig.both(keys, aig.equals(of_loader, index)) ^ 1)
            self.alike.append(wrong)
            self.must(named, aig.both(self.is_it(index), wrong), 0)
