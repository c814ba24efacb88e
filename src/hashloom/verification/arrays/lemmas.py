"""What must hold of the packets of a tid in an array of HMAC cores, and of their answers."""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.arrays.tid import TAG, Tid

KEPT = frozenset({"keyed_dispatch", "keyed_collect"})
_OPEN = "the dispatcher knows whose packets are unfinished, and which go to no copy"
_BOUNDS = "a copy's packets in a context are those of its tid, or one for all copies"
_COMMON = "while a packet for all copies is under way, nothing else is"
_GIVEN = "what a copy was given in a context it owes to its tid, or to a packet for all copies"
_TOTAL = "answers of copies are counted"
_REFUSED = "what went to no copy is older than what went to one"
_SHOWN = "the collector shows one thing at a time, each answer whole"
_READY = "copies that would have taken a beat take it"
_FIRST = "no answer of the tid's copy is shown before one that is older"
_WATCHED = "a packet that is watched has its place"


class Keyed(Tid):
    """All that is said of a tid."""

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        f, aig = self.f, self.aig
        self.common, self.common_open = f.value("common"), f.value("u_dispatch.common_open_q")
        self.is_mine = self.own("u_dispatch.common_tid_q")
        self.mine = aig.both(self.common, self.is_mine)
        foreign = aig.both(self.as_inner("u_dispatch.common_tid_q"), self.is_mine ^ 1)
        self.foreign = aig.both(self.common, foreign)
        self.none_owed = aig.any_of(self.owed) ^ 1
        self.one_owed = aig.equals(self.owed, 1)
        self.shown_own = self.of_copy(f.values("u_collect.shown_q"))
        self._alike()
        self._packets()
        self._copies()
        self._common()
        self._collected()
        self._watching()
        self._statements()
        self.f.close()

    def _alike(self) -> None:
        """What is shown of a tid and holds of those of other copies and contexts, too."""
        f, aig = self.f, self.aig
        answers = aig.any_of(f.values("answer_valid"))
        self.alike.append(aig.both(self.common_open, answers))
        quiet = aig.both(self.common ^ 1, aig.any_of(self.total) ^ 1)
        begun = f.value("u_collect.begun_q")
        self.alike.append(aig.both(quiet, aig.either(answers, begun)))
        another = aig.both(self.offers, self.answers ^ 1)
        self.alike.append(aig.both(self.foreign, another))
        # The answer to a packet for all copies is a beat, without bytes.
        one_beat = self.of_copy(f.values("answer_last"))
        self.assumed.append(aig.all_of([self.common, self.offers, one_beat ^ 1]))

    # ---- lemmas -------------------------------------------------------------------------------

    def _packets(self) -> None:
        f, aig = self.f, self.aig
        opens, refused = (self.of(f.values(f"u_dispatch.{n}_q")) for n in ("open", "refused"))
        self.must(_OPEN, 1, self.same(opens, self.opened))
        self.must(_OPEN, 1, self.same(refused, aig.both(self.opened, self.nowhere)))
        self.must(_OPEN, self.opened, self.same(self.tag, aig.equals(self.asked, TAG)))
        goes = aig.both(self.opened, self.nowhere ^ 1)
        shared = aig.both(self.common_open, self.foreign)
        self.must(_BOUNDS, 1, self.same(self.begun, aig.either(goes, shared)))
        tag = aig.both(self.tag, shared ^ 1)
        self.must(_BOUNDS, self.begun, self.same(self.begun_tag, tag))
        all_ready = f.value("u_dispatch.all_ready_q")
        self.must(_READY, all_ready, *self.were_ready)
        self.must(_REFUSED, aig.both(self.opened, self.nowhere), self.none_owed)

    def _copies(self) -> None:
        f, aig = self.f, self.aig
        self.must(
            _GIVEN,
            aig.either(self.common ^ 1, self.mine),
            self.equal(self.held, self.owed),
        )
        under_way = aig.both(self.amid, self.is_inner(self.copy_context))
        self.must(_GIVEN, under_way, self.whole)
        account = [*f.values("u_dispatch.owed_q"), 0]
        begins = [f.value("u_dispatch.begins_q")]
        self.must(_TOTAL, 1, self.equal(self.total, self.plus(account, begins)))
        self.must(_TOTAL, 1, self.more(self.total, 5 * self.contexts + 1) ^ 1)

    def _common(self) -> None:
        f, aig = self.f, self.aig
        dropped = f.values("u_collect.dropped_q")
        self.must(_COMMON, self.common_open, self.common, *(bit ^ 1 for bit in dropped))
        self.must(_COMMON, self.common, self.exists("u_dispatch.common_tid_q"))
        unfinished = zip(
            f.values("u_dispatch.open_q"), f.values("u_dispatch.refused_q"), strict=True
        )
        for index, (is_open, nowhere) in enumerate(unfinished):
            of_common = aig.both(
                self.common_open, aig.equals(f.values("u_dispatch.common_tid_q"), index)
            )
            beside = aig.both(is_open, nowhere ^ 1)
            self.must(_COMMON, self.common, self.same(beside, of_common))
            self.must(_OPEN, nowhere, is_open)
        owners = f.values("common_own")
        tids = range(self.contexts)
        of = [aig.equals(f.values("u_dispatch.common_tid_q"), index) for index in tids]
        for copy, bit in enumerate(owners):
            own = aig.any_of(of[copy * self.each : (copy + 1) * self.each])
            self.must(_COMMON, self.common, self.same(bit, own))
        some_others = aig.any_of(self.others)
        _, waits = self.refusals
        self.must(
            _COMMON,
            self.mine,
            self.one_owed,
            some_others ^ 1,
            self.same(self.opened, self.common_open),
            aig.either(self.opened ^ 1, aig.either(self.nowhere, self.tag) ^ 1),
            waits ^ 1,
        )
        another = aig.both(self.common, self.mine ^ 1)
        only = aig.equals(self.others, 1)
        refused = aig.either(self.opened ^ 1, self.nowhere)
        self.must(_COMMON, another, self.none_owed, only, refused)
        given = self.of_copy(dropped)
        held = aig.any_of(self.held)
        self.must(
            _COMMON,
            self.foreign,
            self.same(held, given ^ 1),
            aig.either(held ^ 1, aig.equals(self.held, 1)),
        )
        self.must(_COMMON, aig.both(another, self.foreign ^ 1), held ^ 1)

    def _collected(self) -> None:
        f, aig = self.f, self.aig
        shown, begun = f.values("u_collect.shown_q"), f.value("u_collect.begun_q")
        for index, one in enumerate(shown):
            for other in shown[:index]:
                self.must(_SHOWN, one, other ^ 1)
        nothing = aig.any_of(shown) ^ 1
        self.must(_SHOWN, self.refusing, nothing, f.value("refusal_valid"), begun ^ 1)
        self.must(_SHOWN, self.common, nothing)
        self.must(_SHOWN, begun, nothing ^ 1)
        self.must(_SHOWN, 1, self.same(self.amid, aig.both(self.shown_own, begun)))
        _, waits = self.refusals
        self.must(_FIRST, aig.all_of([waits, self.shown_own, self.whole]), self.elsewhere)

    def _watching(self) -> None:
        aig = self.aig
        unfinished, waits = self.refusals
        in_copy = aig.both(self.watched, self.watched_nowhere ^ 1)
        self.must(
            _WATCHED,
            in_copy,
            self.equal(self.older, self.plus(self.ahead, [waits])),
            unfinished ^ 1,
            self.less(self.ahead, self.held),
            self.less(self.ahead, self.owed),
        )
        at_none = aig.both(self.watched, self.watched_nowhere)
        ends = aig.both(at_none, self.watched_open ^ 1)
        comes = aig.both(at_none, self.watched_open)
        self.must(_WATCHED, ends, waits, aig.any_of(self.older) ^ 1)
        self.must(
            _WATCHED,
            comes,
            unfinished,
            self.same(self.older[0], waits),
            aig.any_of(self.older[1:]) ^ 1,
        )

    # ---- what is shown ------------------------------------------------------------------------

    def _statements(self) -> None:
        f, aig = self.f, self.aig
        _, waits = self.refusals
        self.show(
            "a packet goes whole to one place: to its tid's copy, to all, or nowhere",
            aig.both(self.here, self.opened),
            self.same(self.to_some, self.nowhere ^ 1),
            self.same(self.to_all, self.mine),
        )
        taken = (
            self.same(bit, aig.either(self.to_all, aig.both(self.to_some, own)))
            for bit, own in zip(self.taken, self._own_copies(), strict=True)
        )
        self.show("and to no other copy or context", self.here, *taken)
        self.show(
            "and to no other copy or context",
            aig.both(self.here, self.to_some),
            self.is_inner(f.values("copy_context")),
        )
        refused = aig.both(self.watched_nowhere, self.watched_open ^ 1)
        last_ahead = aig.any_of(self.ahead) ^ 1
        own = aig.both(self.watched_nowhere ^ 1, last_ahead)
        comes = aig.both(self.gives, own)
        self.show(
            "packets of a tid are answered in their order, each once, by the copy that each went "
            "to, or for having gone nowhere",
            aig.both(self.leaves, self.watched),
            self.same(self.due, aig.choose(self.refusing, refused, comes)),
        )
        self.show(
            "the answer that a copy gives to a packet of its tid leaves under this tid",
            aig.all_of([self.watched, self.gives, own]),
            self.leaves,
            self.refusing ^ 1,
        )
        self.show(
            "what is sent under a tid is of a packet of it that is owed an answer",
            self.sends,
            aig.choose(
                self.refusing,
                waits,
                aig.all_of([self.answers, self.none_owed ^ 1, waits ^ 1]),
            ),
        )
        self.show(
            "what is dropped is the answer to a packet for all copies of another tid",
            aig.both(self.gives, self.leaves ^ 1),
            self.foreign,
            self.none_owed,
        )
        begins = aig.both(self.to_all, self.common ^ 1)
        self.show(
            "a packet for all copies begins when no answer is owed and no packet unfinished",
            begins,
            self.none_owed,
            aig.any_of(self.held) ^ 1,
            aig.either(self.opened, waits) ^ 1,
        )
        self.show(
            "it is over when its last beat has come and every other copy has answered it",
            f.value("common_over"),
            self.common,
            self.common_open ^ 1,
            aig.either(self.foreign ^ 1, aig.any_of(self.held) ^ 1),
        )

    def _own_copies(self) -> list[int]:
        """For each copy whether it is the tid's."""
        tids = range(self.contexts)
        return [
            self.aig.any_of(self.is_it(index) for index in tids if index // self.each == copy)
            for copy in range(self.copies)
        ]
