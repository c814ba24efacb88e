"""A design on a board in simulation, behind a pseudo-terminal that takes the place of its port."""

from __future__ import annotations

import importlib.resources
import os
import pty
import subprocess
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hashloom.cores.boards.board import BoardDesign
from hashloom.verification.simulation.verilator import Build, build_model

_IDLE_CLOCKS = 20_000  # without a byte, behind which nothing goes on


def compile_board(design: BoardDesign) -> Path:
    """The executable of a design, from the cache when it was compiled before."""
    core, board = design.core, design.board
    settle = core.settle_clocks if core.keyed else 0
    defines = [("BIT_CLOCKS", design.bit_clocks), ("IDLE_CLOCKS", _IDLE_CLOCKS + settle)]
    if board.has_button:
        defines.append(("BUTTON_FREE", int(board.button_low)))
    folder = importlib.resources.files(__package__).joinpath("cpp_board")
    texts = {file.name: file.read_text() for file in folder.iterdir() if file.is_file()}
    sources = design.sources() | design.simulation_models
    return build_model(sources, design.top, texts, Build(defines=tuple(defines)))


@contextmanager
def simulated(executable: Path, drift: int = 0) -> Iterator[str]:
    """The path of a terminal behind which the compiled design runs.

    `drift` is by how many parts in ten thousand the host's bits are longer than the board's.
    """
    board, host = pty.openpty()
    try:
        tty.setraw(host)
        os.set_blocking(board, False)
        command = [str(executable), str(board), str(drift)]
        with subprocess.Popen(command, pass_fds=(board,)) as process:
            try:
                yield os.ttyname(host)
            finally:
                process.kill()
    finally:
        os.close(board)
        os.close(host)
