"""The registers of a map as one module of plain SystemVerilog.

A bus module asks with `access`; in the first clock the register is found, in the next the access
takes effect where nothing waits, and the answer comes with `done` in the third.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashloom.rtl.registers.description import ADDRESS_BITS
from hashloom.rtl.registers.layout import BITS, BYTES, Field, Register, RegisterMap
from hashloom.rtl.verilog import Port, commented, module_file, module_head, range_of, section


@dataclass(frozen=True)
class RegisterFile:
    """The module of a register map.

    Attributes:
        name: of the module.
        map: its registers.
        file_bits: bits of the place of a word in the memory of answers and counters, if any.
    """

    name: str
    map: RegisterMap
    file_bits: int

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
            Port("output", 1, "bad_address", "an access to an address without a register"),
            Port("output", 1, "bad_access", "a write or a read that the register does not have"),
            *(self._file_ports() if self._filed else []),
            *(port for each in guarded for port in _guarded_ports(each)),
            *(p for r in self.map.registers if not r.filed for f in r.fields for p in _ports(r, f)),
            *(_irq_port(each) for each in self._interrupting),
        ]

    def _file_ports(self) -> list[Port]:
        return [
            Port("output", 1, "file_read", "a word of the memory is read"),
            Port("output", self.file_bits, "file_place", "its place"),
            Port("input", BITS, "file_data", "the word"),
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
            *(line for r in self.map.registers for f in r.fields for line in _field(r, f)),
            *self._irqs(),
            *section("What is read"),
            *self._reading(),
        ]
        return module_file(header, module_head(self.name, self.ports), body)

    def _decoding(self) -> Iterator[str]:
        registers = self.map.registers
        yield f"  logic [{self._word_bits - 1}:0] word;  // of the registers"
        for each in registers:
            kept = "" if each.filed else f", {_at(each)}_q"
            yield f"  logic {_at(each)}{kept};  // {each.title}"
        yield from commented(
            [
                ("logic known, known_q;", "there is such a register"),
                ("logic allowed, allowed_q;", "and it is read, or written, as is asked"),
                *([("logic filed_q;", "it is a word of the memory")] if self._filed else []),
                ("logic found_q;", "the register of the access was found"),
                ("logic asks;", "the access is there and not done"),
                ("logic serve, effect;", "it is answered; it takes effect"),
                ("logic done_q, error_q;", ""),
                (f"logic [{BITS - 1}:0] read, read_data_q;", ""),
            ]
        )
        yield ""
        bits, above = self._word_bits, ADDRESS_BITS - 2 - self._word_bits
        yield f"  assign word = address[{bits + 1}:2];"
        for each in registers:
            yield f"  assign {_at(each)} = {_condition(each, bits)};"
        yield f"  assign known = address[1:0] == 2'd0 && address[{ADDRESS_BITS - 1}:{bits + 2}]"
        yield f"      == {above}'d0 && ({_any(registers)});"
        yield "  assign allowed = known && (write"
        yield f"      ? {_any([r for r in registers if r.writable])}"
        yield f"      : {_any([r for r in registers if r.readable])});"
        yield ""
        yield from _clocked(
            "found_q <= access && !done_q && !serve;",
            "known_q <= known;",
            "allowed_q <= allowed;",
            *([f"filed_q <= {_any(self._filed)};"] if self._filed else []),
            *(f"{_at(each)}_q <= {_at(each)};" for each in registers if not each.filed),
            "if (rst) found_q <= 1'b0;",
        )
        yield "  assign asks = found_q && access;"
        yield "  assign serve = asks && !hold;"
        yield "  assign effect = serve && write && allowed_q && !refuse;"
        yield "  assign bad_address = serve && !known_q;"
        yield "  assign bad_access = serve && known_q && !allowed_q;"
        if self._filed:
            yield "  assign file_read = asks && !write && allowed_q && filed_q;"
            yield f"  assign file_place = word[{self.file_bits - 1}:0];"
        for each in registers:
            if each.guarded:
                name = each.name.lower()
                yield f"  assign {name}_asked = asks && write && allowed_q && {_at(each)}_q;"
                yield f"  assign {name}_written = effect && {_at(each)}_q;"
        yield ""
        yield from _clocked(
            "done_q <= serve;",
            "error_q <= !allowed_q || refuse;",
            "if (rst) done_q <= 1'b0;",
        )
        yield "  assign done = done_q;"
        yield "  assign error = error_q;"
        yield ""

    def _irqs(self) -> Iterator[str]:
        for each in self._interrupting:
            pending = [
                f"({_name(each, field)}_q && {'_'.join(field.enabled).lower()}_q)"
                for field in each.fields
                if field.enabled
            ]
            yield f"  assign {_irq_port(each).name} = {' || '.join(pending)};"
            yield ""

    def _reading(self) -> Iterator[str]:
        words = [each for each in self.map.registers if each.readable and not each.filed]
        filed = [("filed_q", "file_data")] if self._filed else []
        terms = [*filed, *((f"{_at(each)}_q", _word(each)) for each in words)]
        rows = [f"(({{{BITS}{{{at}}}}} & {word}))"[1:-1] for at, word in terms]
        yield f"  assign read = {f'{chr(10)}      | '.join(rows)};"
        yield ""
        yield from _clocked(
            "if (asks && !write) read_data_q <= read;",
            "if (asks && !write && (!allowed_q || refuse)) read_data_q <= 32'd0;",
            "if (rst) read_data_q <= 32'd0;",
        )
        yield "  assign read_data = read_data_q;"
        yield ""


def _name(register: Register, field: Field) -> str:
    return f"{register.name}_{field.name}".lower()


def _at(register: Register) -> str:
    return f"at_{register.name.lower()}"


def _any(registers: Sequence[Register]) -> str:
    names = [_at(each) for each in registers]
    rows = [" || ".join(names[i : i + 5]) for i in range(0, len(names), 5)]
    return "\n          || ".join(rows)


def _condition(register: Register, width: int) -> str:
    """The condition that a word's address is the register's."""
    first, count = register.offset // BYTES, register.count
    if count == 1:
        return f"word == {width}'d{first}"
    bits = (count - 1).bit_length()
    if first % (1 << bits):  # it does not begin at a multiple
        return f"word >= {width}'d{first} && word < {width}'d{first + count}"
    within = f"word[{width - 1}:{bits}] == {width - bits}'d{first >> bits}"
    if count == 1 << bits:
        return within
    return f"{within} && word[{bits - 1}:0] < {bits}'d{count}"


def _clocked(*statements: str) -> list[str]:
    if len(statements) == 1:
        return [f"  always_ff @(posedge clk) {statements[0]}", ""]
    return ["  always_ff @(posedge clk) begin", *(f"    {s}" for s in statements), "  end", ""]


def _guarded_ports(register: Register) -> list[Port]:
    name = register.name
    return [
        Port("output", 1, f"{name.lower()}_asked", f"a write to {name} is there"),
        Port("output", 1, f"{name.lower()}_written", "it takes effect"),
    ]


def _ports(register: Register, field: Field) -> Iterator[Port]:
    """What hardware sees and gives of a field."""
    name, what = _name(register, field), f"{register.name}.{field.name}"
    if field.shown:
        yield Port("output", field.width, name, what)
    if field.given:
        yield Port("input", field.width, name, what)
    if field.sets or field.interrupts:
        yield Port("input", 1, f"{name}_set", f"{what} is set")
    if field.clearable:
        yield Port("input", 1, f"{name}_clear", f"{what} is cleared, where it is not written")


def _irq_port(register: Register) -> Port:
    return Port("output", 1, f"{register.name.lower()}_irq", "an enabled bit is set")


def _field(register: Register, field: Field) -> Iterator[str]:
    """The register of a field, if it has one, and what hardware sees of it."""
    if not field.stored:
        return
    name = _name(register, field)
    yield f"  logic{range_of(field.width)} {name}_q;"
    statements = []
    if field.pulses:
        statements.append(f"{name}_q <= {field.width}'d0;")
    if field.clearable:
        statements.append(f"if ({name}_clear) {name}_q <= {field.width}'d0;")
    statements += _writes(register, field, f"{name}_q")
    if field.sets or field.interrupts:
        statements.append(f"if ({name}_set) {name}_q <= 1'b1;")
    statements.append(f"if (rst) {name}_q <= {field.width}'d{field.reset};")
    yield ""
    yield from _clocked(*statements)
    if field.shown:
        yield f"  assign {name} = {name}_q;"
        yield ""


def _writes(register: Register, field: Field, target: str) -> Iterator[str]:
    """What a write does, byte by byte."""
    for byte in range(field.low // 8, field.high // 8 + 1):
        high, low = min(field.high, 8 * byte + 7), max(field.low, 8 * byte)
        part = target if field.width == 1 else target + _range(high - field.low, low - field.low)
        data = f"write_data{_range(high, low)}"
        condition = f"effect && {_at(register)}_q && write_strobe[{byte}]"
        if field.clears:
            yield f"if ({condition} && {data}) {part} <= 1'b0;"
        else:
            yield f"if ({condition}) {part} <= {data};"


def _range(high: int, low: int) -> str:
    return f"[{high}]" if high == low else f"[{high}:{low}]"


def _word(register: Register) -> str:
    """A register's word: its fields, the highest first, and zeros between them."""
    parts, top = [], BITS
    for field in reversed(register.fields):
        if field.high + 1 < top:
            parts.append(f"{top - field.high - 1}'d0")
        if "r" in field.software:
            parts.append(_value(register, field))
        else:
            parts.append(f"{field.width}'d0")
        top = field.low
    if top:
        parts.append(f"{top}'d0")
    return parts[0] if len(parts) == 1 else f"{{{', '.join(parts)}}}"


def _value(register: Register, field: Field) -> str:
    if field.stored:
        return f"{_name(register, field)}_q"
    if field.given:
        return _name(register, field)
    return f"{field.width}'d{field.reset}"
