"""Packets of one tid in an array of HMAC cores, and those that its copy is given in its context."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits, Notes

TAG = 3  # the operation that is not answered
_COUNT = 4  # bits of a number of packets of one tid
_OWED = 5  # answers that a context is owed at most


class Tid(Notes):
    """A tid that nobody knows, its copy and its context there.

    Attributes:
        here: a beat of it is taken; `starts`, the first of a packet, `counted`, of one that is
            answered.
        opened: its packet is unfinished; `tag`: it is an expected tag; `nowhere`: it goes to no
            copy.
        owed: its packets that went to copies and are not answered; `others`: those of other tids.
        refusals: whether an unfinished packet of it went to no copy, and is to be answered, and
            whether a finished one waits for its answer.
        held: packets that its copy was given in its context and has not answered, of the tid or for
            all copies; `busy`: one of these is unfinished.
        answers: its copy offers a beat of an answer in its context; `gives`: its last is taken.
        leaves: an answer leaves under the tid.
        watched: a packet that a solver chose is not answered; `watched_nowhere`: it went to no
            copy; `watched_open`: its last beat has not come; `older`: packets of the tid before it
            that are not answered; `ahead`: packets of its copy's context before it.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        self.copies, self.each = core.interface.copies, core.architecture.contexts
        super().__init__(gates, reset="rst")
        self.look_at(self.copies * self.each)
        self._stream()
        self._copy()
        self._answers()
        self._counts()
        self._watch()

    # ---- where the tid is ---------------------------------------------------------------------

    def of_copy(self, bits: Bits) -> int:
        """The bit of the tid's copy."""
        found = (
            self.aig.both(bits[index // self.each], self.is_it(index))
            for index in range(self.contexts)
        )
        return self.aig.any_of(found)

    def is_inner(self, bits: Bits) -> int:
        """Whether bits are the number of the tid's context in its copy."""
        found = (
            self.aig.both(self.aig.equals(bits, index % self.each), self.is_it(index))
            for index in range(self.contexts)
        )
        return self.aig.any_of(found)

    def as_inner(self, name: str) -> int:
        """Whether the tid that a signal names has the same context in its copy."""
        named = self.f.values(name)
        found = (
            self.aig.both(self.aig.equals(named, other), self.is_it(index))
            for index in range(self.contexts)
            for other in range(index % self.each, self.contexts, self.each)
        )
        return self.aig.any_of(found)

    # ---- notes --------------------------------------------------------------------------------

    def _stream(self) -> None:
        f, aig = self.f, self.aig
        self.beat = aig.both(f.value("s_axis_tvalid"), f.value("s_axis_tready"))
        self.last = f.value("s_axis_tlast")
        operation = f.values("s_axis_tuser")[:4]
        self.is_tag = aig.equals(operation, TAG)
        self.here = aig.both(self.beat, self.own("s_axis_tid"))
        self.taken = [
            aig.both(valid, ready)
            for valid, ready in zip(f.values("copy_valid"), f.values("copy_ready"), strict=True)
        ]
        self.to_all, self.to_some = aig.all_of(self.taken), aig.any_of(self.taken)
        self.opened, self.nowhere, self.tag = self.registers(3)
        self.starts = aig.both(self.here, self.opened ^ 1)
        self.counted = aig.both(self.starts, self.is_tag ^ 1)
        self.keep(self.opened, (self.here, self.last ^ 1))
        self.keep(self.nowhere, (self.starts, self.to_some ^ 1))
        self.keep(self.tag, (self.starts, self.is_tag))
        self.asked = asked = self.registers(4)
        self.keep_all(asked, (self.starts, operation))
        same = self.equal(asked, operation)
        offered = aig.both(f.value("s_axis_tvalid"), self.own("s_axis_tid"))
        self.assumed.append(aig.all_of([offered, self.opened, same ^ 1]))
        were_ready = self.registers(self.copies)
        readies, zeroize = f.values("copy_ready"), f.value("zeroize")
        for register, ready, taken in zip(were_ready, readies, self.taken, strict=True):
            self.keep(register, (1, aig.both(ready, taken ^ 1)))
            self.assumed.append(aig.all_of([register, ready ^ 1, zeroize ^ 1]))
            self.assumed.append(aig.both(zeroize, ready))
        self.were_ready = were_ready

    def _copy(self) -> None:
        """What the copy is given in the tid's context."""
        f, aig = self.f, self.aig
        self.given = aig.both(self.of_copy(self.taken), self.is_inner(f.values("copy_context")))
        self.begun, self.begun_tag = self.registers(2)  # of a packet there the last is to come
        first = aig.both(self.given, self.begun ^ 1)
        self.tag_there = aig.equals(f.values("copy_operation"), TAG)
        self.gets = aig.both(first, self.tag_there ^ 1)
        self.keep(self.begun, (self.given, self.last ^ 1))
        self.keep(self.begun_tag, (first, self.tag_there))
        self.busy = aig.both(self.begun, self.begun_tag ^ 1)

    def _answers(self) -> None:
        f, aig = self.f, self.aig
        valid, ready = f.values("answer_valid"), f.values("answer_ready")
        width = len(f.values("answer_context")) // self.copies
        named = f.values("answer_context")
        of_each = [named[copy * width : (copy + 1) * width] for copy in range(self.copies)]
        context = self.pick_copy(of_each)
        offers, takes = self.of_copy(valid), self.of_copy(ready)
        last = self.of_copy(f.values("answer_last"))
        mine = self.is_inner(context)
        self.offers = offers
        self.answers = aig.both(offers, mine)
        self.gives = aig.all_of([self.answers, takes, last])
        for offered, bits in zip(valid, of_each, strict=True):
            exists = aig.any_of(aig.equals(bits, each) for each in range(self.each))
            self.assumed.append(aig.both(offered, exists ^ 1))
        self.amid, self.stays = self.registers(2)  # an answer has begun; a beat was not taken
        self.copy_context = self.registers(width)  # of these
        self.keep(self.amid, (aig.both(offers, takes), last ^ 1))
        self.keep(self.stays, (1, aig.both(offers, takes ^ 1)))
        self.keep_all(self.copy_context, (offers, context))
        same = self.equal(context, self.copy_context)
        self.assumed.append(aig.all_of([offers, aig.either(self.amid, self.stays), same ^ 1]))
        self.elsewhere = aig.both(
            aig.either(self.amid, self.stays), self.is_inner(self.copy_context) ^ 1
        )
        leaves = aig.both(f.value("m_axis_tvalid"), f.value("m_axis_tready"))
        self.sends = aig.both(f.value("m_axis_tvalid"), self.own("m_axis_tid"))
        self.leaves = aig.all_of([leaves, f.value("m_axis_tlast"), self.own("m_axis_tid")])
        self.refusing = f.value("u_collect.refusal_q")

    def pick_copy(self, of: list[Bits]) -> Bits:
        """Of several the one of the tid's copy."""
        return [self.of_copy([bits[at] for bits in of]) for at in range(len(of[0]))]

    def _counts(self) -> None:
        f, aig = self.f, self.aig
        self.held, self.owed = self.registers(_COUNT), self.registers(_COUNT)
        self._count(self.held, self.gets, self.gives)
        to_copy = aig.both(self.counted, self.to_some)
        from_copy = aig.both(self.leaves, self.refusing ^ 1)
        self._count(self.owed, to_copy, from_copy)
        account = f.values("u_dispatch.owed_q")
        self.others = self.registers(len(account))
        another = aig.all_of(
            [self.beat, self.here ^ 1, f.value("u_dispatch.first"), self.to_some, self.is_tag ^ 1]
        )
        left = aig.both(f.value("left"), self.own("m_axis_tid") ^ 1)
        self._count(self.others, another, left)
        self.alike.append(aig.both(left, aig.any_of(self.others) ^ 1))
        wide = len(account) + 1
        self.total = self.plus(
            [*self.others, 0], [*self.owed, *[0] * (wide - len(self.owed))][:wide]
        )
        full = self.more(self.total, _OWED * self.contexts)
        self.assumed.append(aig.both(self.beat, full))
        self.assumed.append(aig.both(self.gets, self.held[-1]))
        # A copy answers a packet that has come whole.
        alone = aig.equals(self.held, 1)
        self.whole = aig.both(aig.any_of(self.held), aig.both(self.busy, alone) ^ 1)
        self.assumed.append(aig.both(self.answers, self.whole ^ 1))
        waits = aig.both(f.value("refusal_valid"), self.own("refusal_tid"))
        unfinished = aig.all_of([self.opened, self.nowhere, self.tag ^ 1])
        self.refusals = unfinished, waits

    def _count(self, register: Bits, more: int, less: int) -> None:
        aig = self.aig
        up, down = aig.both(more, less ^ 1), aig.both(less, more ^ 1)
        below = self.plus(register, [1] * len(register))
        self.keep_all(register, (up, self.plus(register, [1])), (down, below))

    def _watch(self) -> None:
        """A packet of which a solver says when it begins."""
        aig = self.aig
        self.watched, self.watched_nowhere, self.watched_open = self.registers(3)
        self.older, self.ahead = self.registers(_COUNT), self.registers(_COUNT)
        begins = aig.all_of([self.counted, self.watched ^ 1, aig.input()])
        some = self.plus(self.owed, [self.refusals[0]])
        some = self.plus(some, [self.refusals[1]])
        below = [1] * _COUNT
        some = self.choose(self.leaves, self.plus(some, below), some)
        held = self.choose(self.gives, self.plus(self.held, below), self.held)
        self.due = aig.both(self.watched, aig.any_of(self.older) ^ 1)
        own = aig.both(self.leaves, self.due)
        self.keep(self.watched, (begins, 1), (own, 0))
        self.keep(self.watched_nowhere, (begins, self.to_some ^ 1))
        self.keep(self.watched_open, (begins, self.last ^ 1), (aig.both(self.here, self.last), 0))
        less = aig.both(self.leaves, aig.any_of(self.older))
        self.keep_all(self.older, (begins, some), (less, self.plus(self.older, below)))
        less = aig.both(self.gives, aig.any_of(self.ahead))
        self.keep_all(self.ahead, (begins, held), (less, self.plus(self.ahead, below)))
