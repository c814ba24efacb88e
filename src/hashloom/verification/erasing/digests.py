"""That no digest is on its way when an ERASE or ERASE_ALL begins, by induction over clocks.

All digests of a context's blocks have been taken whole then, which `shell` shows.  So none is in
the engine, in the ledger's queue or being sent.
"""

from __future__ import annotations

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.order.digests import Digests

# What is known of the context's entries at rest.
OF_CONTEXT = {"u_ledger.reserved_q[0]": 0, "u_ledger.reserved_q[1]": 0}
# What is low of something of a context, where it is this one's.
OF_WHOM = {
    "u_ledger.head_valid": "u_ledger.head_context",
    "u_store.sending_q": "u_store.context_q",
    "u_store.valid_q": "u_store.word_context_q",
}
_REST = "at rest"
_RESERVED = "an entry is reserved for a digest that is on its way"
_OUT = "digests of which words are sent are counted"


class Emptied(Digests):
    """What is noted of digests that are sent, and what is known when an erasure begins."""

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        f, aig = self.f, self.aig
        self.erases = aig.both(f.value("begin_load"), f.value("begin_erase"))
        self._sent()
        self._reserved()
        self._at_rest()
        f.close()

    def _sent(self) -> None:
        """Digests that have been taken from the queue and not to their last word."""
        f, aig = self.f, self.aig
        offers = aig.both(f.value("u_store.valid_q"), self.own("u_store.word_context_q"))
        last = f.value("u_store.last_q")
        gone = aig.all_of([offers, last, f.value("u_store.word_ready")])
        self._count, self._left = self.registers(2), self.registers(2)
        more = self.choose(self.takes, self.plus(self._count, [1]), self._count)
        self.keep_all(self._count, (1, self.choose(gone, self.minus(more, [1, 0]), more)))
        self.keep_all(self._left, (gone, self.plus(self._left, [1])))
        sends = self._sends()
        there = self.exists("u_store.word_context_q")
        self.must(
            "a word on offer is of a context that there is", f.value("u_store.valid_q"), there
        )
        begun = aig.any_of(f.values("u_store.index_q"))
        of_same = aig.all_of([offers, last ^ 1])
        self.must(_OUT, of_same, sends, begun)
        self.must(_OUT, begun, f.value("u_store.sending_q"))
        counted = self.plus([sends, 0], [aig.both(offers, aig.both(last ^ 1, sends) ^ 1)])
        self.must(_OUT, 1, self.equal(self._count, counted))
        self.must(_OUT, 1, self.equal(self._sent_next, self.plus(self._left, self._count)))

    def _reserved(self) -> None:
        """Which entries are reserved."""
        f, aig = self.f, self.aig
        finish = self.of(f.values("u_ledger.finish_turn_q"))
        sends = self._sends()
        sent = f.value("u_store.entry_q")
        in_engine = zip(self.digests, (finish, finish ^ 1), strict=True)
        turns = list(in_engine)
        for index in (0, 1):
            reserved = self.of(f.values(f"u_ledger.reserved_q[{index}]"))
            engine = aig.any_of(aig.both(there, self._entry(turn, index)) for there, turn in turns)
            self.must(_RESERVED, reserved, aig.either(engine, self.complete[index]))
            queued = aig.any_of(
                aig.both(there, self._entry(entry, index))
                for there, entry in zip(self.queued, self.queue_entries, strict=True)
            )
            leaves = aig.both(sends, self._entry(sent, index))
            self.must(_RESERVED, self.complete[index], aig.either(queued, leaves))

    def _sends(self) -> int:
        """Whether a digest of the context is being sent."""
        sending = self.f.value("u_store.sending_q")
        return self.aig.both(sending, self.own("u_store.context_q"))

    def _at_rest(self) -> None:
        f, aig = self.f, self.aig
        (of_digest,) = self.registers(1)  # the latest block
        start = self.of(f.values("started"))
        self.keep(of_digest, (start, self.of(f.values("started_digest"))))
        latest = aig.choose(self.two, self.digest[1], self.digest[0])
        self.must(
            "the latest block in the engine started last", self.one, self.same(latest, of_digest)
        )
        (came,) = self.registers(1)  # words have come in the clock before
        aig.following[came] = self.here
        on_way = aig.either(self.one, came)
        self.assumed += [
            aig.both(self.erases, self.differ(self._started_next, self._left)),
            aig.all_of([self.erases, on_way, of_digest ^ 1]),
        ]
        self.must(
            "when words have come the block is still in the engine, or its digest in the queue",
            came,
            aig.any_of([self.one, *self.queued, self._sends(), of_digest ^ 1]),
        )
        self.show(f"no words have just come {_REST}", self.erases, came ^ 1)
        start_turn, finish_turn = (
            self.of(f.values(f"u_ledger.{name}_turn_q")) for name in ("start", "finish")
        )
        self.show(f"no block is in the engine {_REST}", self.erases, self.one ^ 1)
        self.show(
            f"the turns are the same {_REST}", self.erases, self.same(start_turn, finish_turn)
        )
        for name, value in OF_CONTEXT.items():
            known = aig.differ(self.of(f.values(name)), value ^ 1)
            self.show(f"{name} is known {_REST}", self.erases, known)
        for name, whose in OF_WHOM.items():
            mine = aig.both(f.value(name), aig.either(self.own(whose), self.exists(whose) ^ 1))
            self.show(f"{name} is low {_REST}", self.erases, mine ^ 1)
