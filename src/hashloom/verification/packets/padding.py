"""Rows of a context's packets from the gate to the padder, and the blocks that it completes."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.cores import Core
from hashloom.verification.answers.gates import Gates
from hashloom.verification.inductive.notes import Bits
from hashloom.verification.packets.admission import (
    GATHER,
    LONG_PLAY,
    LONG_REST,
    REFUSED,
    TO_BE_CUT,
    TO_LOADER,
    TO_NOBODY,
    TO_PADDER,
    Admission,
)

_ONE_AT_A_TIME = "one packet of a context is on its way to the padder"
_COMING = "what is on its way there is of an open packet, or behind it comes its end"
_PADS = "what the padder has to do is what it was told to"
# Of what stands there: whether it is there, and its context, from the one that leaves first.
_FRONTS = (
    ("u_front.valid_q", "u_front.context_q"),
    ("u_front.held_q", "u_front.held_context_q"),
)


@dataclass(frozen=True)
class _Row:
    """What stands between the gate and the padder: it is there and the context's, ends its packet,
    goes somewhere."""

    here: int
    last: int
    route: Bits


class Padding(Admission):
    """Blocks of padded messages.

    Attributes:
        closes: the padder completes a block of the context.
        final: the last one of its message.
        pending: the latest packet's last block is still to come.
        ended: the padder has taken the last row of a message, whose last block is to come.
        message_coming, key_coming: rows of a message or a key are still on their way to it.
        last_waits: the last row waits in the padder.
    """

    def __init__(self, core: Core, gates: Gates) -> None:
        """Of `core`, whose hollowed text is `gates`."""
        super().__init__(core, gates)
        f, aig = self.f, self.aig
        self.closes = aig.both(f.value("pad_close"), self.own("pad_context"))
        last, cut = f.value("pad_close_last"), f.value("pad_close_cut")
        self.final = aig.both(self.closes, aig.either(last, cut))
        self.pending, self.ended = self.registers(2)
        of_packet = aig.both(self.final, self.long ^ 1)
        self.keep(self.pending, (self.starts, 1), (of_packet, 0))
        self.several = f.has("u_pad.g_several.waiting_context_q")
        own_row = self.own("u_pad.g_several.waiting_context_q") if self.several else 1
        self.waits = aig.both(f.value("u_pad.valid_q"), own_row)
        ends = aig.either(f.value("u_pad.last_q"), f.value("u_pad.cut_q"))
        self.last_waits = aig.both(self.waits, ends)
        ending = aig.all_of([f.value("u_pad.take"), own_row, f.value("u_pad.last_q")])
        self.keep(self.ended, (aig.both(self.closes, last), 0), (ending, 1))
        self.rows = self._rows()
        to_padder = self.any_route(self.route, TO_PADDER, TO_BE_CUT, REFUSED)
        self._opens = (
            aig.both(self.open, to_padder),
            aig.both(self.open, self._to_loader(self.route)),
        )
        self._ends = [
            aig.any_of(aig.all_of([row.here, row.last, to(row.route)]) for row in self.rows)
            for to in (self._to_padder, self._to_loader)
        ]
        self.message_coming, self.key_coming = (
            aig.either(a, b) for a, b in zip(self._opens, self._ends, strict=True)
        )

    def _rows(self) -> list[_Row]:
        """Registers between gate and padder, from the one that leaves first."""
        f, aig = self.f, self.aig
        names = [("valid_q", "last_q", "context_q", "command_q")]
        if not f.has("u_front.valid_q"):
            return []
        if f.has("u_front.held_q"):
            names.append(("held_q", "held_last_q", "held_context_q", "held_command_q"))
        return [
            _Row(
                aig.both(f.value(f"u_front.{valid}"), self.own(f"u_front.{context}")),
                f.value(f"u_front.{last}"),
                f.values(f"u_front.{command}")[:3],
            )
            for valid, last, context, command in names
        ]

    def _to_padder(self, route: Bits) -> int:
        return self.any_route(route, TO_PADDER, TO_BE_CUT)

    def _to_loader(self, route: Bits) -> int:
        return self.any_route(route, TO_LOADER)

    # ---- lemmas -------------------------------------------------------------------------------

    def padding(self, key_due: int) -> None:
        """Lemmas on rows and on the padder; `key_due`: a digest of the context's key is on its way
        to the loader."""
        f, aig = self.f, self.aig
        ends = [
            aig.all_of([row.here, row.last, to(row.route)])
            for row in self.rows
            for to in (self._to_padder, self._to_loader)
        ]
        at_most = [*self._opens, *ends, self.last_waits, self.ended]
        for index, one in enumerate(at_most):
            for other in at_most[:index]:
                self.must(_ONE_AT_A_TIME, aig.both(one, other), 0)
        self._fronts()
        at_padder = aig.either(self.last_waits, self.ended)
        self.must(
            "the last block of a packet is to come while its rows come or its padding is made",
            1,
            self.same(
                self.pending, aig.either(self.message_coming, aig.both(at_padder, self.long ^ 1))
            ),
        )
        stages = [self.key_coming, self.last_waits, self.ended, key_due]
        of_key = "a long key comes, is padded, or is hashed"
        self.must(of_key, self.long, aig.any_of(stages))
        for index, one in enumerate(stages):
            for other in stages[:index]:
                self.must(of_key, aig.all_of([self.long, one, other]), 0)
        self.must(of_key, key_due, self.long)
        gathers = aig.either(self.phase[GATHER], self.phase[LONG_PLAY])
        self.must(
            "rows of a key come while the loader gathers it",
            self.long ^ 1,
            self.same(self.key_coming, aig.both(gathers, self.loads)),
        )
        more = aig.both(self.waits, self.last_waits ^ 1)
        of_message = aig.both(self.message_coming, self.long ^ 1)
        self.must(_COMING, more, aig.either(of_message, aig.both(self.long, self.key_coming)))
        if self.contexts == 1:
            there = aig.either(self.waits, self.ended)
            named = "the only context has the number 0"
            if not self.rows:
                self.must(named, there, *(bit ^ 1 for bit in f.values("row_context")))
            for valid, context in _FRONTS[: len(self.rows)]:
                there = aig.either(there, f.value(valid))
                self.must(named, there, *(bit ^ 1 for bit in f.values(context)))
        if self.resume:
            self._cuts()
        else:
            self.must("nothing is cut", f.value("u_pad.valid_q"), f.value("u_pad.cut_q") ^ 1)
            self.must("nothing is cut", f.value("u_pad.valid_q"), f.value("u_pad.open_q") ^ 1)
            self.must("nothing is cut", f.value("u_pad.valid_q"), f.value("u_pad.close_q") ^ 1)
            cuts = aig.both(self.open, self.any_route(self.route, TO_BE_CUT))
            self.must("nothing is cut", cuts, 0)
            for is_open, bits in zip(f.values("u_gate.open_q"), self._routes(), strict=True):
                self.alike.append(aig.both(is_open, self.any_route(bits, TO_BE_CUT)))
        self._padder()
        self.show(
            "a block that the padder completes is of the packet whose last block is to come, or of "
            "a long key",
            self.closes,
            aig.either(self.pending, self.long),
        )
        self.show(
            "the last block of a packet is marked once, behind all of its rows",
            self.final,
            aig.differ(self.pending, self.long),
            aig.either(self.ended, self.last_waits),
            self.message_coming ^ 1,
        )
        self.show(
            "a packet begins when the last block of the one before is complete",
            self.starts,
            self.pending ^ 1,
            self.waits ^ 1,
            self.ended ^ 1,
        )

    def _cuts(self) -> None:
        """What the padder's properties assume of messages that are cut."""
        f, aig = self.f, self.aig
        take, cut = f.value("u_pad.take"), f.value("u_pad.cut_q")
        closing, last = f.value("u_pad.close_q"), f.value("u_pad.last_q")
        valid = f.value("u_pad.valid_q")
        self.must("a message is cut or ends", valid, aig.both(last, aig.either(cut, closing)) ^ 1)
        self.must("a message is cut or ends", aig.both(valid, f.value("u_pad.open_q")), last ^ 1)
        if not self.rows:
            begun = self.of(f.values("u_rows.open_q"))
            nowhere = self.any_route(self.route, TO_NOBODY, REFUSED)
            named = "rows of a packet have come when its beats have"
            self.must(named, begun, self.open, nowhere ^ 1)
        keyed = aig.choose(self.turn, *self.record_keyed)
        cuts = [aig.both(self.waits, aig.any_of([cut, closing, f.value("u_pad.open_q")]))]
        cuts.append(aig.both(self.open, self.any_route(self.route, TO_BE_CUT)))
        cuts += (aig.both(row.here, self.any_route(row.route, TO_BE_CUT)) for row in self.rows)
        self.must("a message that is cut has no key", aig.any_of(cuts), keyed ^ 1, self.long ^ 1)
        whole = aig.equals(f.values("u_pad.position"), 0)
        self.assumed += [
            aig.all_of([take, closing, whole ^ 1]),
            aig.all_of([take, cut, closing ^ 1, f.value("u_pad.at_end") ^ 1]),
            aig.all_of([take, cut, closing ^ 1, f.value("u_pad.open_q")]),
        ]

    def _fronts(self) -> None:
        """Of what stands between gate and padder."""
        f, aig = self.f, self.aig
        for index, row in enumerate(self.rows):
            to_padder, to_loader = self._to_padder(row.route), self._to_loader(row.route)
            behind = [self._behind(row, other) for other in self.rows[index + 1 :]]
            same = aig.both(self.open, self.equal(row.route, self.route))
            more = aig.all_of([row.here, row.last ^ 1, aig.either(to_padder, to_loader)])
            self.must(_COMING, more, aig.any_of([same, *behind]))
            # Of every context, by itself.
            valid = f.value("u_front.held_q" if index else "u_front.valid_q")
            if not self.resume:
                cut = aig.both(valid, self.any_route(row.route, TO_BE_CUT))
                self.must("nothing is cut", cut, 0)
            of_row = f.values("u_front.held_context_q" if index else "u_front.context_q")
            loaders = self.equal(of_row, f.values("loader_context"))
            keys = aig.any_of(self.phase[each] for each in (GATHER, LONG_PLAY, LONG_REST))
            if self.contexts > 1:
                there = aig.any_of(aig.equals(of_row, i) for i in range(self.contexts))
                self.must("a row is of a context that there is", valid, there)
            wrong = aig.all_of([valid, to_loader, aig.both(loaders, keys) ^ 1])
            self.alike.append(wrong)
            self.must("a row that goes to the loader is of its context", wrong, row.here ^ 1)

    def _behind(self, row: _Row, other: _Row) -> int:
        return self.aig.both(other.here, self.equal(row.route, other.route))

    def _padder(self) -> None:
        f, aig = self.f, self.aig
        pads, making = f.value("u_pad.padding_q"), f.value("u_pad.making_q")
        finishing, last_step = f.value("u_pad.finishing_q"), f.value("u_pad.last_step_q")
        sweeps = f.value("u_pad.sweep")
        here = self.own("u_pad.g_several.context_q") if self.several else 1
        pending = self.of(f.values("u_pad.pending_q"))
        here = aig.all_of([here, pads, sweeps ^ 1])
        self.must(_PADS, 1, self.same(self.ended, aig.either(pending, here)))
        position, at_end = self._position()
        made = aig.both(here, making)
        self.must(_PADS, made, pending ^ 1, self.same(last_step, at_end))
        self.must(_PADS, aig.both(here, making ^ 1), pending, last_step, finishing ^ 1)
        self.must(_PADS, pads ^ 1, making ^ 1, finishing ^ 1)
        self.must(_PADS, pending, aig.equals(position, 0))
        if not self.several:
            return
        swept = [making ^ 1, finishing ^ 1, *(bit ^ 1 for bit in f.values("u_pad.pending_q"))]
        resumes = f.value("u_pad.g_several.resume_ready_q")
        self.must(_PADS, sweeps, pads, *swept, resumes ^ 1)
        resumed = aig.both(resumes, self.own("u_pad.g_several.resume_context_q"))
        goes_on = aig.all_of([here, finishing, making, last_step ^ 1])
        self.must(_PADS, resumed, aig.either(pending, goes_on))
        there = self.exists("u_pad.g_several.waiting_context_q")
        same = self.equal(
            f.values("u_pad.g_several.waiting_context_q"), f.values("u_pad.g_several.context_q")
        )
        self.must(_PADS, f.value("u_pad.valid_q"), there, aig.either(pads, same))

    def _position(self) -> tuple[Bits, int]:
        """Row of the context's block, and whether it is its last; a lemma says that these fit."""
        f, aig = self.f, self.aig
        one_row = f.bits("u_pad.at_end") == ("1",)  # a block is one row
        if not self.several:
            position, at_end = f.values("u_pad.position"), f.value("u_pad.at_end")
            if not one_row:
                self.must(_PADS, 1, self.same(at_end, aig.all_of(position)))
            return ([0] if one_row else position), at_end
        states = [f.values(f"u_pad.g_several.state[{i}]") for i in range(self.contexts)]
        *position, at_end, _ = self.pick(self.context, states)
        if one_row:
            return [0], 1
        swept = f.values("u_pad.context_id")
        for index, (*bits, ends, _) in enumerate(states):
            behind = aig.any_of(aig.equals(swept, each) for each in range(index + 1))
            waits = aig.both(f.value("u_pad.sweep"), behind)
            wrong = aig.both(waits ^ 1, aig.differ(ends, aig.all_of(bits)))
            self.alike.append(wrong)
            self.must(_PADS, aig.both(self.is_it(index), wrong), 0)
        return position, at_end
