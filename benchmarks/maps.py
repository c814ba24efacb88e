"""Writes the maps of registers that docs/registers.md and docs/dma.md show, from the description.

    python benchmarks/maps.py

A row is a register of a core with keys; what a core without them lacks is marked. A test holds the
pages against it.
"""

from __future__ import annotations

from pathlib import Path

from arrays import put

from hashloom.bundles.registers import offset, written
from hashloom.cores import Interface, core_for
from hashloom.cores.buses.registers import registers_of
from hashloom.files import write_file
from hashloom.rtl.registers.layout import Register, RegisterMap

DOCS = Path(__file__).resolve().parent.parent / "docs"
MARK = "map"
# Of each page the core without keys and the core with all that there is
PAGES = {
    "registers.md": (Interface(bus="apb4"), Interface(bus="apb4", resume=True)),
    "dma.md": (Interface(dma="axi4"), Interface(dma="axi4")),
}
HEAD = "| address | register | access | | fields |\n|---|---|---|---|---|\n"


def table_of(page: str) -> str:
    """The map that a page shows, in Markdown."""
    plain, full = (
        registers_of(core_for(name, None, interface))
        for name, interface in zip(("sha256", "hmac-sha256"), PAGES[page], strict=True)
    )
    return HEAD + "".join(f"{_row(each, plain)}\n" for each in full.registers)


def _row(register: Register, plain: RegisterMap) -> str:
    lacking = register.name not in {each.name for each in plain.registers}
    shown = register if lacking else plain.register(register.name)
    there = {field.name for field in shown.fields}
    fields = [field.name if field.name in there else f"({field.name})" for field in register.fields]
    access = "; ".join(dict.fromkeys(written(field) for field in register.fields))
    name = f"{register.name} (only with keys)" if lacking else register.name
    return f"| {offset(shown)} | {name} | {access} | {register.title} | {', '.join(fields)} |"


def main() -> None:
    """Writes the pages."""
    for page in PAGES:
        text = (DOCS / page).read_text("utf-8")
        write_file(DOCS / page, put(text, MARK, f"\n{table_of(page)}\n"))


if __name__ == "__main__":
    main()
