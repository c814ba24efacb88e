"""The machine of a core folded on adders at fixed places as SystemVerilog."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hashloom.rtl.folded.clocked.writer import ClockedWriter
from hashloom.rtl.folded.machine_writer import ADDER
from hashloom.rtl.folded.placed.program import PlacedProgram
from hashloom.rtl.verilog import functions, instance, module_file, module_head, range_of, section
from hashloom.transforms.folding.in_place import (
    BEGUN,
    EARLY,
    FIRST,
    IN_PLACE,
    READY,
    SECOND,
    SHARED,
)

_SELECT = "add_select"  # adds a word or nothing
# Adders that take in a function of three words, by its label, and the ports of those words.
_FUSED = {"ch": ("add_ch", "efg"), "maj": ("add_maj", "xyz")}


@dataclass(frozen=True)
class PlacedWriter(ClockedWriter):
    """Writes the machine from its program."""

    program: PlacedProgram

    def modules_used(self) -> set[str]:
        """Library modules in it."""
        fused = {_FUSED[label][0] for label in self.program.hash.functions_of_three}
        return {self.sequencer, ADDER, _SELECT, *fused}

    def text(self, prefix: str) -> str:
        """The file `<prefix>_engine.sv`."""
        places = self.program.places
        small = {label for _, label in places.scheduled if label}
        head = module_head(f"{prefix}_engine", self.ports)
        body = [
            *functions(self.program.hash, {*small, places.late[1], places.other[1]}),
            *self._signals(),
            *self._program(),
            *self._memory(),
            *self._sums(),
            *self._registers(),
            *self._writes(),
            *self._digest(),
        ]
        return module_file(self._header(prefix), head, body)

    def _paragraphs(self, prefix: str) -> tuple[str, ...]:
        program, hash_ = self.program, self.program.hash
        return (
            f"{prefix}_engine: {hash_.title} ({hash_.standard}), each round on "
            f"{program.adders_named} at fixed places.",
            f"A block takes {program.slot_clocks} clocks, a round {program.round_rows} of them. "
            "Every adder adds a term of its own to what the one before it has made, so that a word "
            "that is read goes from one to the next and is W, T1 and a word of either sequence in "
            "turn. Words of the rounds are registers that shift.",
            "The program has a row for every clock. An instruction reads a word from the memory, "
            "which three clocks later is in x; all else that it says is done in its own clock.",
        )

    def _rows(self) -> list[tuple[str, str]]:
        program, word = self.program, self._word
        written = range_of(program.layout.written_bits)
        meant = {each.name: each.adds for each in program.places.adders}
        return [
            (f"logic{range_of(self._row_bits)} row;", "of the program, two clocks ahead"),
            ("logic pass, unused_pass;", "no row is run twice"),
            *self._of_block(),
            (f"logic{range_of(program.bits)} instruction_q;", "what is done in this clock"),
            ("logic [2:0] reset_q;", "a reset 1, 2 and 3 clocks ago"),
            ("logic quiet;", "instructions are from before one"),
            ("logic stores, scheduled_stores;", "a sum is written to the memory"),
            ("logic top_q, carry;", "the sum with a constant a clock before has wrapped"),
            ("logic carry_q, checks_q;", "so has the one counted last; it must not have"),
            ("logic carried_q;", "that is added to the word with the constant"),
            ("logic over_q;", "the message is too long"),
            (f"{word} x_q, held_q;", "the word read last, and that of a round before it"),
            *(
                (f"{word} {name}_sum{f', {name}_q' if name in self._kept else ''};", meant[name])
                for name in IN_PLACE
            ),
            (f"{word} newest1_q, newest2_q;", "the words of the schedule before that"),
            *(
                (f"{word} {', '.join(self._places(name))};", f"the last words of {name}")
                for name in program.hash.sequences
            ),
            ("logic write_q, joins_q;", "a sum is written; bits of message are joined"),
            *([("logic room_q;", "neither is")] if self._has_room else []),
            (f"logic{written} write_address_q;", "to this address"),
            (f"{word} written_q, scheduled_written_q;", "the sum, both zero without one"),
            (f"logic{written} write_to;", "a sum's address, or the stream's"),
            (f"{word} write_data;", "either's word; the other is zero"),
        ]

    def _places(self, sequence: str) -> list[str]:
        """The registers of a sequence, the newest word first."""
        return [f"{sequence}{place + 1}_q" for place in range(self.program.places.registers)]

    _goes_on, _begun = "goes_on", "begins"
    _has_room = True  # the stream may write while a block is at work
    # Sums with a register of their own; those of the sequences are their newest words.
    _kept = tuple(name for name in IN_PLACE if name not in (FIRST, SECOND))

    def _sums(self) -> list[str]:
        places, roles = self.program.places, self.program.places.roles
        small = [label for _, label in places.scheduled if label]
        first, second = self._places(roles.first), self._places(roles.second)
        bits = self.program.hash.word_bits
        begun = {"a": "scheduled_q", "c": "constant", "d": f"{bits}'(carried_q)"}
        return [
            *section("Sums"),
            "  assign unused_pass = &{1'b0, pass};",
            "",
            f"  assign pair_sum = held_q + {small[0]}(x_q);",
            "  assign triple_sum = pair_q + x_q;",
            f"  assign scheduled_sum = triple_q + {small[1]}(newest2_q);",
            f"  assign first_sum = late_q + {places.late[1]}({first[0]});",
            f"  assign shared_sum = {first[0]} - {second[places.old(SHARED) - 1]};",
            f"  assign second_sum = other_q + {places.other[1]}({second[0]});",
            f"  assign carry = top_q && !begun_q[{bits - 1}];",
            "",
            *self._wired(ADDER, BEGUN, bits, begun),
            *self._selected("early", "begun", first[places.old(EARLY) - 1]),
            *self._selected("ready", "early", second[places.old(READY) - 1]),
            *self._fused("late", "ready", places.late[0], first),
            *self._fused("other", "shared", places.other[0], second),
            *self._stored(),
            "  assign scheduled_stores = scheduled_writes && !quiet;",
            "",
        ]

    @staticmethod
    def _wired(module: str, name: str, bits: int, wired: dict[str, str]) -> list[str]:
        """An adder of the library."""
        ports = {**wired, "sum": f"{name}_sum"}
        return [*instance(module, f"u_{name}", ports, {"WIDTH": str(bits)}), ""]

    def _selected(self, name: str, before: str, word: str) -> list[str]:
        """An adder of a word or of nothing."""
        bits = self.program.hash.word_bits
        wired = {"a": f"{before}_q", "s": f"{name}_old", "d1": word, "d0": f"{bits}'d0"}
        return self._wired(_SELECT, name, bits, wired)

    def _fused(self, name: str, before: str, label: str, places: list[str]) -> list[str]:
        """An adder of a function of three words."""
        module, ports = _FUSED[label]
        wired = {"a": f"{before}_q", **dict(zip(ports, places, strict=True))}
        return self._wired(module, name, self.program.hash.word_bits, wired)

    def _registers(self) -> list[str]:
        roles = self.program.places.roles
        return [
            *section("Registers"),
            "  always_ff @(posedge clk) begin",
            "    if (holds) held_q <= x_q;",
            *(f"    {name}_q <= {name}_sum;" for name in self._kept),
            "    if (!pairs) pair_q <= '0;",
            "    if (newest_shifts) begin",
            "      newest1_q <= scheduled_q;",
            "      newest2_q <= newest1_q;",
            "    end",
            "    if (newest_clears) newest2_q <= '0;",
            *self._sequence(roles.first, FIRST, f" || {roles.first}_clears"),
            *self._sequence(roles.second, SECOND, ""),
            *self._checked(),
            "  end",
            "",
        ]

    def _sequence(self, sequence: str, adder: str, clears: str) -> Iterator[str]:
        """The registers of a sequence."""
        newest, second, *others = self._places(sequence)
        yield f"    if ({sequence}_loads) {newest} <= {adder}_sum;"
        yield f"    if ({sequence}_shifts) begin"
        yield f"      {second} <= {sequence}_fills ? x_q : {newest};"
        yield from (f"      {b} <= {a};" for a, b in pairwise((second, *others)))
        yield "    end"
        yield f"    if ({self._begun}{clears}) {newest} <= '0;"
        yield from (
            f"    if ({self._begun}) begin",
            *(f"      {each} <= '0;" for each in (second, *others)),
        )
        yield "    end"

    def _checked(self) -> list[str]:
        _, *others = super()._checked()
        top = self.program.hash.word_bits - 1
        return [
            f"    top_q <= scheduled_q[{top}];",
            "    carried_q <= carries && carry_q;",
            "    if (counts) carry_q <= carry;",
            *others,
        ]

    def _writes(self) -> list[str]:
        either = " || ".join(stores for _, _, stores in self._writing)
        if not self._has_room:
            return super()._writes()
        return [
            *super()._writes(),
            "  // What the stream waits for is a register of its own, with nothing else to drive.",
            "  always_ff @(posedge clk) begin",
            f"    room_q <= !({either});",
            "    if (rst) room_q <= 1'b1;",
            "  end",
            "",
        ]

    _room = "room_q"
    _sent, _last = "x_q", "over"
    _writing = (
        ("written_q", "ready_sum", "stores"),
        ("scheduled_written_q", "scheduled_sum", "scheduled_stores"),
    )
