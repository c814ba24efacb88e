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
from dataclasses import dataclass, replace

from hashloom.rtl.engine.shape import EngineShape
from hashloom.transforms.ordering import STATE_LATENCY, WORD_LATENCY
from hashloom.verification.equivalence.values import UNKNOWN, Value, choice, concat

CURRENT, BEFORE = "", "'"  # tags of the newest block and of the one before
DONE = "done"
NO_ROWS: tuple[Value, ...] = (UNKNOWN,) * WORD_LATENCY
NO_STATES: tuple[tuple[Value, Value], ...] = ((UNKNOWN, UNKNOWN),) * STATE_LATENCY


@dataclass(frozen=True)
class Pending:
    """A block whose new hash value has not left yet: its tag, clocks since its start, next step."""

    tag: str
    age: int
    step: int


@dataclass(frozen=True)
class Surroundings:
    """What the world around the engine remembers.

    Attributes:
        newest: how the newest block began: "first", "keyed" or "continued"; DONE when its new
            hash value has left, "" before any.
        before: likewise of the block before, while that is on its way.
        pending: blocks on their way, the older one first.
        rows: rows of message words on their way, the next to arrive first.
        states: words of supplied states on their way, likewise, of both halves.
        behind: slots since the last one of the context's group, as far as it matters.
        flush: slots that must follow without pause, at least.
    """

    newest: str = ""
    before: str = ""
    pending: tuple[Pending, ...] = ()
    rows: tuple[Value, ...] = NO_ROWS
    states: tuple[tuple[Value, Value], ...] = NO_STATES
    behind: int = 0
    flush: int = 0

    def later(self) -> Surroundings:
        """A clock later, as far as blocks grow older."""
        return replace(
            self, pending=tuple(replace(each, age=each.age + 1) for each in self.pending)
        )


@dataclass(frozen=True)
class Action:
    """What the surroundings do in a clock in which a slot may start.

    Attributes:
        kind: "wait", or what starts: a slot of the context's group with no block for the context
            ("empty") or with one ("first", "keyed", "continued"); a slot of another group
            ("other"); a slot without any block ("flush").
    """

    kind: str

    @property
    def block(self) -> bool:
        """Whether a block of the context starts."""
        return self.kind in ("first", "keyed", "continued")


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

    def reset(self) -> Surroundings:
        """What is remembered after a reset."""
        return Surroundings(behind=self.shape.apart)

    # ---- what may happen ------------------------------------------------------------------

    def actions(
        self, around: Surroundings, group: Value | None, again: Value | None
    ) -> Iterator[Action]:
        """What may happen while `slot_ready` is high; `group` is that of the port where the
        engine tells it, `again` the port `slot_again`."""
        shape = self.shape
        if around.flush == 0:
            yield Action("wait")
        if group is not None and group != self.group:
            yield Action("other")
            return
        if shape.chosen and shape.groups > 1:
            yield Action("other")
        if around.flush:
            yield Action("flush")
        if shape.chosen and around.behind + 1 < shape.apart and not (shape.rests and again == 1):
            return
        if shape.interleave > 1 or (shape.stages > 1 and not shape.chosen):
            yield Action("empty")
        yield Action("first")
        if shape.supplied:
            yield Action("keyed")
        if around.newest:
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
            if action.block:
                ports["slot_first"] = self._flags(int(kind != "continued"))
                if shape.supplied and kind != "continued":
                    ports["slot_keyed"] = self._flags(int(kind == "keyed"))
        if shape.chosen:
            others = (g for g in range(shape.groups) if g != self.group)
            ports["slot_group"] = (
                self.group if ours else choice(shape.group_bits, others) if live else UNKNOWN
            )
        return ports

    def _flags(self, own: int) -> Value:
        count, place = self.shape.interleave, self.place
        parts: list[tuple[int, Value]] = [(count - 1 - place, UNKNOWN), (1, own), (place, UNKNOWN)]
        return concat(part for part in parts if part[0])

    def after(self, around: Surroundings, action: Action, again: object) -> Surroundings:
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
        return replace(around, behind=behind, flush=flush)
