"""Where the block of a context is, in a pool: in one place at most, from its row to its answer."""

from __future__ import annotations

from itertools import pairwise

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits, Notes

_LOW = 4  # bits of a context's number that block_admission looks up first
_ONE = "a context has one block, in one place, while it is busy"
_ADMITTED = "rows that have been admitted are as many as their queue has places"
_LOOKED_UP = "what a row knows of its context is so"
_NOTED = "what is told of a context that begins or is freed reaches its account"
_STANDS = "the context stands in the queue of those whose padding waits where it was put"
_SWEEP = "nothing begins before what is known of contexts has been cleared"
_EXISTS = "a context that is freed is one that there is"
_CLEAR = "no row comes before it has been cleared which contexts are busy"


class Block(Notes):
    """The context's block.

    Attributes:
        comes: it leaves block_admission; `of_padding`: it is one of padding alone.
        stages: it came to the padder so many clocks ago: one, two, three and four, where it is
            `noted`; with keys five.
        enters: what is noted of it is written down; engine: its chaining words are to come.
        leaves: they came so many clocks ago: one and two.
        told: the context is freed in this clock, or queued for padding: `frees`, `spills`.
        admitted: a row waits to begin, in any of the places where such rows do.
        begun: a row, or padding, is on its way to `comes`, each with whether it is of padding.
        waits: it is queued for padding, in one place after the other.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(gates, reset="rst")
        self.look_at(core.architecture.pool)
        f, aig = self.f, self.aig
        self.comes = self._here("block")
        self.of_padding = f.value("block_pad")
        self.stages = [
            self._here(f"u_pad.valid_{at}q", f"u_pad.context_{at}q") for at in range(1, 5)
        ]
        self.noted = self._here("note")
        self.enters = self._here("u_ledger.note", "u_ledger.note_context")
        if core.keyed:
            self.stages.append(self.enters)
        self.chain = self._here("chain")
        self.engine = self.registers(1)[0]
        self.keep(self.engine, (self.enters, 1), (self.chain, 0))
        self.leaves = [
            self._here(f"u_ledger.leaves_{at}q", f"u_ledger.context_{at}q") for at in (1, 2)
        ]
        self.spills = self._here("u_ledger.spills_q", "u_ledger.context_q")
        self.frees = self._here("u_ledger.free_q", "u_ledger.context_q")
        self.freed = self._here("u_admission.free_q", "u_admission.free_context_q")
        self.begun = [
            (
                self._here("u_admission.valid_q", "u_admission.context_q"),
                f.value("u_admission.pad_q"),
            )
        ]
        width = len(self.context)
        for at, valid in enumerate(f.values("u_admission.valid_late_q")):
            late = f.values(f"u_admission.late_q[{at}]")
            own = self.equal(late[2 : 2 + width], self.context)
            self.begun.append((aig.both(valid, own), late[2 + width]))
        self.assumed += [
            aig.both(self.chain, self.engine ^ 1),
            aig.both(f.value("chain_valid"), self.exists("chain_context") ^ 1),
            aig.both(
                f.value("u_admission.word_valid"), self.exists("u_admission.word_context") ^ 1
            ),
        ]
        self._admitted()
        self._queue()

    def _admitted(self) -> None:
        """The context in the queue of rows that have been admitted: `count`, in unary, of them."""
        f, aig = self.f, self.aig
        self.count, place = f.values("u_admission.admitted_q"), f.values("u_admission.go_place_q")
        self.admitted = []
        for at in range(len(self.count)):
            number = [at >> bit & 1 for bit in range(len(place))]
            used = self.pick(self.minus(number, place), [[bit] for bit in self.count])[0]
            there = f.values(f"u_admission.admitted[{at}]")[2 : 2 + len(self.context)]
            self.admitted.append(aig.both(used, self.equal(there, self.context)))

    def _here(self, valid: str, context: str = "") -> int:
        """Whether something of the context is there; `chain` is chain_valid and chain_context."""
        if not context:
            valid, context = f"{valid}_valid", f"{valid}_context"
        if not self.f.has(valid):
            valid = valid.removesuffix("_valid")
        return self.aig.both(self.f.value(valid), self.own(context))

    def _queue(self) -> None:
        """The context in the queue of those whose padding waits. One place is looked at, any one;
        what holds of it holds of the one that is read, too."""
        f, aig = self.f, self.aig
        head, tail = f.values("u_ledger.head_q"), f.values("u_ledger.tail_q")
        waiting, some = self.minus(tail, head), f.value("u_ledger.some_q")
        self.assumed.append(aig.both(f.value("u_ledger.spills_q"), aig.all_of(waiting)))
        found = [f.values(f"u_ledger.queue[{at}]") for at in range(1 << len(head))]
        queued, place = self.registers(1)[0], self.registers(len(head))
        first = self.equal(self.pick(head, found), self.context)
        goes = aig.both(f.value("u_ledger.pull"), first)
        self.must(_STANDS, some, self.differ(head, tail))
        behind = self.plus(head, [1])
        self.must(_STANDS, 1, self.equal(f.values("u_ledger.behind_q"), behind))
        self.keep(queued, (self.spills, 1), (goes, 0))
        self.keep_all(place, (self.spills, tail))
        self.must(_STANDS, queued, self.less(self.minus(place, head), waiting))

        def stands(at: Bits) -> int:
            used = self.less(self.minus(at, head), waiting)
            mine = self.equal(self.pick(at, found), self.context)
            noted = aig.both(queued, self.equal(place, at))
            return aig.either(aig.all_of([used, mine, noted ^ 1]), aig.both(noted, mine ^ 1))

        self.must(_STANDS, stands(self.constant(len(head))), 0)
        self.other_places.append(stands(head))
        self.waits = [
            queued,
            self._here("u_ledger.pad_valid_q", "u_ledger.pad_context_q"),
            self._here("u_admission.held_q", "u_admission.held_context_q"),
        ]

    # ---- lemmas -------------------------------------------------------------------------------

    def places(self) -> None:
        """Lemmas on where the block is."""
        self._one()
        self._account()
        self._lookups()
        self._sweep()

    def _everywhere(self) -> list[int]:
        begun = [here for here, _ in self.begun]
        told = [self.spills, self.frees, self.freed]
        return [*self.admitted, *begun, *self.stages, self.engine, *self.leaves, *told, *self.waits]

    def _one(self) -> None:
        f, aig = self.f, self.aig
        row = self._here("u_admission.admits_q", "u_admission.admits_context_q")
        self._changes()
        busy = aig.both(self.cleared, aig.differ(*self.changed))
        self.row, self.has_block = row, aig.either(row, busy)
        every = self._everywhere()
        self.must(_ONE, 1, self.same(self.has_block, aig.any_of(every)))
        clear = f.value("u_admission.clear_q")
        self.must(_CLEAR, clear, self.has_block ^ 1)
        frees = aig.both(f.value("u_admission.free"), self.exists("u_admission.free_context"))
        self.alike.append(aig.both(clear, frees))
        seen = 0
        for here in every:
            self.must(_ONE, here, seen ^ 1)
            seen = aig.either(seen, here)
        self.must(_ONE, row, aig.any_of(self.admitted))
        for fewer, more in pairwise(self.count):
            self.must(_ADMITTED, more, fewer)
        self.must(_ADMITTED, f.value("u_admission.space_q"), self.count[-1] ^ 1)
        waiting = [
            aig.differ(aig.differ(self.count[0], self.count[1]), aig.differ(*self.count[2:])),
            aig.both(self.count[1], self.count[3] ^ 1),
        ]
        behind = self.plus(f.values("u_admission.go_place_q"), waiting)
        self.must(_ADMITTED, 1, self.equal(f.values("u_admission.admit_place_q"), behind))

    def _changes(self) -> None:
        """What changes when a row of the context is admitted, and when it is freed: `changed`, if
        the word they are in has been `cleared`; lemmas on how rows come behind that."""
        f, aig = self.f, self.aig
        self.low = [*self.context, *[0] * _LOW][:_LOW]
        self.high = self.context[_LOW:] or [0]
        self.words = [f.values(f"u_admission.g_changes[{by}].place_q") for by in (0, 1)]
        self.changed = []
        for by, place in enumerate(self.words):
            count = range(1 << len(place))
            words = [f.values(f"u_admission.g_changes[{by}].words[{at}]") for at in count]
            self.changed.append(
                self.pick(self.low, [[bit] for bit in self.pick(self.high, words)])[0]
            )
        clear = f.value("u_admission.clear_q")
        self.cleared = aig.either(clear ^ 1, self.less(self.high, self.words[0]))
        self.must(_CLEAR, clear, self.equal(*self.words))
        rows = [f"{at}_valid_q" for at in ("first", "second", "third")]
        for name in ("ready_q", "taken_q", "come_q", "came_q", "admits_q", *rows):
            self.must(_CLEAR, clear, f.value(f"u_admission.{name}") ^ 1)
        for name in ("unseen_q", "near_q", "admitted_q"):
            self.must(_CLEAR, clear, f.values(f"u_admission.{name}")[0] ^ 1)

    def _account(self) -> None:
        """What changes is the context's when it is the one that is admitted, or freed, and in the
        clock behind that."""
        for tells, context in (("leaves_1q", "1q"), ("leaves_2q", "2q"), ("free_q", "q")):
            there = self.exists(f"u_ledger.context_{context}")
            self.must(_EXISTS, self.f.value(f"u_ledger.{tells}"), there)
        differ = self.aig.differ(*self.changed)
        self.must(_NOTED, self.row, differ ^ 1)
        self.must(_NOTED, self.freed, differ)
        for by, name in enumerate(("admits", "free")):
            bits = [[bit] for bit in self.f.values(f"u_admission.g_changes[{by}].change_q")]
            here = self.equal(self.words[by], self.high)
            its = self.aig.both(here, self.pick(self.low, bits)[0])
            own = self.own(f"u_admission.{name}_context_q")
            self.must(_NOTED, self.f.value(f"u_admission.{name}_q"), self.same(its, own))

    def _lookups(self) -> None:
        f, aig = self.f, self.aig

        def step(name: str) -> int:
            return self._here(f"u_admission.{name}_valid_q", f"u_admission.{name}_context_q")

        second, third = step("second"), step("third")
        known = [f.value(f"u_admission.{name}") for name in ("busy", "begins_q", "begun_q")]
        waits = aig.both(aig.any_of(known), f.value("u_admission.freed_q") ^ 1)
        self.must(_LOOKED_UP, second, self.same(f.value("u_admission.behind_q"), third))
        alone = aig.both(second, third ^ 1)
        self.must(_LOOKED_UP, alone, self.same(waits, self.has_block))
        frees = f.value("u_admission.frees_q")
        blocked = aig.both(f.value("u_admission.blocked_q"), frees ^ 1)
        self.must(_LOOKED_UP, third, self.same(blocked, self.has_block))
        begins = aig.both(f.value("u_admission.admit"), third)
        self.show("a row is admitted when its context has no block", begins, self.has_block ^ 1)

    def _sweep(self) -> None:
        f, aig = self.f, self.aig
        ready, sweeps = f.value("padder_ready"), f.value("u_pad.sweep_q")
        self.must(_SWEEP, ready, sweeps ^ 1)
        opens = f.value("u_admission.open_q")
        self.must(_SWEEP, opens, ready)
        self.must("a row begins when no padding does", opens, f.value("u_admission.held_q") ^ 1)
        begun = self._everywhere()[len(self.admitted) :]
        self.must(_SWEEP, aig.any_of(begun), ready)
