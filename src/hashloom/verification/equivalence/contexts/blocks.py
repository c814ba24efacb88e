"""The words of the two blocks of a context that may be in an engine at the same time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from hashloom.verification.equivalence.contexts.protocol import BEFORE, CURRENT
from hashloom.verification.equivalence.netlists.values import UNKNOWN, Expression, Value, word
from hashloom.verification.equivalence.words.textbook import Block, Label, Textbook

DONE = "done"
Rename = Callable[[Expression], Value]


class Modes(NamedTuple):
    """How the newest block began ("first", "keyed" or "continued", or "any": from a hash value of
    which nothing is known; DONE when its new hash value has left, "" before any), and the one
    before while it is on its way."""

    newest: str
    before: str


class Words:
    """Words of the newest block and of the one before, for every way in which they may begin.

    A block that begins a message has the initial value as its old hash value, one that continues
    a message has the new hash value of the block before, and any other one has any.
    """

    def __init__(self, textbook: Textbook) -> None:
        self.textbook = textbook
        self.before = cache(self._before)
        self.block = cache(self._block)
        self.table = cache(self._table)

    def _before(self, mode: str) -> Block:
        """The block before."""
        book = self.textbook
        if mode == "first":
            return book.block(BEFORE, book.initial_value(BEFORE), 1)
        return book.block(BEFORE, book.any_value(BEFORE, 2), 3)

    def _block(self, modes: Modes) -> Block:
        """The newest block; of one that is done nothing is known but its new hash value."""
        book = self.textbook
        if modes.newest == DONE:
            return book.block(CURRENT, book.any_value(CURRENT, 8), 9)
        if modes.newest == "first":
            return book.block(CURRENT, book.initial_value(CURRENT), 4)
        if modes.newest in ("keyed", "any"):
            return book.block(CURRENT, book.any_value(CURRENT, 5), 6)
        before = self.before(_kind(modes.before))
        old: list[tuple[Expression, Value | None]] = []
        for k in range(book.count):
            new = before.words[Label("N", k, BEFORE)]
            label = Label("H", k, CURRENT)
            old.append((word(label, new.width, new.samples or ()), before.defined[new.args[0]]))
        return book.block(CURRENT, old, 7)

    def _table(self, modes: Modes) -> dict[tuple[int, ...], Expression]:
        """Words by their samples; the new hash value of the block before that the newest one
        continues is the old one of that.

        Of words that are the same number in a block that begins a message, such as H[2] and f[0]
        of SHA-1, the first one is taken: words of the initial value come first.
        """
        if not modes.newest:
            return {}
        blocks = [self.before(_kind(modes.before))] if modes.before else []
        found: dict[tuple[int, ...], Expression] = {}
        for block in (*blocks, self.block(modes)):
            words = {each.samples: each for each in reversed(block.words.values())}
            found |= {samples: each for samples, each in words.items() if samples is not None}
        return found

    def word(self, label: Label, modes: Modes) -> Expression:
        """A word of one of the blocks."""
        if label.block == CURRENT:
            return self.block(modes).words[label]
        if label.letter == "N" and modes.newest == "continued":
            return self.block(modes).words[Label("H", label.number, CURRENT)]
        return self.before(_kind(modes.before)).words[label]

    def definition(self, label: Label, modes: Modes) -> Value | None:
        """What a word is in other words; None when it may be anything."""
        if label.block == BEFORE:
            return self.before(_kind(modes.before)).defined.get(label)
        return self.block(modes).defined.get(label)

    def older(self, modes: Modes) -> Rename:
        """Words of the newest block as words of the one before, when a further one starts that
        makes `modes` of it."""

        def rename(found: Expression) -> Value:
            label: Label = found.args[0]
            if label.constant:
                return found
            if label.block == BEFORE:
                return UNKNOWN
            if label.letter == "N" or modes.before:
                return self._renamed(label, modes)
            return UNKNOWN

        return rename

    def _renamed(self, label: Label, modes: Modes) -> Value:
        if not modes.before and modes.newest != "continued":
            return UNKNOWN
        return self.word(Label(label.letter, label.number, BEFORE), modes)

    def forgotten(self, newest: str) -> Rename:
        """Words of the newest block when the one before has left."""
        modes = Modes(newest, "")

        def rename(found: Expression) -> Value:
            label: Label = found.args[0]
            if label.constant:
                return found
            return self.block(modes).words[label] if label.block == CURRENT else UNKNOWN

        return rename


def _kind(mode: str) -> str:
    """What the block before is known to have begun with."""
    return "first" if mode == "first" else ""
