"""`hashloom board`: the bitstream of a core on a board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hashloom.bundles.board import board_files, document_of
from hashloom.cache import Cache
from hashloom.commands.common.console import print_json, print_line, print_rich, working
from hashloom.commands.common.request import Request, on_board_request
from hashloom.cores.boards.board import DEFAULT_BAUD, BoardDesign, board_design
from hashloom.files import check_folder, write_folder
from hashloom.implementation.bitstream import Bitstream, larger_board, make_bitstream
from hashloom.measurements.estimation.room import check_room
from hashloom.reports.text import facts

_SEEDS = 3

Board = Annotated[str, typer.Argument(metavar="BOARD", help="The board; see hashloom list.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        help="Folder to write; replaced if hashloom wrote it.  Otherwise one named by core and "
        "board.",
    ),
]
Clock = Annotated[
    float | None,
    typer.Option(
        help="Clock in MHz: the highest that the board's PLL gives up to it; otherwise the board's "
        "own, see docs/boards.md."
    ),
]
Baud = Annotated[int, typer.Option(help="Bits a second on the line.")]
Seeds = Annotated[
    int,
    typer.Option(min=1, help="Placements at most; the first that meets the clock is taken."),
]


@on_board_request
def board(
    request: Request,
    board: Board,
    output: Folder = None,
    clock: Clock = None,
    baud: Baud = DEFAULT_BAUD,
    seeds: Seeds = _SEEDS,
) -> None:
    """Build the bitstream of a core behind a board's UART.

    Its clock comes from the board's PLL, and is met or there is no bitstream. `hashloom talk`
    hashes files through it.
    """
    design = board_design(
        board,
        request.hash_name,
        request.architecture,
        request.interface,
        mhz=clock,
        baud=baud,
    )
    folder = output or Path(design.name)
    check_folder(folder)
    check_room(design.core, larger_board)
    with working(f"Building {design.core.name} for {design.board.name}.") as tell:
        made = make_bitstream(design, range(1, seeds + 1), cache=Cache(), progress=tell)
    files = board_files(design, made)
    write_folder(files, folder)
    if request.json:
        head = {"rtl_sha256": design.rtl_sha256, "command": design.command}
        print_json(
            head | {"folder": str(folder), "files": sorted(files)} | document_of(design, made)
        )
    else:
        print_rich(_table(design, made))
        print_line(f"Wrote {folder / design.name}.{made.ending}.")


def _table(design: BoardDesign, made: Bitstream) -> Any:
    placed, board = made.placement, design.board
    more = placed.fmax_mhz - design.mhz
    rows = {
        "clock": f"{design.mhz:g} MHz from {board.oscillator_mhz:g} MHz; the placement reaches "
        f"{placed.fmax_mhz:g} MHz, {more:.1f} MHz more (seed {placed.seed})",
        "line": f"{design.baud} bits a second, {design.bit_clocks} clocks each, by {board.serial}",
    }
    have = design.core.target.capacity.as_dict()
    for kind, count in placed.resources.as_dict().items():
        if have[kind] and (count or kind == "lut"):
            rows[kind] = f"{count} ({100 * count / have[kind]:.1f} %), link included"
    rows["bitstream"] = f"{len(made.content)} bytes"
    rows["tools"] = ", ".join(made.tools.values())
    return facts(f"{design.core.name} on {board.title}", rows)
