"""The registers of a map as one module of plain SystemVerilog.

A bus module asks with `access`.  In the first clock the register is found, in the next the access
is judged, where nothing waits, and in the third it takes effect and the answer comes with `done`.
So what is asked has to stay until then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashloom.rtl.registers.description import ADDRESS_BITS, ZERO_WORD
from hashloom.rtl.registers.layout import BITS, BYTES, Register, RegisterMap
from hashloom.rtl.registers.pieces import (
    bytes_written,
    clocked,
    condition,
    field_ports,
    field_register,
    guarded_ports,
    irq_port,
    name_of,
    put,
    table,
    word_of,
    write_flag,
    written,
)
from hashloom.rtl.verilog import Port, commented, module_file, module_head, section


@dataclass(frozen=True)
class RegisterFile:
    """The module of a register map.

    Attributes:
        name: of the module.
        map: its registers.
    """

    name: str
    map: RegisterMap

    @property
    def module_texts(self) -> dict[str, str]:
        """It consists of no module of the library."""
        return {}

    @property
    def ports(self) -> list[Port]:
        """The port of the bus, that of the memory, and the fields."""
        guarded = (each for each in self.map.registers if each.guarded)
        return [
            Port("input", 1, "clk", "clock"),
            Port("input", 1, "rst", "synchronous reset"),
            Port("input", 1, "access", "an access waits; it stays until it is done"),
            Port("input", 1, "write", "it is a write"),
            Port("input", ADDRESS_BITS, "address", "of a byte"),
            Port("input", BITS, "write_data", "what is written"),
            Port("input", BYTES, "write_strobe", "bytes that are written"),
            Port("output", 1, "done", "the access is done"),
            Port("output", 1, "error", "with done: it was refused"),
            Port(
                "output", BITS, "read_data", "with done and later: what was read, zero if refused"
            ),
            Port("input", 1, "hold", "the access has to wait"),
            Port("input", 1, "refuse", "the access is refused"),
            Port("input", 1, "bar", "a write has to wait, or is refused"),
            Port("output", 1, "asks", "an access is there whose register was found"),
            Port("output", 1, "serve", "it does not wait, and is done in the next clock"),
            Port("output", 1, "bad_address", "with done: an address without a register"),
            Port("output", 1, "bad_access", "or a write or a read that the register does not have"),
            *(self._file_ports() if self._filed else []),
            *(port for each in guarded for port in guarded_ports(each)),
            *(
                p
                for r in self.map.registers
                if not r.filed
                for f in r.fields
                for p in field_ports(r, f)
            ),
            *(irq_port(each) for each in self._interrupting),
        ]

    def _file_ports(self) -> list[Port]:
        return [
            Port("output", 1, "reads", "a register is read"),
            Port("output", self._word_bits, "file_place", f"its place, {ZERO_WORD} for a zero"),
            Port("output", self._word_bits, "file_found", "its word, a clock before"),
            Port(
                "input", 1, "file_hold", "with reads: it has to wait, for which there is hold too"
            ),
            Port("input", 1, "file_missing", "it is a word that is not there"),
            Port("input", BITS, "file_data", "the word"),
            Port("output", 1, "bad_word", "with done: the word was refused"),
        ]

    @property
    def _filed(self) -> list[Register]:
        return [each for each in self.map.registers if each.filed]

    @property
    def _word_bits(self) -> int:
        """Bits of the address of a word among the registers."""
        last = self.map.registers[-1]
        return (last.offset // BYTES + last.count - 1).bit_length()

    @property
    def _interrupting(self) -> list[Register]:
        return [r for r in self.map.registers if any(f.interrupts for f in r.fields)]

    @property
    def text(self) -> str:
        """The file."""
        header = [
            f"// {self.name}: the registers of {self.map.name}, made from its description in",
            "// SystemRDL. A register is one word; what an access does to it is in the map of the",
            "// registers.",
            "",
        ]
        body = [
            *section("Which register"),
            *self._decoding(),
            *section("Fields"),
            *(line for r in self.map.registers for f in r.fields for line in field_register(r, f)),
            *self._irqs(),
            *section("What is read"),
            *self._reading(),
        ]
        return module_file(header, module_head(self.name, self.ports), body)

    def _decoding(self) -> Iterator[str]:
        bits, low = self._word_bits, self._low_bits
        yield from self._constants()
        yield ""
        yield f"  logic [{bits - 1}:0] word;  // of the registers"
        yield "  logic known;  // the address is among theirs"
        yield f"  logic low;  // and below 0x{BYTES << low:x}, as all that are not in the memory"
        if self._filed:
            yield "  logic filed;  // a word of the memory is read"
        yield from self._found()
        yield ""
        above = f"address[{ADDRESS_BITS - 1}:{bits + 2}] == {ADDRESS_BITS - 2 - bits}'d0"
        yield f"  assign word = address[{bits + 1}:2];"
        yield f"  assign known = address[1:0] == 2'd0 && {above};"
        rest = f" && word[{bits - 1}:{low}] == {bits - low}'d0" if low + 1 < bits else ""
        rest = f" && !word[{low}]" if low + 1 == bits else rest
        yield f"  assign low = known{rest};"
        if self._filed:
            yield "  assign filed = FILED[word] && known && !write;"
        yield ""
        yield from clocked(
            "found_q <= access && !done_q && !serve;",
            "unknown_q <= !(WRITABLE[word] || READABLE[word]);",
            "denied_q <= write ? READABLE[word] && !WRITABLE[word]",
            "    : WRITABLE[word] && !READABLE[word];",
            "if (!known) unknown_q <= 1'b1;",
            "if (!known) denied_q <= 1'b0;",
            "if (rst) found_q <= 1'b0;",
        )
        yield from self._flags("write", "!write || !low", self._writable)
        yield from self._flags("read", "write || !low", self._read)
        if self._filed:
            yield from clocked(
                "place_q <= word;",
                f"if (!filed) place_q <= {self._word_bits}'d{ZERO_WORD};",
            )
        yield from self._judging()

    def _constants(self) -> Iterator[str]:
        bits = self._word_bits
        rows = [
            ("WRITABLE", 1 << bits, table(self._writable), "words that are written"),
            ("READABLE", 1 << bits, table(self._readable), "words that are read"),
        ]
        if self._filed:
            names = ", ".join(each.name for each in self._filed)
            filed = table(self._filed) | 1 << ZERO_WORD  # which no register is read at
            rows.append(("FILED", 1 << bits, filed, f"of the memory: {names}"))
            rows.append(("OTHERS", BITS, self._read_bits, "bits that other words have"))
        yield from commented(
            [
                (f"localparam logic [{n - 1}:0] {name} = {n}'h{value:x};", text)
                for name, n, value, text in rows
            ]
        )

    @property
    def _low_bits(self) -> int:
        """Bits of the address of a word among those registers that are not in the memory."""
        return (max(r.offset for r in self.map.registers if not r.filed) // BYTES).bit_length()

    @property
    def _writable(self) -> list[Register]:
        return [each for each in self.map.registers if each.writable]

    @property
    def _readable(self) -> list[Register]:
        return [each for each in self.map.registers if each.readable]

    @property
    def _read(self) -> list[Register]:
        """Those that are read from here, and not from the memory."""
        return [each for each in self._readable if not each.filed]

    @property
    def _read_bits(self) -> int:
        """Bits that may be one in a register that is read from here."""
        found = 0
        for field in (f for r in self._read for f in r.fields if "r" in f.software):
            constant = not field.stored and not field.given
            found |= ((field.reset or 0) << field.low) if constant else field.mask
        return found

    @property
    def _puts(self) -> list[tuple[int, list[Register]]]:
        """For each byte, the registers that have fields there."""
        found = [(b, [r for r in self._writable if b in bytes_written(r)]) for b in range(BYTES)]
        return [(byte, registers) for byte, registers in found if registers]

    def _found(self) -> Iterator[str]:
        yield from commented(
            [
                ("logic found_q;", "the register of the access was found"),
                ("logic unknown_q;", "there is none"),
                ("logic denied_q;", "there is, and it is not written, or not read"),
                *(
                    (f"logic write_{r.name.lower()}_q;", f"{r.title}, written")
                    for r in self._writable
                ),
                *((f"logic read_{r.name.lower()}_q;", f"{r.title}, read") for r in self._read),
                *(
                    [(f"logic [{self._word_bits - 1}:0] place_q;", "the word of the memory")]
                    if self._filed
                    else []
                ),
                ("logic effect;", "a write takes effect a clock later"),
                ("logic done_q, error_q;", ""),
                ("logic bad_address_q, bad_access_q;", ""),
                *([("logic bad_word_q;", "")] if self._filed else []),
                *(
                    (f"logic {written(r)}_q;", f"a write of {r.name} takes effect in this clock")
                    for r in self._writable
                    if r.guarded
                ),
                *(
                    (f"logic {put(each, byte)};", f"and byte {byte} of {each.name} is written")
                    for byte, registers in self._puts
                    for each in registers
                ),
                (f"logic [{BITS - 1}:0] others, read_data_q;", ""),
                *([("logic unused_others;", "bits of words of the memory")] if self._filed else []),
            ]
        )

    def _flags(self, kind: str, unless: str, registers: Sequence[Register]) -> Iterator[str]:
        """Which register it is, as a register of each."""
        names = [f"{kind}_{each.name.lower()}_q" for each in registers]
        yield from clocked(
            *(
                f"{name} <= {condition(each, self._low_bits)};"
                for name, each in zip(names, registers, strict=True)
            ),
            f"if ({unless}) begin",
            *(f"  {name} <= 1'b0;" for name in names),
            "end",
        )

    def _judging(self) -> Iterator[str]:
        yield "  assign asks = found_q && access;"
        yield "  assign serve = asks && !hold;"
        yield "  assign effect = asks && !bar && !rst;"
        if self._filed:
            yield "  assign reads = asks && !write;"
            yield "  assign file_found = word;"
            yield "  assign file_place = place_q;"
        guarded = [each for each in self._writable if each.guarded]
        for each in guarded:
            yield f"  assign {each.name.lower()}_found = write_{each.name.lower()}_q;"
        yield ""
        missing = " || file_missing" if self._filed else ""
        yield from clocked(
            "done_q <= serve;",
            f"error_q <= unknown_q || denied_q || refuse{missing};",
            "bad_address_q <= unknown_q;",
            "bad_access_q <= denied_q;",
            *(["bad_word_q <= file_missing;"] if self._filed else []),
            "if (!serve || rst) begin",
            "  bad_address_q <= 1'b0;",
            "  bad_access_q <= 1'b0;",
            *(["  bad_word_q <= 1'b0;"] if self._filed else []),
            "end",
            "if (rst) done_q <= 1'b0;",
        )
        yield from self._putting(guarded)
        yield "  assign done = done_q;"
        yield "  assign error = error_q;"
        yield "  assign bad_address = bad_address_q;"
        yield "  assign bad_access = bad_access_q;"
        if self._filed:
            yield "  assign bad_word = bad_word_q;"
        for each in guarded:
            yield f"  assign {written(each)} = {written(each)}_q;"
        yield ""

    def _putting(self, guarded: Sequence[Register]) -> Iterator[str]:
        """What is written: of the first byte, which most registers have, and of the others."""
        names = {f"{written(each)}_q": write_flag(each) for each in guarded}
        for byte, registers in self._puts:
            if byte:
                names |= {
                    put(r, byte): f"{write_flag(r)} && write_strobe[{byte}]" for r in registers
                }
        if names:
            yield from clocked(
                *(f"{name} <= {value};" for name, value in names.items()),
                "if (!effect) begin",
                *(f"  {name} <= 1'b0;" for name in names),
                "end",
            )
        for byte, registers in self._puts[:1]:
            yield from clocked(
                *(f"{put(each, byte)} <= {write_flag(each)};" for each in registers),
                f"if (!effect || !write_strobe[{byte}]) begin",
                *(f"  {put(each, byte)} <= 1'b0;" for each in registers),
                "end",
            )

    def _irqs(self) -> Iterator[str]:
        for each in self._interrupting:
            pending = [
                f"({name_of(each, field)}_q && {'_'.join(field.enabled).lower()}_q)"
                for field in each.fields
                if field.enabled
            ]
            yield f"  assign {irq_port(each).name} = {' || '.join(pending)};"
            yield ""

    def _reading(self) -> Iterator[str]:
        rows = [f"({{{BITS}{{read_{r.name.lower()}_q}}}} & {word_of(r)})" for r in self._read]
        yield f"  assign others = {f'{chr(10)}      | '.join(rows)};"
        yield ""
        if self._filed:
            yield from self._reading_words()
        else:
            yield from clocked(
                "read_data_q <= others;",
                "if (!effect || write) read_data_q <= 32'd0;",
            )
        yield "  assign read_data = read_data_q;"
        yield ""

    def _reading_words(self) -> Iterator[str]:
        """The words of the memory, which gives a zero where another register is read.

        What was read is there for a clock: no word of an answer outlives what erases it. Nothing
        refuses a read or makes it wait but the memory.
        """
        yield "  assign unused_others = &{1'b0, others & ~OTHERS};"
        yield ""
        yield from clocked(
            "read_data_q <= file_data | (others & OTHERS);",
            "if (!reads || file_hold || file_missing || rst) read_data_q <= 32'd0;",
        )
