"""What a bundle tells of the registers behind a bus: all of it from their SystemRDL description."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hashloom.bundles.systems import Vlnv, vlnv_of
from hashloom.bundles.templating import template
from hashloom.cores.buses.registers import contents, description_of, registers_of
from hashloom.cores.core import Core
from hashloom.errors import MissingError
from hashloom.rtl.registers.compiling import EXTRA, compiled
from hashloom.rtl.registers.layout import BYTES, Field, Register, RegisterMap


def register_files(core: Core) -> dict[str, str]:
    """Texts by path in the bundle; none for a core with streams.

    Raises MissingError where what reads and writes register maps is not installed.
    """
    if not core.interface.registered:
        return {}
    text, registers = description_of(core), registers_of(core)
    values: dict[str, Any] = {
        "core": core,
        "map": registers,
        "wait_clocks": contents(core).wait_clocks,
    }
    values |= {"bits": bits, "written": written, "offset": offset}
    return {
        f"registers/{core.prefix}.rdl": text,
        f"registers/{core.prefix}.h": header(registers, core.prefix),
        f"registers/{core.prefix}.xml": _ip_xact(text, vlnv_of(core)),
        "doc/registers.md": template("registers.md.j2", **values),
        "doc/registers.html": template("registers.html.j2", **values),
    }


def header(registers: RegisterMap, prefix: str) -> str:
    """A C header: offsets in bytes, and of each field its lowest bit and its mask in the word.

    There are no structures: a packed one would turn an access to a word into accesses to bytes.
    """
    name = prefix.upper()
    lines = [f"#ifndef {name}_H", f"#define {name}_H", "", f"// {registers.title}"]
    for register in registers.registers:
        own = f"{name}_{register.name}"
        lines += ["", f"// {register.title}: {register.access}. {register.text}"]
        lines.append(f"#define {own}_OFFSET 0x{register.offset:02x}u")
        if register.array:
            lines.append(f"#define {own}_COUNT {register.count}u")
            lines.append(f"#define {own}_WORD(i) ({own}_OFFSET + {BYTES}u * (i))")
        for field in register.fields:
            lines += _field(f"{own}_{field.name.upper()}", field)
    return "\n".join([*lines, "", "#endif", ""])


def _field(name: str, field: Field) -> list[str]:
    rows = [f"#define {name}_SHIFT {field.low}u", f"#define {name}_MASK 0x{field.mask:08x}u"]
    if field.reset is not None and not field.stored:
        rows.append(f"#define {name}_VALUE 0x{field.reset:x}u")
    return rows


def _ip_xact(text: str, vlnv: Vlnv) -> str:
    """IP-XACT (IEEE 1685-2014), by PeakRDL; the component is the core's.

    Raises MissingError without PeakRDL.
    """
    try:
        from peakrdl_ipxact.exporter import IPXACTExporter
    except ImportError as error:
        raise MissingError.of("peakrdl-ipxact, for register maps,", EXTRA) from error
    with tempfile.TemporaryDirectory(prefix="hashloom-") as folder:
        path = Path(folder) / "registers.xml"
        vendor, library, name, version = vlnv
        exporter = IPXACTExporter(vendor=vendor, library=library, version=version)
        exporter.export(compiled(text), str(path), component_name=name)
        return path.read_text("utf-8")


def bits(field: Field) -> str:
    """Where a field is, for people: "3:0" or "4"."""
    return str(field.low) if field.width == 1 else f"{field.high}:{field.low}"


def written(field: Field) -> str:
    """What a bus does with a field, for people."""
    kinds = {"r": "read", "w": "write", "rw": "read, write"}
    if field.clears:
        return "read, clear by writing 1"
    return kinds[field.software] + (", for one clock" if field.pulses else "")


def offset(register: Register) -> str:
    """Where a register is, for people."""
    first = f"0x{register.offset:02x}"
    if not register.array:
        return first
    return f"{first} to 0x{register.offset + BYTES * (register.count - 1):02x}"
