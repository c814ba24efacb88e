"""What a design on a board says of itself to its host, as a table."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.verilog import Port, case_table, module_file, module_head, range_of

PLACE_BITS = 6  # of a place in the text
LONGEST = 1 << PLACE_BITS
_LAST = 1 << 8
_IN_LOGIC = '  (* rom_style = "distributed", romstyle = "logic", syn_romstyle = "logic" *)'


@dataclass(frozen=True)
class Greeting:
    """The module with a text of at most LONGEST letters.

    Attributes:
        name: of the module.
        said: the text, in ASCII.
    """

    name: str
    said: str

    @property
    def module_texts(self) -> dict[str, str]:
        """It consists of no module of the library."""
        return {}

    @property
    def ports(self) -> list[Port]:
        """A place in, its letter out."""
        return [
            Port("input", PLACE_BITS, "place", "of a letter"),
            Port("output", 8, "data", "the letter"),
            Port("output", 1, "last", "it is the last"),
        ]

    @property
    def text(self) -> str:
        """The file."""
        rows = list(self.said.encode("ascii"))
        rows[-1] |= _LAST
        header = [f'// {self.name}: the text "{self.said}", a letter at a time.', ""]
        body = [
            _IN_LOGIC,
            f"  logic{range_of(9)} letter;  // and above it, whether it is the last",
            "",
            "  always_comb begin",
            *case_table("place", PLACE_BITS, "letter =", rows, 9, "logic"),
            "  end",
            "",
            "  assign {last, data} = letter;",
            "",
        ]
        return module_file(header, module_head(self.name, self.ports), body)
