"""Block buffers of a context: a block is complete only in one that is open."""

from __future__ import annotations

from hashloom.verification.inductive.notes import Bits
from hashloom.verification.packets.blocks import Blocks

_OPEN = "a block is complete in an open buffer, when none before it waits for its start"
_CLOSED = "a buffer is closed from a block's completion until it is opened again, once"
_WRITTEN = "the buffer of a block that is being written is open"
# Buffers that open themselves; those of several stages do so together.
_TURNS = ("u_buffers", "u_buffers.g_stage[0].u_words")


class Buffers(Blocks):
    """What the rota and the reopener have of the context's buffer."""

    def buffers(self) -> None:
        """Lemmas on it."""
        f, aig = self.f, self.aig
        closed = self.of(f.values("u_rota.closed_q"))
        to_open = self._to_open()
        self.must(_CLOSED, self.full, closed, *(each ^ 1 for each in to_open))
        for index, one in enumerate(to_open):
            self.must(_CLOSED, one, closed, *(other ^ 1 for other in to_open[:index]))
        pads = aig.both(f.value("u_pad.padding_q"), f.value("u_pad.making_q"))
        here = self.own("u_pad.g_several.context_q") if self.several else 1
        self.must(_WRITTEN, aig.both(pads, here), closed ^ 1)
        if self.several:
            barred = f.value("u_pad.g_several.barred_q")
            self.must(_WRITTEN, aig.both(self.waits, closed), barred)
            resumes = aig.both(
                f.value("u_pad.g_several.resume_ready_q"),
                self.own("u_pad.g_several.resume_context_q"),
            )
            self.must(_WRITTEN, resumes, closed ^ 1)
        place = self.choose(
            f.value("u_writer.granted_q"),
            f.values("u_loader.word_q")[:4],
            f.values("u_writer.position_q"),
        )
        before = self.more(place, self.close_at) ^ 1
        writes = aig.both(f.value("hold"), self.own("u_writer.context_q"))
        self.must(_WRITTEN, aig.both(writes, before), closed ^ 1)
        if self.recalls:
            self.assumed.append(aig.both(self.outer_closes, closed))
        self.show(_OPEN, self.completes, closed ^ 1, self.full ^ 1)

    def _to_open(self) -> Bits:
        """Whether the buffer is to be opened again, in one clock or another."""
        f = self.f
        turns = next(
            (f"{name}.g_later.due_q" for name in _TURNS if f.has(f"{name}.read_turn_q")), ""
        )
        if turns:
            return [self.of(f.values(turns))] if f.has(turns) else []
        if f.has("u_reopener.reading_q"):
            return [self.of(f.values("u_reopener.reading_q"))]
        if not f.has("u_reopener.g_later.line_q"):
            return []  # at once
        line = f.values("u_reopener.g_later.line_q")
        places = range(0, len(line), self.contexts)
        return [self.of(line[place : place + self.contexts]) for place in places]
