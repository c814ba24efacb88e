"""Pieces of the module of a register map: names, fields, words, and what is clocked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashloom.rtl.registers.layout import BITS, BYTES, Field, Register
from hashloom.rtl.verilog import Port, range_of


def name_of(register: Register, field: Field) -> str:
    """A field's name, with its register's."""
    return f"{register.name}_{field.name}".lower()


def write_flag(register: Register) -> str:
    """What says that the register is written."""
    return f"write_{register.name.lower()}_q"


def written(register: Register) -> str:
    """What says that a write of a guarded register takes effect."""
    return f"{register.name.lower()}_written"


def bytes_written(register: Register) -> set[int]:
    """Bytes in which fields are written."""
    return {
        byte
        for field in register.fields
        if "w" in field.software and field.stored
        for byte in range(field.low // 8, field.high // 8 + 1)
    }


def put(register: Register, byte: int) -> str:
    """What says that a byte of a register is written."""
    return f"put_{register.name.lower()}_{byte}_q"


def table(registers: Sequence[Register]) -> int:
    """A bit for each word: whether it is one of the registers'."""
    bits = 0
    for each in registers:
        bits |= ((1 << each.count) - 1) << (each.offset // BYTES)
    return bits


def condition(register: Register, width: int) -> str:
    """The condition that a word's address is the register's, of which there is one."""
    return f"word[{width - 1}:0] == {width}'d{register.offset // BYTES}"


def clocked(*statements: str, indent: int = 2) -> list[str]:
    """What happens at the clock."""
    margin = " " * indent
    if len(statements) == 1:
        return [f"{margin}always_ff @(posedge clk) {statements[0]}", ""]
    lines = [f"{margin}  {statement}" for statement in statements]
    return [f"{margin}always_ff @(posedge clk) begin", *lines, f"{margin}end", ""]


def guarded_ports(register: Register) -> list[Port]:
    """What hardware sees of accesses to a guarded register."""
    name = register.name
    return [
        Port("output", 1, f"{name.lower()}_found", f"with asks: a write of {name}"),
        Port("output", 1, f"{name.lower()}_written", "with done: it takes effect"),
    ]


def field_ports(register: Register, field: Field) -> Iterator[Port]:
    """What hardware sees and gives of a field."""
    name, what = name_of(register, field), f"{register.name}.{field.name}"
    if field.shown:
        yield Port("output", field.width, name, what)
    if field.given:
        yield Port("input", field.width, name, what)
    if field.sets or field.interrupts:
        yield Port("input", 1, f"{name}_set", f"{what} is set")
    if field.clearable:
        yield Port("input", 1, f"{name}_clear", f"{what} is cleared, also where it is written")


def irq_port(register: Register) -> Port:
    """The interrupt of a register."""
    return Port("output", 1, f"{register.name.lower()}_irq", "an enabled bit is set")


def field_register(register: Register, field: Field) -> Iterator[str]:
    """The register of a field, if it has one, and what hardware sees of it."""
    if not field.stored:
        return
    name = name_of(register, field)
    if field.pulses:
        yield f"  assign {name} = {put(register, field.low // 8)}"
        yield f"      && write_data{_range(field.high, field.low)};"
        yield ""
        return
    yield f"  logic{range_of(field.width)} {name}_q;"
    statements = list(_writes(register, field, f"{name}_q"))
    if field.clearable:
        statements.append(f"if ({name}_clear) {name}_q <= {field.width}'d0;")
    if field.sets or field.interrupts:
        statements.append(f"if ({name}_set) {name}_q <= 1'b1;")
    statements.append(f"if (rst) {name}_q <= {field.width}'d{field.reset};")
    yield ""
    yield from clocked(*statements)
    if field.shown:
        yield f"  assign {name} = {name}_q;"
        yield ""


def _writes(register: Register, field: Field, target: str) -> Iterator[str]:
    """What a write does, byte by byte."""
    for byte in range(field.low // 8, field.high // 8 + 1):
        high, low = min(field.high, 8 * byte + 7), max(field.low, 8 * byte)
        part = target if field.width == 1 else target + _range(high - field.low, low - field.low)
        data = f"write_data{_range(high, low)}"
        if field.clears:
            yield f"if ({put(register, byte)} && {data}) {part} <= 1'b0;"
        else:
            yield f"if ({put(register, byte)}) {part} <= {data};"


def _range(high: int, low: int) -> str:
    return f"[{high}]" if high == low else f"[{high}:{low}]"


def word_of(register: Register) -> str:
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
        return f"{name_of(register, field)}_q"
    if field.given:
        return name_of(register, field)
    return f"{field.width}'d{field.reset}"
