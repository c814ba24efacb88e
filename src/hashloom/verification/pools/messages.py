"""Messages of a context of a pool, and what must hold of their blocks and digests."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits
from hashloom.verification.pools.context import Block

KEPT = frozenset({"block_admission", "block_padder", "block_ledger"})
_CARRIED = "what the padder has of a block is the block's own"
_STATE = "what is known of a context is of its message so far"
_READ = "what is known is read when it is not written"
_TOLD = "what was noted of a block waits for its chaining words"
_WORDS = "chaining words stay together"
_OWES = "a context that waits for its padding has a message that asked for it"
_COUNT = "messages are those whose digests have come, and the one whose block is there"


class Messages(Block):
    """The context's messages, numbered modulo four."""

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        self._blocks()
        self._memories()
        self._digests()
        self.places()
        self._padder()
        self._ledger()
        self._counts()
        self._statements()
        self.f.close()

    # ---- notes --------------------------------------------------------------------------------

    def _blocks(self) -> None:
        """What is noted of a block when it comes, and when the padder tells of it."""
        f, aig = self.f, self.aig
        pads, error = self.of_padding, f.value("block_error")
        row = aig.both(self.comes, pads ^ 1)
        padding = aig.both(self.comes, pads)
        ends = f.value("block_last")
        self.amid, self.first, self.last, self.padding, self.row_flawed = self.registers(5)
        self.flawed, self.flawed_before, self.owes, self.owes_outer = self.registers(4)
        self.begun_messages, self.number = self.registers(2), self.registers(2)
        self.row_comes, self.padding_comes = row, padding
        self.keep(self.amid, (row, ends ^ 1))
        self.keep(self.first, (row, self.amid ^ 1), (padding, self.owes_outer))
        self.keep(self.last, (row, ends), (padding, 1))
        self.keep(self.padding, (self.comes, pads))
        self.keep(self.row_flawed, (row, error), (padding, 0))
        before = aig.both(self.amid, self.flawed)
        still = aig.both(self.flawed, self.owes_outer ^ 1)
        self.keep(self.flawed_before, (row, before), (padding, still))
        self.keep(self.flawed, (row, aig.either(before, error)), (padding, still))
        self.keep_all(self.number, (row, self.begun_messages))
        self.keep_all(
            self.begun_messages, (aig.both(row, ends), self.plus(self.begun_messages, [1]))
        )
        self.told = self.registers(3)
        self.keep_all(self.told, (self.enters, self._noted()))
        self.keep(self.owes, (self.noted, f.value("note_spills")), (padding, 0))
        self.keep(self.owes_outer, (self.noted, self._inner()), (padding, 0))
        self.owes_any = aig.either(self.owes, self.owes_outer)
        self.open, self.too_long = self.registers(2)
        self.keep(self.open, (self.noted, f.value("note_ends") ^ 1))
        self.keep(self.too_long, (self.stages[2], f.value("u_pad.over")))

    def _noted(self) -> Bits:
        """What is noted of a block until its chaining words come."""
        return [self.f.value(f"u_ledger.note_{name}") for name in ("ends", "spills", "error")]

    def _inner(self) -> int:
        """Whether the block that is noted leaves an inner digest."""
        return 0

    def _memories(self) -> None:
        self.writes, self.state = self._memory("u_pad.u_states", slice(-2, None))
        self.state_read = self.reads
        _, self.notes = self._memory("u_ledger.u_notes", slice(None))
        self.notes_read = self.reads

    def _memory(self, name: str, part: slice) -> tuple[int, list[Bits]]:
        """Whether the context's word in a memory is written, and some bits of it, as they were last
        written: now, one clock ago and two, which is what comes when it was asked for.

        No reset reaches a memory. What is read while it is written may be anything.
        """
        f, aig = self.f, self.aig
        writes = aig.both(f.value(f"{name}.write"), self.own(f"{name}.write_address"))
        asks = aig.both(self.own(f"{name}.read_address"), writes ^ 1)
        what, read = f.values(f"{name}.write_data")[part], f.values(f"{name}.read_data")[part]
        found = [self.registers(len(what)) for _ in range(3)]
        for index, bit in enumerate(what):
            now, once, twice = (bits[index] for bits in found)
            aig.following |= {now: aig.choose(writes, bit, now), once: now, twice: once}
        asked, comes = self.registers(2)
        aig.following |= {asked: asks, comes: asked}
        self.assumed.append(aig.both(comes, self.differ(read, found[2])))
        self.reads = asked, comes
        return writes, found

    def _digests(self) -> None:
        f, aig = self.f, self.aig
        self.digest = aig.both(f.value("digest_valid"), self.own("digest_context"))
        self.due = self.registers(2)
        self.keep_all(self.due, (self.digest, self.plus(self.due, [1])))
        words = [*f.values("chain_e"), *f.values("chain_a")]
        self.which = self.constant((len(words) - 1).bit_length())
        self.bit = self.registers(1)[0]
        self.keep(self.bit, (self.chain, self._bit(words)))

    def _bit(self, words: Bits) -> int:
        """One bit of chaining words, any one."""
        return self.pick(self.which, [[bit] for bit in words])[0]

    # ---- lemmas -------------------------------------------------------------------------------

    def _padder(self) -> None:
        f, aig = self.f, self.aig
        one, two, three, four, *_ = self.stages
        for at, here in enumerate(self.stages[:3], 1):
            self.must(_CARRIED, here, self.same(f.value(f"u_pad.pad_{at}q"), self.padding))
            self.must(_CARRIED, here, self.same(f.value(f"u_pad.error_{at}q"), self.row_flawed))
            spills = f.value(f"u_pad.spills_{at}q")
            of_row = aig.both(self.last, self.padding ^ 1)
            self.must(_CARRIED, aig.both(here, spills), of_row)
            if at < 3:
                self.must(_CARRIED, here, self.same(f.value(f"u_pad.last_{at}q"), of_row))
        in_padder = aig.any_of(self.stages[:4])
        self.must(_CARRIED, aig.both(in_padder, self.padding), self.last)
        for here, ends, spills in (
            (three, f.value("u_pad.ends_3q"), f.value("u_pad.spills_3q")),
            (four, f.value("note_ends"), f.value("note_spills")),
        ):
            self.must(_CARRIED, here, self.same(aig.either(ends, spills), self.last))
            self.must(_CARRIED, here, aig.both(ends, spills) ^ 1)
            self.must(_CARRIED, aig.both(here, spills), self.padding ^ 1)
        ends, error = f.value("note_ends"), f.value("note_error")
        self.must(_CARRIED, four, self.same(f.value("u_pad.keeps_4q"), ends ^ 1))
        goes_on = aig.both(self.flawed, ends ^ 1)
        self.must(_CARRIED, four, self.same(f.value("u_pad.flawed_4q"), goes_on))
        wrong = aig.either(self.flawed, self.too_long)
        self.must(_CARRIED, four, self.same(error, wrong))
        swept = f.value("u_pad.sweep_q") ^ 1
        flawed = aig.choose(in_padder, self.flawed_before, self.flawed)
        now, once, twice = self.state
        known = [aig.both(self.open, flawed), self.open]
        self.must(_STATE, swept, self.equal(now, known))
        self.must(_STATE, one, self.equal(once, now))
        self.must(_STATE, two, self.equal(once, now), self.equal(twice, now))
        self.must(_STATE, three, self.equal(f.values("u_pad.state_q")[-2:], now))
        self.must(_STATE, in_padder, self.same(self.open, self.first ^ 1))
        self.must(_STATE, in_padder, self.same(self.flawed, aig.either(flawed, self.row_flawed)))
        self.must(_STATE, aig.both(in_padder, self.first), self.flawed_before ^ 1)
        waits = aig.either(self.amid, self.owes)
        self.must(_STATE, in_padder ^ 1, self.same(self.open, waits))
        context, sweeps = f.values("u_pad.sweep_context_q"), f.value("u_pad.sweep_q")
        behind = self.less(self.context, context)  # the context has been cleared
        self.must(_STATE, aig.both(sweeps, behind), self.equal(now, [0, 0]))
        under_way = [self.open, self.amid, self.owes, self.owes_outer]
        self.must(_STATE, sweeps, *(bit ^ 1 for bit in under_way))
        self.must(_STATE, sweeps, self.more(context, self.contexts - 1) ^ 1)
        self.must(_STATE, self.amid, self.owes_any ^ 1)
        self.must(_STATE, self.owes, self.owes_outer ^ 1)
        self.must(_READ, self.comes, self.writes ^ 1)
        self._read(self.state_read, one, two)
        self.must(_READ, self.chain, self.enters ^ 1)

    def _read(self, reads: tuple[int, int], once: int, twice: int) -> None:
        """A memory's word was asked for one clock ago, and two, when the block is so far."""
        self.must(_READ, once, reads[0])
        self.must(_READ, twice, reads[1])

    def _ledger(self) -> None:
        f, aig = self.f, self.aig
        there = aig.any_of([self.engine, *self.leaves])
        now, once, twice = self.notes
        self._read(self.notes_read, *self.leaves)
        self.must(_TOLD, there, self.equal(now, self.told[::-1]))
        self.must(_TOLD, self.leaves[0], self.equal(once, now))
        self.must(_TOLD, self.leaves[1], self.equal(once, now), self.equal(twice, now))
        ends, spills, error = self.told
        there = aig.any_of([there, self.spills, self.frees])
        self.must(_TOLD, there, self.same(spills, self.owes_any))
        self.must(_TOLD, self.spills, spills)
        self.must(_TOLD, self.frees, spills ^ 1)
        self._block_told(there)
        told = aig.either(self.spills, self.frees)
        self.must(_TOLD, 1, self.same(self.digest, aig.both(told, ends)))
        self.must(_TOLD, self.digest, self.same(f.value("digest_error"), error))
        for at, here in enumerate(self.leaves, 1):
            words = self._bit(f.values(f"u_ledger.words_{at}q"))
            self.must(_WORDS, here, self.same(words, self.bit))
        words = self._bit(f.values("digest_data"))
        self.must(_WORDS, told, self.same(words, self.bit))

    def _block_told(self, there: int) -> None:
        """What the ledger has of a block that is there, in the engine or behind it."""
        aig, (ends, spills, error) = self.aig, self.told
        self.must(_TOLD, there, self.same(aig.either(ends, spills), self.last))
        self.must(_TOLD, there, aig.both(ends, spills) ^ 1)
        wrong = aig.either(self.flawed, self.too_long)
        self.must(_TOLD, aig.both(there, ends), self.same(error, wrong))

    def _owing(self) -> tuple[int, int]:
        """Whether the context's block has come, and whether it waits for one of padding; lemmas on
        when it does."""
        aig = self.aig
        told = aig.either(self.spills, self.frees)
        there = aig.any_of([*self.stages, self.engine, *self.leaves, told])
        of_padding = aig.any_of(aig.both(here, pads) for here, pads in self.begun)
        of_row = aig.any_of(aig.both(here, pads ^ 1) for here, pads in self.begun)
        waits = aig.either(aig.any_of(self.waits), of_padding)
        self.must(_OWES, waits, self.owes_any, self.amid ^ 1)
        self.must(_OWES, aig.either(there, waits) ^ 1, self.owes_any ^ 1)
        self.must(_OWES, aig.either(of_row, aig.any_of(self.stages[:4])), self.owes_any ^ 1)
        self.must(_OWES, there, self.same(self.amid, self.last ^ 1))
        return there, waits

    def _counts(self) -> None:
        aig = self.aig
        there, waits = self._owing()
        behind = self.plus(self.due, [1])
        self.must(_COUNT, aig.either(there, waits), self.equal(self.number, self.due))
        more = aig.either(waits, aig.both(there, self.last))
        found = self.choose(more, behind, self.due)
        self.must(_COUNT, 1, self.equal(self.begun_messages, found))

    # ---- what is shown ------------------------------------------------------------------------

    def _statements(self) -> None:
        f, aig = self.f, self.aig
        starts = aig.both(f.value("slot_start"), self.own("slot_context"))
        self.show(
            "a block starts as the first of its message just when it is",
            starts,
            self.stages[1],
            self.same(f.value("slot_first"), self.first),
        )
        self.show(
            "a block of padding begins behind a message's last row that has no room for it, once, "
            "and before any further row",
            self.comes,
            self.same(self.of_padding, self.owes_any),
        )
        ends, spills, error = (f.value(f"note_{name}") for name in ("ends", "spills", "error"))
        self.show(
            "of a block is noted that its chaining value is a digest when it is its message's "
            "last, and that padding follows when it is the last row and has no room",
            self.noted,
            self.same(aig.either(ends, spills), self.last),
            aig.both(spills, ends) ^ 1,
            aig.both(spills, self.padding) ^ 1,
        )
        self.show(
            "a message is flawed when one of its own rows was, or it is too long",
            aig.both(self.noted, ends),
            self.same(error, aig.either(self.flawed, self.too_long)),
        )
        self.show(
            "digests come in the order of their messages, each once, with the chaining value of "
            "the message's own last block and whether that message is flawed",
            self.digest,
            self.equal(self.number, self.due),
            self.last,
            self.told[0],
            self.same(f.value("digest_error"), self.told[2]),
            self.same(self._bit(f.values("digest_data")), self.bit),
        )
