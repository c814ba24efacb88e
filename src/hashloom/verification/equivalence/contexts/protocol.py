"""The slot protocol, seen by one context: what its surroundings may do, and what it must answer.

All other contexts do as they like: their flags, words and states are unknown.  Assumed of the
surroundings is what docs/theory.md says of the engine:

- a slot starts only while `slot_ready` is high, and with a block; an engine of several stages
  gets its slots, empty ones too, without pause while a block is in it and for as many slots behind
  it as the rota starts;
- where groups are chosen, a group's slot comes as many slots behind its last one as the engine
  needs, or at any time with `slot_again`, which lets the slots before be forgotten;
- a row of message words comes two clocks after its request, words of a supplied state three, of
  the newest block that was started before the clock of the request;
- the first block of a context after a reset is the first of its message.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.netlists.values import UNKNOWN, Value, choice, concat

CURRENT, BEFORE = "", "'"  # tags of the newest block and of the one before
# Clocks behind an answer that are moments of their own: what wrote the hash value is still in delay
# lines. With fewer an engine may be left open; none is proved that should not be.
SETTLED = 6


class Pending(NamedTuple):
    """A block whose new hash value has not left yet: its tag, clocks since its start, next step.

    One that joins the block before counts as started by the clocks sooner that it takes less.
    """

    tag: str
    age: int
    step: int


class Traffic(NamedTuple):
    """What the world around the engine remembers of slots.

    Attributes:
        pending: blocks of the context on their way, the older one first.
        behind: slots since the last one of the context's group, as far as it matters.
        flush: slots that must follow without pause, at least.
        settled: clocks since a step of a new hash value has left, up to SETTLED.
    """

    pending: tuple[Pending, ...] = ()
    behind: int = 0
    flush: int = 0
    settled: int = 0

    def later(self) -> Traffic:
        """A clock later, as far as blocks grow older."""
        older = (each._replace(age=each.age + 1) for each in self.pending)
        settled = min(self.settled + 1, SETTLED)
        return self._replace(pending=tuple(older), settled=settled)


@dataclass(frozen=True)
class Action:
    """What the surroundings do in a clock in which a slot may start.

    Attributes:
        kind: "wait", or what starts: a slot of the context's group with no block for the context
            ("empty") or with one ("first", "keyed", "continued", or "block" where it is left open
            how it begins); a slot of another group ("other"); one without any block ("flush").
        group: of a slot of another group, where that is told.
    """

    kind: str
    group: int | None = None

    @property
    def block(self) -> bool:
        """Whether a block of the context starts."""
        return self.kind in ("block", "first", "keyed", "continued")


@dataclass(frozen=True)
class Protocol:
    """The slot protocol of an engine for one of its contexts."""

    shape: EngineShape
    context: int

    @property
    def group(self) -> int:
        """The context's group."""
        return self.context // self.shape.interleave

    @property
    def place(self) -> int:
        """The context's place in its group."""
        return self.context % self.shape.interleave

    @property
    def flush(self) -> int:
        """Slots that follow a block's without pause, at least."""
        shape = self.shape
        return 0 if shape.stages == 1 else max(shape.stages, shape.apart - 1)

    def reset(self) -> Traffic:
        """What is remembered after a reset."""
        return Traffic(behind=self.shape.apart, settled=SETTLED)

    # ---- what may happen ------------------------------------------------------------------

    def actions(
        self, around: Traffic, group: Value | None, again: Value | None
    ) -> Iterator[Action]:
        """What may happen while `slot_ready` is high; `group` is that of the port where the
        engine tells it, `again` the port `slot_again`."""
        shape = self.shape
        if around.flush == 0:
            yield Action("wait")
        if group is not None and group != self.group:
            yield Action("other")
            return
        if shape.chosen:
            yield from self._others()
        if around.flush:
            yield Action("flush")
        if shape.chosen and around.behind + 1 < shape.apart and not (shape.rests and again == 1):
            return
        if shape.interleave > 1 or (shape.stages > 1 and not shape.chosen):
            yield Action("empty")
        if shape.skipped:  # how a block begins says how long it takes
            yield from self.beginnings(True)
        else:
            yield Action("block")

    def _others(self) -> Iterator[Action]:
        """Slots of other groups that are chosen.

        In an engine of one stage each group is followed by itself; several stages hold slots of
        several groups, which would be too many cases.
        """
        others = [g for g in range(self.shape.groups) if g != self.group]
        if self.shape.stages == 1:
            yield from (Action("other", group) for group in others)
        elif others:
            yield Action("other")

    def joins(self, action: Action, clocks: int | None) -> bool:
        """Whether a block that starts so many clocks behind the one before joins it; None where
        that one has left."""
        possible = self.shape.skipped > 0 and action.kind == "continued"
        return possible and clocks == self.shape.joins_at

    def beginnings(self, begun: bool, action: Action | None = None) -> Iterator[Action]:
        """How a block may begin; `begun` tells that one was there before, `action` how it does
        where that is known."""
        if action is not None and action.kind != "block":
            if begun or action.kind != "continued":
                yield action
            return
        yield Action("first")
        if self.shape.supplied:
            yield Action("keyed")
        if begun:
            yield Action("continued")

    def inputs(self, action: Action) -> dict[str, Value]:
        """Ports that start slots."""
        shape, kind = self.shape, action.kind
        if kind == "wait":
            return {"slot_start": 0}
        ours = kind not in ("other", "flush")
        live: Value = 0 if kind == "flush" else UNKNOWN
        ports: dict[str, Value] = {"slot_start": 1, "slot_live": live}
        if ours:
            ports["slot_live"] = self._flags(int(action.block))
            if action.block and kind != "block":
                ports["slot_first"] = self._flags(int(kind != "continued"))
                if shape.supplied and kind != "continued":
                    ports["slot_keyed"] = self._flags(int(kind == "keyed"))
        if shape.chosen:
            ports["slot_group"] = self._group(action, ours)
        return ports

    def _group(self, action: Action, ours: bool) -> Value:
        """Group of a slot that starts."""
        if ours:
            return self.group
        if action.kind == "flush":
            return UNKNOWN
        others = (g for g in range(self.shape.groups) if g != self.group)
        return choice(self.shape.group_bits, others) if action.group is None else action.group

    def _flags(self, own: int) -> Value:
        count, place = self.shape.interleave, self.place
        parts: list[tuple[int, Value]] = [(count - 1 - place, UNKNOWN), (1, own), (place, UNKNOWN)]
        return concat(part for part in parts if part[0])

    def after(self, around: Traffic, action: Action, again: object) -> Traffic:
        """What is remembered of a slot that starts, apart from the context's block.

        A slot that begins with `slot_again` lets those before it be forgotten.
        """
        if action.kind == "wait":
            return around
        ours = action.kind not in ("other", "flush")
        rested = self.shape.rests and again == 1
        behind = 0 if ours else self.shape.apart if rested else around.behind + 1
        behind = min(behind, self.shape.apart)
        begun = action.block or around.flush == 0
        flush = self.flush if begun else around.flush - 1
        return around._replace(behind=behind, flush=flush)
