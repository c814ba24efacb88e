"""Packets of a context of an HMAC pool, and what must hold of their blocks and answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits
from hashloom.verification.pools import messages
from hashloom.verification.pools.messages import Messages

KEPT = messages.KEPT | {"pool_judge", "block_keyer", "pool_answers"}
_ANSWER, _INNER = 1, 2  # what a chaining value is
_IPAD, _OPAD = 2, 3  # kinds of rows that are the blocks of a key
_PLAIN, _LONG = 0, 6  # kinds of rows that may go on with a packet
_RECORD = "the record of a context is that of its packet"
_CARRIED = "what the judge has of a block is the block's own"
_FATE = "what was told of a block's chaining value waits for it"
_ORDER = "packets are answered in their order"
_MAY = "no row may come before it has been cleared which contexts are busy"
_DIGEST = "an inner digest waits for its outer block"


class Keyed(Messages):
    """The context's packets."""

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        self.slot_bits = len(gates.signals["begins_place"]) - 1
        super().__init__(core, gates)

    # ---- records ------------------------------------------------------------------------------

    def _fields(self, name: str) -> dict[str, Bits]:
        """The fields of a record, pool_judge's record_t."""
        widths = {
            "slot": self.slot_bits,
            **{"given": 7, "bad": 1, "bytes": 7, "status": 3, "verify": 1, "lengthy": 1},
            **{"silent": 1, "keyed": 1, "follows": 2, "open": 1},
        }
        bits, found = self.f.values(name), {}
        for field, width in widths.items():
            found[field], bits = bits[:width], bits[width:]
        return found

    def _decided(self, fields: dict[str, Bits]) -> Bits:
        """What is decided with a packet's first row."""
        names = ("keyed", "silent", "lengthy", "verify", "status", "bytes", "slot")
        return [bit for name in names for bit in fields[name]]

    def _kinds(self, name: str) -> tuple[int, int]:
        """Whether a row's kind is one that may go on with a packet, or of a block of a key."""
        kind, aig = self.f.values(name), self.aig
        goes_on = aig.either(aig.equals(kind, _PLAIN), aig.equals(kind, _LONG))
        return goes_on, aig.either(aig.equals(kind, _IPAD), aig.equals(kind, _OPAD))

    # ---- notes --------------------------------------------------------------------------------

    def _inner(self) -> int:
        return self.f.value("u_judge.inner")

    def _blocks(self) -> None:
        f, aig = self.f, self.aig
        super()._blocks()
        (self.outer,) = self.registers(1)
        self.keep(self.outer, (self.row_comes, 0), (self.padding_comes, self.owes_outer))
        two, three, four = self.stages[1:4]
        row = aig.both(three, self.padding ^ 1)
        now = self._fields("u_judge.is")
        self.record = self.registers(len(self._decided(now)))
        self.opened, self.of_key, self.bad, self.judged = self.registers(4)
        goes_on, of_key = self._kinds("u_judge.kind_3q")
        first = aig.both(row, aig.both(goes_on, self.opened) ^ 1)
        self.keep_all(self.record, (first, self._decided(now)))
        self.keep(self.opened, (row, aig.both(self.last ^ 1, of_key ^ 1)))
        self.keep(self.of_key, (two, f.value("u_judge.key_block")))
        names = ("slot_first", "begins_keyed", "begins_place")
        begins = [bit for name in names for bit in f.values(name)]
        self.began = self.registers(len(begins))
        self.keep_all(self.began, (two, begins))
        ends = aig.both(f.value("note_ends"), f.value("u_judge.bad"))
        long = aig.both(self._inner(), f.value("brink"))
        self.keep(self.bad, (four, aig.either(ends, long)))
        self.keep(self.judged, (self.enters, 1))
        goes_on, of_key = self._kinds("u_judge.kind")
        self.assumed += [
            aig.both(self.comes, f.value("u_judge.scan")),
            aig.all_of([self.row_comes, goes_on, self.judged ^ 1]),
            aig.all_of([self.row_comes, of_key, aig.all_of(f.values("block_keep")) ^ 1]),
        ]
        self._rows()

    def _rows(self) -> None:
        """Rows come in the clocks in which they may."""
        f, aig = self.f, self.aig
        may = [f.value("row_ready"), *self.registers(2)]
        for before, behind in pairwise(may):
            self.keep(behind, (1, before))
        self.assumed.append(aig.both(f.value("u_admission.word_valid"), aig.any_of(may) ^ 1))
        self.must(_MAY, f.value("u_admission.clear_q"), aig.any_of(may) ^ 1)

    def _memories(self) -> None:
        f = self.f
        super()._memories()
        _, self.records = self._memory("u_judge.u_records", slice(None))
        self.records_read = self.reads
        names = ("place", "bytes", "status", "verify", "what")
        fate = [bit for name in names for bit in f.values(f"fate_{name}")]
        self.fate = self.registers(len(fate))
        self.keep_all(self.fate, (self.enters, fate))
        _, self.fates = self._memory("u_answers.u_fates", slice(None))
        self.fates_read = self.reads
        self.found = [bit for name in names for bit in f.values(f"u_answers.{name}_q")]

    def _digests(self) -> None:
        f, aig = self.f, self.aig
        super()._digests()
        what = f.values("u_answers.what_q")
        inner = aig.both(self.digest, aig.equals(what, _INNER))
        self.answer = aig.both(self.digest, aig.equals(what, _ANSWER))
        self.word_bits = len(f.values("digest_data"))
        self.digest_bits = len(f.values("u_keyer.digest"))
        self.inner_bit = self.registers(1)[0]
        self.keep(self.inner_bit, (inner, self._of_digest(f.values("digest_data"))))
        self.writes_inner, kept = self._memory("u_keyer.u_inner", slice(None))
        self.inner_read = self.reads
        self.kept = [self._of_digest(bits) for bits in kept]
        self.read_bit = self._of_digest(f.values("u_keyer.digest"))
        three, last = self.stages[2], aig.both(self.last, self.padding ^ 1)
        now = self._fields("u_judge.is")
        aside = aig.either(now["silent"][0], now["lengthy"][0])
        self.asks = aig.all_of([three, last, aside ^ 1])
        self.asked, self.answer_number = self.registers(2), self.registers(2)
        self.keep_all(self.asked, (self.asks, self.plus(self.asked, [1])))
        self.keep_all(self.answer_number, (self.asks, self.asked))
        self.keep_all(self.due, (self.answer, self.plus(self.due, [1])))

    def _of_digest(self, words: Bits) -> int:
        """One bit of the digest of a chaining value, any one, or 0."""
        return self._bit([*[0] * (self.word_bits - self.digest_bits), *words[-self.digest_bits :]])

    # ---- lemmas -------------------------------------------------------------------------------

    def _block_told(self, there: int) -> None:
        self._judge()
        self._carried()
        self._fate(there)
        self._outer_block()

    def _judge(self) -> None:
        f, aig = self.f, self.aig
        one, two, three, four, five = self.stages
        early = aig.any_of([one, two, three])
        late = aig.either(four, five)
        self._read(self.records_read, one, two)
        known = self._fields_of(self.records[0])
        row = self.padding ^ 1
        kept = aig.both(self.judged, late ^ 1)
        self.must(_RECORD, kept, self.equal(self._decided(known), self.record))
        self.must(_RECORD, kept, self.same(known["open"][0], self.opened))
        self.must(_RECORD, kept, self.same(known["bad"][0], self.bad))
        in_stage = aig.either(early, late)
        waits = [self.owes, self.owes_outer]
        self.must(_RECORD, aig.both(self.judged, in_stage ^ 1), self.equal(known["follows"], waits))
        before = [self.outer ^ 1, self.outer]
        pads = aig.both(early, self.padding)
        self.must(_RECORD, pads, self.equal(known["follows"], before), self.judged)
        self.must(_RECORD, aig.both(self.owes_any, in_stage ^ 1), self.judged)
        keyed = aig.either(self.owes_outer, aig.both(early, self.outer))
        self.must(_RECORD, keyed, self.record[0])
        self.must(_RECORD, aig.both(early ^ 1, self.opened), self.amid)
        self.must(_RECORD, aig.both(early, self.opened), self.first ^ 1, row)
        self.must(_CARRIED, aig.both(late, self.of_key), self.record[0] ^ 1)
        self.must(_CARRIED, five, self.same(f.value("told_spills"), self.owes_any))
        ends = aig.both(self.of_key, self.last)
        self.must(_CARRIED, aig.both(three, ends), f.value("u_pad.spills_3q"))
        self.must(_CARRIED, aig.both(four, ends), f.value("note_spills"))
        self.must(_CARRIED, aig.both(five, ends), self.owes)
        inner = aig.equals(f.values("fate_what"), _INNER)
        self.must(_CARRIED, aig.both(five, self.owes_outer), f.value("told_ends"), inner)
        for at, here in enumerate(self.stages[:2]):
            for was in self.records[1 : at + 2]:
                self.must(_RECORD, here, self.equal(was, self.records[0]))
        self.must(_RECORD, three, self.equal(f.values("u_judge.was_3q"), self.records[0]))

    def _carried(self) -> None:
        """What pool_judge has of the block in each of its stages."""
        f, aig = self.f, self.aig
        _, _, three, four, five = self.stages
        row, waits = self.padding ^ 1, [self.owes, self.owes_outer]
        for here, name in ((four, "is_4q"), (five, "record_q")):
            fields = self._fields(f"u_judge.{name}")
            self.must(_CARRIED, here, self.equal(self._decided(fields), self.record))
            self.must(_CARRIED, here, self.same(fields["open"][0], self.opened))
            if name != "record_q":
                of_outer = aig.both(here, self.outer)
                self.must(_CARRIED, of_outer, self.same(fields["bad"][0], self.bad))
            else:
                self.must(_CARRIED, here, self.equal(fields["follows"], waits))
                self.must(_CARRIED, here, self.same(fields["bad"][0], self.bad))
        for here, at in ((three, 3), (four, 4)):
            self.must(_CARRIED, here, self.same(f.value(f"u_judge.outer_{at}q"), self.outer))
            self.must(_CARRIED, here, self.same(f.value(f"u_judge.key_{at}q"), self.of_key))
        inner = aig.both(self.record[0], self.outer ^ 1)
        self.must(_CARRIED, four, self.same(f.value("u_judge.before_4q"), inner))
        self.must(_CARRIED, four, self.same(f.value("row_outer"), self.outer))
        for at in range(1, 5):
            of_judge, of_padder = (
                f.values(f"{module}.context_{at}q") for module in ("u_judge", "u_pad")
            )
            valid = f.value(f"u_pad.valid_{at}q")
            self.must(_CARRIED, valid, self.equal(of_judge, of_padder))
        for at, here in enumerate(self.stages[:3], 1):
            of_row = aig.both(here, row)
            self.must(_CARRIED, here, self.same(f.value(f"u_judge.pad_{at}q"), self.padding))
            self.must(_CARRIED, of_row, self.same(f.value(f"u_judge.last_{at}q"), self.last))
            _, of_key = self._kinds(f"u_judge.kind_{at}q")
            ends = aig.all_of([of_row, of_key, self.last])
            self.must(_CARRIED, ends, f.value(f"u_pad.spills_{at}q"))
        self.must(_CARRIED, three, self.same(self.of_key, aig.both(row, of_key)))
        for at, here in enumerate(self.stages[:3], 1):
            goes_on, _ = self._kinds(f"u_judge.kind_{at}q")
            self.must(_CARRIED, aig.all_of([here, row, goes_on]), self.judged)
        first = aig.both(goes_on, self.opened) ^ 1
        at_three = aig.both(three, row)
        self.must(_CARRIED, at_three, self.same(f.value("u_judge.first_3q"), first))
        told = aig.any_of([three, four, five])
        in_stage = aig.any_of(self.stages)
        self.must(_CARRIED, aig.both(told, self.padding), self.of_key ^ 1)
        self.must(_CARRIED, aig.both(in_stage, self.outer), self.padding)
        padding = aig.both(in_stage, self.padding)
        self.must(_CARRIED, padding, self.same(self.first, self.outer))

    def _fields_of(self, bits: Bits) -> dict[str, Bits]:
        """The fields of a record that a memory has."""
        names = list(self._fields("u_judge.is").items())
        found = {}
        for name, of in names:
            found[name], bits = bits[: len(of)], bits[len(of) :]
        return found

    def _fate(self, there: int) -> None:
        aig = self.aig
        now, once, twice = self.fates
        here = aig.any_of([self.engine, *self.leaves])
        self._read(self.fates_read, *self.leaves)
        self.must(_FATE, here, self.equal(now, self.fate))
        self.must(_FATE, self.leaves[0], self.equal(once, now))
        self.must(_FATE, self.leaves[1], self.equal(once, now), self.equal(twice, now))
        told = aig.either(self.spills, self.frees)
        self.must(_FATE, told, self.equal(self.found, self.fate))
        inner = aig.equals(self.fate[-3:], _INNER)
        self.must(_FATE, aig.both(there, self.owes_outer), self.told[0], inner)
        five = self.stages[4]
        what = self.f.values("fate_what")
        aside = aig.either(self.record[1], self.record[2])
        final = aig.all_of([self.last, self.owes_any ^ 1, aside ^ 1])
        for here, ends, code, said in (
            (five, self.f.value("told_ends"), what, self._fate_said(self.f.values)),
            (there, self.told[0], self.fate[-3:], self._said(self.fate)),
        ):
            answers = aig.both(ends, aig.equals(code, _ANSWER))
            self.must(_FATE, here, self.same(answers, final))
            self.must(_FATE, aig.both(here, answers), self.equal(said, self.record[3:14]))

    def _fate_said(self, values: Callable[[str], Bits]) -> Bits:
        """Of an answer: whether it is a verdict, its status and its bytes."""
        return [bit for name in ("verify", "status", "bytes") for bit in values(f"fate_{name}")]

    def _said(self, fate: Bits) -> Bits:
        """The same, of what waits for the chaining value."""
        size, status, verify = fate[-14:-7], fate[-7:-4], fate[-4:-3]
        return [*verify, *status, *size]

    def _outer_block(self) -> None:
        aig = self.aig
        there = aig.any_of([*self.stages, self.engine, *self.leaves, self.spills, self.frees])
        now, once, twice = self.kept
        waits = aig.both(self.owes_outer, there ^ 1)
        outer = aig.both(self.outer, aig.any_of(self.stages[:4]))
        self.must(_DIGEST, aig.either(waits, outer), self.same(now, self.inner_bit))
        for at, here in enumerate(self.stages[:4]):
            if at:
                self.must(_DIGEST, here, self.same(once, now))
            if at > 1:
                self.must(_DIGEST, here, self.same(twice, now))
        self.must(_DIGEST, aig.any_of(self.stages), self.writes_inner ^ 1)
        self._read(self.inner_read, *self.stages[2:4])

    def _counts(self) -> None:
        aig = self.aig
        there, waits = self._owing()
        early = aig.any_of(self.stages[:3])
        aside = aig.either(self.record[1], self.record[2])
        behind = aig.both(there, early ^ 1)
        asked = aig.any_of([aig.both(behind, self.last), waits, aig.both(early, self.padding)])
        asked = aig.both(asked, aside ^ 1)
        found = self.choose(asked, self.plus(self.due, [1]), self.due)
        self.must(_ORDER, 1, self.equal(self.asked, found))
        self.must(_ORDER, asked, self.equal(self.answer_number, self.due))

    # ---- what is shown ------------------------------------------------------------------------

    def _statements(self) -> None:
        f, aig = self.f, self.aig
        two, three, four = self.stages[1:4]
        place = f.values("begins_place")
        fields = self._fields("u_judge.is")
        self.show(
            "an outer block begins as the first of its message, from the outer state of the slot "
            "that its packet named, and no other block does",
            aig.both(two, self.padding),
            self.same(place[0], self.outer),
            self.equal(place[1:], self.record[-self.slot_bits :]),
            aig.either(self.outer ^ 1, f.value("slot_first")),
            aig.either(self.outer ^ 1, f.value("begins_keyed")),
        )
        self.show(
            "a keyed message begins from the inner state of the slot that it named",
            aig.all_of([three, self.padding ^ 1, fields["keyed"][0], self.first]),
            *self.began[:2],
            self.began[2] ^ 1,
            self.equal(self.began[3:], fields["slot"]),
        )
        self.show(
            "the words of an outer block are those of its own packet's inner digest",
            aig.all_of([four, f.value("row_outer")]),
            self.outer,
            self.same(self.read_bit, self.inner_bit),
        )
        self.show(
            "packets are answered in their order, each once, with the chaining value of their own "
            "last block and what was said of them with their first row",
            self.answer,
            self.equal(self.answer_number, self.due),
            self.last,
            self.owes_any ^ 1,
            self.equal(self._said(self.found), self.record[3:14]),
        )
        self.show(
            "what a chaining value is was told of its own block",
            self.digest,
            self.equal(self.found, self.fate),
            self.same(self._bit(f.values("digest_data")), self.bit),
        )
