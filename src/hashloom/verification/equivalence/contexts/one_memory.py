"""A netlist with one memory, on values that are known, expressions, or unknown."""

from __future__ import annotations

from collections.abc import Mapping

from hashloom.errors import ToolError
from hashloom.verification.equivalence.contexts.control import WrongError
from hashloom.verification.equivalence.netlists.machine import Held, Machine, Recognise
from hashloom.verification.equivalence.netlists.netlist import Netlist
from hashloom.verification.equivalence.netlists.values import UNKNOWN, numbers_of


class OneMemory(Machine):
    """A machine with one memory, which one port writes and another one reads.

    Attributes:
        memory: number of its net.
        word: of the register that takes what is read.
        address: of the net with the row that is read.
        when: of the net that says when a word is written.
        written: of the net with the row it is written to.
        data: of the net with what is written.

    Raises ToolError for a netlist that has another number of them.
    """

    def __init__(self, netlist: Netlist, word_bits: int, recognise: Recognise) -> None:
        super().__init__(netlist, word_bits, recognise)
        nets, state = netlist.nets, netlist.state
        memories = [n for n, later in state.items() if nets[n].rows and later != n]
        words = [
            (n, nets[later])
            for n, later in state.items()
            if nets[later].op == "read" and nets[later].operands[0] in memories
        ]
        written = [nets[state[n]] for n in memories if nets[state[n]].op == "ite"]
        if not len(memories) == len(words) == len(written) == 1:
            raise ToolError("The netlist has not one memory with a port for each way.")
        ((self.memory,), ((self.word, read),)) = memories, words
        self.when, write, _ = written[0].operands
        _, self.written, self.data = nets[write].operands
        self.address = read.operands[1]

    def next_state(self, values: Mapping[int, Held]) -> dict[int, Held]:
        """Registers and memory a clock later; a word that is read while it is written is unknown,
        since memories of devices differ in what they give."""
        later = super().next_state(values)
        if values[self.when] != 0:
            rows = numbers_of(values[self.written])
            reads = numbers_of(values[self.address])
            if rows is None or reads is None or set(rows) & set(reads):
                later[self.word] = UNKNOWN
        return later

    def held(self, state: Mapping[int, Held]) -> tuple[Held, ...]:
        """Registers and memory in a fixed order."""
        return tuple(state[number] for number in self.registers)

    def port(self, values: Mapping[int, Held], name: str) -> Held:
        """An output."""
        return values[self.netlist.outputs[name]]

    def bit(self, values: Mapping[int, Held], name: str) -> int:
        """An output that says when something happens.  Raises WrongError where it is not known."""
        value = self.port(values, name)
        if not isinstance(value, int):
            raise WrongError(f"{name} depends on words or on what came before the reset")
        return value
