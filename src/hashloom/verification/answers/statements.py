"""What must hold of the answers of an HMAC core, in terms of its control and of what is followed.

What a packet asks for is noted when the gate admits it, beside the gate's own record, and again
where that record is looked up for a digest.  Nothing is known of the words that are offered to the
stream: every byte is followed but those that such an answer is to have, and none may come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hashloom.cores import Core
from hashloom.verification.answers.gates import Bit, Gates
from hashloom.verification.answers.taint import Followed

KEPT = {"zeroize_guard", "packet_gate", "digest_route", "digest_stream"}
DIGESTS = "u_route.word_data"  # words of digests, as they come to what routes them
ANSWERS = "answer_data"  # words that are offered to the stream
RELEASED = ("u_route.differs_q",)  # whether a tag is the expected one: it becomes a status
_RECORDED = "a record of an answer with bytes is of a packet that asked for some"
_LOOKED_UP = "what is looked up of an answer with bytes is of such a packet"
_OF_RECORD = "the slot told for an inner digest is the one that its packet named"
_OF_BLOCKS = "a message's block is told with the slot that its context's latest packet named"
_KEPT = "the slots that are kept for contexts and records are those that packets named"
_HASH, _MAC, _VERIFY, _SAVE = 0, 1, 2, 7
_TO_PADDER, _TO_BE_CUT, _REFUSED = 0, 4, 7
# A record of the gate: {keyed, verify, side, status, bytes}; what the route has looked up:
# {keyed, verify, status, bytes, slot, outer, long}.
_STATUS, _VERIFY_BIT, _KEYED = slice(7, 10), 11, 12


@dataclass(frozen=True)
class Statements:
    """What is to be proved of a core.

    Attributes:
        followed: the core.
        shown: what is proved for its own sake: sentences, and the literals that break them.
        helping: what is proved with it, likewise.
        notes: those of `helping` that hold from the start, because what is noted begins as it has
            to: it is part of the proof and not of the core.
        assumed: literals that are false in every clock.
        reset: true in a clock of a reset.
    """

    followed: Followed
    shown: Mapping[str, int]
    helping: Mapping[str, int]
    notes: tuple[str, ...]
    assumed: tuple[int, ...]
    reset: int


def takes_out(sources: Mapping[str, str], top: str) -> bool:
    """Whether inner digests are taken out before digests come to the route."""
    return re.search(r"\.ANSWERS_ONLY *\(1'b1\)", sources[f"{top}.sv"]) is not None


def statements_of(core: Core, gates: Gates, bytes_in: Iterable[Bit], taken_out: bool) -> Statements:
    """The statements about `core`, whose hollowed text is `gates`; `bytes_in` are the bits by which
    bytes of packets come into it."""
    followed = Followed(gates, (ANSWERS,), bytes_in, RELEASED)
    writer = _Writer(core, taken_out, followed)
    writer.gate()
    writer.route()
    writer.stream()
    writer.slots()
    aig = followed.aig
    comes = followed.value("u_route.word_valid")
    coming = aig.either(comes, followed.value("load_answer"))
    assumed = [aig.both(followed.value("u_guard.broken_q"), coming)]
    if writer.contexts > 1:
        assumed.append(aig.both(comes, writer.exists("u_route.word_context") ^ 1))
    reset = followed.value("core_rst")
    followed.close()
    return Statements(followed, writer.shown, writer.helping, writer.notes, tuple(assumed), reset)


class _Writer:
    """Writes the statements, from where packets are admitted to where answers leave."""

    def __init__(self, core: Core, taken_out: bool, followed: Followed) -> None:
        """`taken_out`: inner digests do not come to the route."""
        self.contexts = core.architecture.contexts
        self.resume = core.interface.resume
        self.f = followed
        self.aig = followed.aig
        self.taken_out = taken_out  # inner digests, before the route
        self.shown: dict[str, int] = {}
        self.helping: dict[str, int] = {}
        self.notes = (_RECORDED, _LOOKED_UP, _KEPT, _OF_RECORD, _OF_BLOCKS)
        self.may_speak = 0  # of the answer whose record is being looked up

    def gate(self) -> None:
        """What is noted of each record, and that the record agrees with it."""
        f, aig = self.f, self.aig
        starts, status = f.value("u_gate.starts_message"), f.values("u_gate.status_q")
        operation, route = f.values("u_gate.operation_q"), f.values("u_gate.first_route_q")
        admits = f.value("u_gate.admit_q")
        done = aig.equals(status, 0)
        plain, keyed = (
            aig.both(done, aig.any_of(aig.equals(operation, each) for each in of))
            for of in ((_HASH, _SAVE), (_MAC,))
        )
        meant = aig.any_of([plain, keyed, aig.equals(operation, _VERIFY)])
        to_padder = aig.any_of(aig.equals(route, each) for each in (_TO_PADDER, _TO_BE_CUT))
        self.helping["only a message that is admitted goes to the padder"] = aig.all_of(
            [
                *(admits, done),
                aig.either(aig.both(to_padder, meant ^ 1), aig.equals(route, _REFUSED)),
            ]
        )
        context, turns = f.values("u_gate.context_q"), f.values("u_gate.turn_q")
        speaks: list[tuple[int, int]] = []
        wrong = []
        for index in range(self.contexts):
            for turn in (0, 1):
                here = aig.all_of([starts, self._is(context, index), turns[index] ^ turn ^ 1])
                note = []
                for said in (plain, keyed):
                    register = aig.register()
                    aig.following[register] = aig.choose(here, said, register)
                    note.append(register)
                record = f.values(f"u_gate.records[{2 * index + turn}]")
                words = aig.both(record[_VERIFY_BIT] ^ 1, aig.equals(record[_STATUS], 0))
                tells = aig.choose(record[_KEYED], note[1], note[0])
                wrong.append(aig.both(words, tells ^ 1))
                speaks.append((note[0], note[1]))
        self.helping[_RECORDED] = aig.any_of(wrong)
        self._look_up(speaks)

    def _look_up(self, speaks: list[tuple[int, int]]) -> None:
        """Whether the answer of the record that is looked up may have bytes."""
        f, aig = self.f, self.aig
        context, turn = f.values("record_context"), f.value("record_turn")
        of_plain, of_keyed = [], []
        for number, (plain, keyed) in enumerate(speaks):
            here = aig.both(self._is(context, number // 2), turn ^ 1 ^ number % 2)
            of_plain.append(aig.both(here, plain))
            of_keyed.append(aig.both(here, keyed))
        outer = aig.any_of(
            aig.both(self._is(context, index), each) for index, each in enumerate(self._outer())
        )
        self.may_speak = aig.either(aig.any_of(of_plain), aig.both(aig.any_of(of_keyed), outer))

    def _outer(self) -> list[int]:
        """By context, whether the last digest that left was an inner one, as the writer saw."""
        f, aig = self.f, self.aig
        if self.taken_out:
            return [1] * self.contexts
        leaves = aig.both(f.value("u_route.leave"), f.value("route_last"))
        to_loader, to_writer = f.value("u_route.key_q"), f.value("u_route.inner_q")
        context, reset = f.values("route_context"), f.value("core_rst")
        found = []
        for index in range(self.contexts):
            register = aig.register()
            here = aig.all_of([leaves, aig.equals(context, index), to_loader ^ 1])
            aig.following[register] = aig.both(aig.choose(here, to_writer, register), reset ^ 1)
            found.append(register)
        own = f.values("u_route.outer_q")
        self.helping["the route knows whose inner digest has gone to its outer block"] = aig.any_of(
            aig.differ(a, b) for a, b in zip(found, own, strict=True)
        )
        return found

    def route(self) -> None:
        """A word of a digest that is sent is one of an answer that may have bytes."""
        f, aig = self.f, self.aig
        looked, known = self.may_speak, f.value("u_route.known")
        if f.has("u_route.g_looked_up.known_q"):
            looked = aig.register()
            first = aig.equals(f.values("u_route.index_q"), 0)
            aig.following[looked] = aig.choose(first, self.may_speak, looked)
            known = aig.either(f.value("u_route.g_looked_up.known_q"), first ^ 1)
        status = aig.equals(f.values("u_route.status"), 0)
        keyed, verify = f.value("u_route.keyed"), f.value("u_route.verify")
        inner = 0 if self.taken_out else aig.both(keyed, f.value("u_route.outer") ^ 1)
        words = aig.all_of([known, status, verify ^ 1, inner ^ 1])
        self.helping[_LOOKED_UP] = aig.both(words, looked ^ 1)
        speaking = aig.register()
        aig.following[speaking] = aig.choose(f.value("u_route.pass"), looked, speaking)
        at_work = f.value("u_route.valid_q")
        emits, silent = f.value("u_route.emits_q"), f.value("u_route.silent_q")
        sent = aig.both(at_work, emits)
        self.helping["a word with bytes is of an answer that may have some"] = aig.all_of(
            [sent, silent ^ 1, speaking ^ 1]
        )
        self.helping["an answer without bytes is one word"] = aig.all_of(
            [at_work, silent, f.value("u_route.final_q") ^ 1]
        )
        if self.contexts == 1:
            self.helping["the only context has the number 0"] = aig.both(
                at_work, aig.any_of(f.values("route_context"))
            )
        else:
            self.helping["the context of a digest's word is one that there is"] = aig.both(
                f.value("u_route.taken_q"), self.exists("u_route.taken_context") ^ 1
            )
        elsewhere = aig.either(f.value("u_route.key_q"), f.value("u_route.inner_q"))
        self.shown["a word for the key loader or for an outer block is not sent"] = aig.both(
            sent, elsewhere
        )
        self._mark(aig.all_of([sent, speaking, f.value("u_route.own") ^ 1]))

    def _mark(self, meant: int) -> None:
        """Follows all bytes on offer to the stream but those that an answer is to have."""
        f, aig = self.f, self.aig
        keep, last = f.values("answer_keep"), f.value("answer_last")
        wanted = [aig.both(meant, aig.either(last ^ 1, each)) for each in keep]
        places = range(len(f.bits(ANSWERS)))
        f.mark(ANSWERS, [wanted[place // 8] ^ 1 for place in places])

    def stream(self) -> None:
        """What leaves."""
        f, aig = self.f, self.aig
        under_way = ["leaving_valid", "u_route.valid_q", "u_route.taken_q"]
        if aside := f.ending("u_stream", "aside_q"):
            under_way.append(aside)
            self._aside(aside.removesuffix("q"))
        self.helping["nothing is under way while an answer that was broken off is ended"] = (
            aig.both(f.value("u_guard.broken_q"), aig.any_of(f.value(each) for each in under_way))
        )
        held = f.ending("u_stream", "data_q")
        self.helping["the stream holds no byte that an answer is not to have"] = aig.any_of(
            f.taints(held) if held else [1]
        )
        self.shown["m_axis_tdata has no byte of a digest that its answer is not to have"] = (
            aig.any_of(f.taints("m_axis_tdata"))
        )

    def _aside(self, named: str) -> None:
        """Of a word that is kept aside the bytes that are to go on are bytes of its answer."""
        f, aig = self.f, self.aig
        keep, last = (f.values(f"{named}{name}_q") for name in ("keep", "last"))
        goes_on = [aig.either(last[0] ^ 1, each) for each in keep]
        aside = f.taints(f"{named}data_q")
        self.helping["a word kept aside has no such byte that goes on"] = aig.both(
            f.value(f"{named}q"),
            aig.any_of(aig.both(each, goes_on[at // 8]) for at, each in enumerate(aside)),
        )

    def slots(self) -> None:
        """The slot whose key a message's blocks begin with is the one that its packet named."""
        f, aig = self.f, self.aig
        context, named = f.values("u_gate.context_q"), f.values("u_gate.slot_q")
        turns, starts = f.values("u_gate.turn_q"), f.value("u_gate.starts_message")
        latest: list[list[int]] = []
        records: list[list[int]] = []
        for index in range(self.contexts):
            slot = f.values("u_gate.slot")
            here = aig.both(starts, aig.equals(context, index))
            latest.append(self._noted(here, named[: len(slot)]))
            here = aig.both(starts, self._is(context, index))
            for turn in (0, 1):
                of_record = aig.both(here, turns[index] ^ turn ^ 1)
                records.append(self._noted(of_record, named[: len(slot)]))
        width = len(latest[0])
        held = [f.values(f"u_gate.slots[{index}]") for index in range(self.contexts)]
        of_records = range(len(records))
        kept = [f.values(f"u_gate.inner_records[{place}]")[:width] for place in of_records]
        self.helping[_KEPT] = aig.any_of(
            self._differ(a, b) for a, b in zip([*held, *kept], [*latest, *records], strict=True)
        )
        asked, by = f.values("inner_context"), f.value("inner_turn")
        of = [aig.both(self._is(asked, place // 2), by ^ 1 ^ place % 2) for place in of_records]
        told = f.values("u_gate.inner_slot")
        self.shown[_OF_RECORD] = aig.any_of(
            aig.both(here, self._differ(told, note)) for here, note in zip(of, records, strict=True)
        )
        if not self.resume:  # with it states have other numbers
            self.shown[_OF_BLOCKS] = self._blocks(latest)

    def _blocks(self, latest: list[list[int]]) -> int:
        """Whether a padded block, or an outer one that the engine reads from where it has left its
        digest, is told with another slot than its context's latest packet named."""
        f, aig = self.f, self.aig
        keys = next(name for name in ("u_keys", "u_inner_keys") if f.has(f"{name}.note"))
        held = "hold" if keys == "u_keys" else "inner_hold"
        padded = aig.both(f.value("pad_close"), f.value(held) ^ 1)
        if f.has("recall_close"):
            padded = aig.either(padded, f.value("recall_close"))
        context, state = f.values(f"{keys}.note_context"), f.values(f"{keys}.note_state")
        width = len(latest[0])
        slot = state[-width:] if len(state) > width else state
        return aig.any_of(
            aig.all_of([padded, aig.equals(context, index), self._differ(slot, note)])
            for index, note in enumerate(latest)
        )

    def _noted(self, when: int, bits: list[int]) -> list[int]:
        """Registers that take bits when something holds."""
        found = []
        for bit in bits:
            register = self.aig.register()
            self.aig.following[register] = self.aig.choose(when, bit, register)
            found.append(register)
        return found

    def _differ(self, some: list[int], others: list[int]) -> int:
        return self.aig.any_of(self.aig.differ(a, b) for a, b in zip(some, others, strict=True))

    def exists(self, name: str) -> int:
        """Whether the context that a signal names is there."""
        return self.aig.any_of(
            self.aig.equals(self.f.values(name), index) for index in range(self.contexts)
        )

    def _is(self, context: list[int], index: int) -> int:
        return 1 if self.contexts == 1 else self.aig.equals(context, index)
