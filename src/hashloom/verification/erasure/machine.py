"""A netlist clock by clock, on bits of which some depend on what is to be erased."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.netlist import Net, Netlist
from hashloom.verification.erasure.bits import Word, chosen, joined, number, operator, unknown

Memory = tuple[Word, ...]
Held = Any  # a word, of a memory its rows


class Machine:
    """A netlist in a state; registers hold anything at first, and nothing of them is marked.

    Attributes:
        values: what each net is, after `settle`.
        marked: registers and memories of which a bit is marked.
    """

    def __init__(
        self, netlist: Netlist, rows: Mapping[int, Container[int]], released: Iterable[int]
    ) -> None:
        """`rows` are those of a memory that are ever written; nothing is marked in nets of
        `released`.

        Raises ToolError for an operator that no proof has met yet.
        """
        self.netlist = netlist
        self.values: dict[int, Held] = {}
        self.marked: set[int] = set()
        self._rows = rows
        self._released = frozenset(released)
        self._masks: dict[int, int] = {}
        self._forced: dict[int, Held] = {}
        self._order = sorted(netlist.nets)
        place = {each: at for at, each in enumerate(self._order)}
        self._readers: list[list[int]] = [[] for _ in self._order]
        self._takers: dict[int, list[int]] = {}
        for register, taken in netlist.state.items():
            self._takers.setdefault(taken, []).append(register)
        self._place = place
        self._computes: list[Callable[[], Held] | None] = []
        for each in self._order:
            net = netlist.nets[each]
            for operand in set(net.operands):
                self._readers[place[operand]].append(place[each])
            free = net.op in ("input", "state")
            self._computes.append(None if free else self._compute(net))
        self._waiting: set[int] = set()
        self._due = set(netlist.state)
        self._begin()

    def _begin(self) -> None:
        tables = {n for n in self.netlist.initial if self.netlist.state.get(n, n) == n}
        for at, each in enumerate(self._order):
            compute = self._computes[at]
            if compute is None:
                net = self.netlist.nets[each]
                anything = unknown(net.width)
                self.values[each] = (anything,) * net.rows if net.rows else anything
            else:
                self.values[each] = self._hidden(each, compute())
        for each in tables:
            self._put(each, self._contents(each))

    def _contents(self, table: int) -> Held:
        """What a memory always holds."""
        found, rows = self.values[self.netlist.initial[table]], self.netlist.nets[table].rows
        return (found,) * rows if rows and isinstance(found[0], int) else found

    # ---- clocks -------------------------------------------------------------------------------

    def force(self, values: Mapping[int, Held]) -> None:
        """Says what some nets are from now on, whatever drives them; of others it is forgotten."""
        for each in set(self._forced) - set(values):
            del self._forced[each]
            self._waiting.add(self._place[each])
        for each, value in values.items():
            self._forced[each] = value
            self._put(each, value)

    def put(self, values: Mapping[int, Held]) -> None:
        """Says what some registers hold in this clock."""
        for each, value in values.items():
            self._put(each, value)

    def settle(self) -> None:
        """Works out a clock."""
        todo = sorted(self._waiting)
        waiting = self._waiting
        while todo:
            at = heappop(todo)
            waiting.discard(at)
            compute = self._computes[at]
            each = self._order[at]
            if compute is None:
                value = self.values[each]
                if each in self.netlist.state or each in self._forced:
                    continue
                value = unknown(self.netlist.nets[each].width)
            else:
                value = compute()
            value = self._hidden(each, value)
            if value == self.values[each]:
                continue
            self.values[each] = value
            self._due.update(self._takers.get(each, ()))
            for reader in self._readers[at]:
                if reader not in waiting:
                    waiting.add(reader)
                    heappush(todo, reader)

    def tick(self, *, join: bool = False) -> bool:
        """The end of the clock: registers take what they read, `join`: or keep what they hold,
        nobody knows which.  Returns whether one has changed."""
        taken = [(each, self.values[self.netlist.state[each]]) for each in self._due]
        self._due = set()
        changed = False
        for each, value in taken:
            changed |= self._put(each, _either(self.values[each], value) if join else value)
        return changed

    def begin_again(self) -> None:
        """From now on registers take what they read, also where that does not change."""
        self._due = set(self.netlist.state)

    def kept(self) -> dict[int, Held]:
        """All nets as they are, for `restore`."""
        return dict(self.values)

    def restore(self, kept: Mapping[int, Held]) -> None:
        """Makes all nets what they were; nothing is forced any more."""
        self._forced.clear()
        self._waiting.clear()
        self.values.update(kept)
        self.marked = {each for each in self.netlist.state if is_marked(self.values[each])}
        self.begin_again()

    def hide(self) -> None:
        """Bits that are marked now are never known from now on; that makes a run shorter."""
        for each, value in self.values.items():
            if isinstance(value[0], int) and value[2]:
                self._masks[each] = value[2]

    def _put(self, each: int, value: Held) -> bool:
        value = self._hidden(each, value)
        if value == self.values[each]:
            return False
        self.values[each] = value
        self._waiting.update(self._readers[self._place[each]])
        self._due.update(self._takers.get(each, ()))
        if each in self.netlist.state:
            (self.marked.add if is_marked(value) else self.marked.discard)(each)
        return True

    def _hidden(self, each: int, value: Held) -> Held:
        if each in self._forced:
            return self._forced[each]
        mask = self._masks.get(each)
        if mask:
            value = value[0] & ~mask, value[1] | mask, value[2]
        return (value[0], value[1], 0) if each in self._released else value

    # ---- nets ---------------------------------------------------------------------------------

    def _compute(self, net: Net) -> Callable[[], Held]:
        """What computes a net's value from those of its operands."""
        values, reads, op = self.values, net.operands, net.op
        widths = [self.netlist.nets[n].width for n in reads]
        if op == "const":
            constant = number(net.numbers[0])
            return lambda: (constant,) * net.rows if net.rows else constant
        if net.rows:
            return self._memory(net)
        if op == "read":
            return lambda: _read(values[reads[0]], values[reads[1]])
        if op in ("slice", "concat", "uext", "sext"):
            return _wired(net, widths, values)
        try:
            function = operator(op, net.width, widths)
        except KeyError:
            raise ToolError(
                f"The netlist has an operator {op}, which no proof has met yet."
            ) from None
        if len(reads) == 1:
            only = reads[0]
            return lambda: function(values[only])
        if len(reads) == 2:
            first, second = reads
            return lambda: function(values[first], values[second])
        return lambda: function(*(values[n] for n in reads))

    def _memory(self, net: Net) -> Callable[[], Held]:
        values, reads = self.values, net.operands
        if net.op == "write":
            rows, (memory, address, word) = self._written_rows(reads[0]), reads
            return lambda: _written(values[memory], values[address], values[word], rows)
        if net.op != "ite":
            raise ToolError(f"The netlist has an operator {net.op} of memories, which none has.")

        def select() -> Memory:
            condition, yes, no = (values[n] for n in reads)
            if not condition[1]:
                known: Memory = yes if condition[0] else no
                return known
            pairs = zip(yes, no, strict=True)
            return tuple(a if a is b else chosen(a, b, condition[2]) for a, b in pairs)

        return select

    def _written_rows(self, memory: int) -> Container[int]:
        """Rows of a memory, before or after writes, that are ever written."""
        net = self.netlist.nets[memory]
        while net.op not in ("state", "const"):
            memory = net.operands[0 if net.op == "write" else 2]
            net = self.netlist.nets[memory]
        return self._rows.get(memory, range(net.rows))


