"""Pieces of a SystemRDL description as text (SystemRDL 2.0, Accellera 2018)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FieldText:
    """A field: name, bits, what it means, what it is after a reset, and further properties."""

    name: str
    high: int
    low: int
    text: str
    reset: int | None = None
    more: str = ""

    @property
    def lines(self) -> str:
        """Its declaration."""
        reset = "" if self.reset is None else f" = {self.high - self.low + 1}'d{self.reset}"
        bits = f"[{self.high}:{self.low}]"
        return f'    field {{ desc = "{self.text}"; {self.more}}} {self.name}{bits}{reset};'


def register_text(
    name: str,
    place: str,
    title: str,
    text: str,
    fields: Sequence[FieldText],
    defaults: str = "",
) -> list[str]:
    """The lines of a register; `place` is what follows its name."""
    return [
        "  reg {",
        f'    name = "{title}";',
        f'    desc = "{text}";',
        *([f"    {defaults}"] if defaults else []),
        *(field.lines for field in fields),
        f"  }} {name}{place};",
        "",
    ]


def map_text(name: str, title: str, registers: Sequence[str]) -> str:
    """The description of a core's registers, given the lines of each, as text."""
    return "\n".join(
        [
            f"// Registers of {name}.",
            "//",
            "// guarded: the core may refuse an access to the register, or let it wait.",
            "// filed: its words lie in the core's memory of answers and counters.",
            "property guarded { type = boolean; component = reg; };",
            "property filed { type = boolean; component = reg; };",
            "",
            f"addrmap {name} {{",
            f'  name = "{title}";',
            "  default regwidth = 32;",
            "  default accesswidth = 32;",
            "  default sw = r;",
            "  default hw = na;",
            "",
            *registers,
            "  INTR_STATUS.done->enable = INTR_ENABLE.done;",
            "  INTR_STATUS.error->enable = INTR_ENABLE.error;",
            "};",
            "",
        ]
    )
