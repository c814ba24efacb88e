"""A small design with every kind of cell that annealed cores have, as nextpnr reads it back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hashloom.implementation.annealing.annealer import Schedule
from hashloom.implementation.annealing.packed import Packed, Place, moved, read_packed
from hashloom.implementation.tools import find_tool, run_tool
from hashloom.targets import get_target

TARGET = get_target("ecp5-12f-6")
# Carry chains, memories of look-up tables and of blocks, multiplexers, enables and resets
MIXED = """module mixed (
    input logic clk, rst, en, input logic [31:0] a, input logic [7:0] at, output logic [31:0] y
);
  logic [31:0] sum, turned, kept, wide_q, deep_q;
  logic [31:0] wide [0:15];
  logic [31:0] deep [0:255];
  always_ff @(posedge clk) begin
    sum <= rst ? '0 : sum + (a ^ turned);
    if (en) kept <= sum;
    turned <= {kept[20:0], kept[31:21]} ^ (at[0] ? wide_q : deep_q);
    if (en) wide[at[3:0]] <= sum;
    wide_q <= wide[at[7:4]];
    if (rst) deep[at] <= kept;
    deep_q <= deep[~at];
    y <= at[1] ? (at[2] ? sum : kept) : (at[3] ? turned : deep_q ^ wide_q) & {32{a[at[4:0]]}};
  end
endmodule
"""

# Enough to move cells about
QUICK = Schedule(
    effort=20,
    timing=1,
    outliers=0,
    crowding=0.02,
    roomy=26,
    steps=30,
    hot=2,
    cooling=0.9,
)


def read_back(
    folder: Path, packed: Packed, places: Mapping[str, Place], ways: Mapping[int, str]
) -> Packed:
    """The design with its cells in these places and its nets on these ways, as nextpnr has it.

    Its report is r.json in `folder`, its delays are w.sdf, what it said is route.log.
    """
    (folder / "n.json").write_text(moved(packed, places, ways))
    options = TARGET.place_command("n.json", packed.top, 1, "r.json")
    options += ("--no-pack", "--placer", "sa", "--write", "w.json", "--sdf", "w.sdf")
    run_tool(find_tool("nextpnr-ecp5"), options, folder, "route")
    return read_packed((folder / "w.json").read_text())