def is_marked(value: Held) -> bool:
    """Whether a bit of a word, or of a memory, is marked."""
    return bool(value[2]) if isinstance(value[0], int) else any(word[2] for word in value)


def _either(a: Held, b: Held) -> Held:
    if isinstance(a[0], int):
        return joined(a, b)
    return tuple(x if x is y else joined(x, y) for x, y in zip(a, b, strict=True))


def _wired(net: Net, widths: list[int], values: Mapping[int, Held]) -> Callable[[], Word]:
    """What moves bits without a gate."""
    reads = net.operands
    if net.op == "uext":
        only = reads[0]
        return lambda: values[only]
    if net.op == "slice":
        (high, low), source = net.numbers, reads[0]
        whole = (1 << high - low + 1) - 1

        def cut() -> Word:
            ones, open_, marked = values[source]
            return ones >> low & whole, open_ >> low & whole, marked >> low & whole

        return cut
    if net.op == "sext":
        upper = (1 << net.numbers[0]) - 1 << widths[0]
        sign = widths[0] - 1

        def extend() -> Word:
            a, b, c = (x | upper if x >> sign & 1 else x for x in values[reads[0]])
            return a, b, c

        return extend
    (high_net, low_net), by = reads, widths[1]

    def join() -> Word:
        a, b = values[high_net], values[low_net]
        return a[0] << by | b[0], a[1] << by | b[1], a[2] << by | b[2]

    return join


def _reached(address: Word, memory: Memory) -> Iterable[int]:
    """Rows whose number agrees with what is known of an address."""
    ones, open_, _ = address
    return (row for row in range(len(memory)) if row & ~open_ == ones)


def _read(memory: Memory, address: Word) -> Word:
    """A row of a memory, one of several where the address is not known."""
    if not address[1]:
        return memory[address[0]]
    ones, every, open_, marked = 0, -1, 0, 0
    for row in _reached(address, memory):
        word = memory[row]
        ones |= word[0]
        every &= word[0] | word[1]
        open_ |= word[1]
        marked |= word[2]
    open_ |= ones & ~every
    return ones & ~open_, open_, open_ if address[2] else marked


def _written(old: Memory, address: Word, word: Word, rows: Container[int]) -> Memory:
    """A memory after a write to one of `rows`."""
    if not address[1]:
        row = address[0]
        if row not in rows or old[row] == word:
            return old
        return (*old[:row], word, *old[row + 1 :])
    found = list(old)
    for row in _reached(address, old):
        if row in rows:
            found[row] = chosen(old[row], word, address[2])
    return tuple(found)
