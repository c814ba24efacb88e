"""`hashloom talk`: files through a core on a board, or on one that is simulated."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from hashloom.commands.common.console import print_json, print_line, stderr_console, working
from hashloom.commands.common.messages import Source
from hashloom.commands.common.request import Request, on_request
from hashloom.cores.boards.board import DEFAULT_BAUD, BoardDesign, board_design, fastest
from hashloom.errors import RequestError
from hashloom.talk.files import Content, Hashed, Talker, chosen
from hashloom.talk.link import Link, greeting_from
from hashloom.talk.port import serial_port
from hashloom.verification.simulation.board import compile_board, simulated

_BOARD = "ulx3s-85f"
_SIMULATED_QUIET_SECONDS = 120.0

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="- is standard input.")]
Device = Annotated[
    str | None, typer.Option("--port", metavar="DEV", help="Serial port of the board.")
]
Simulate = Annotated[
    bool, typer.Option("--simulate", help="Simulate a board instead of talking to one.")
]
Board = Annotated[
    str | None, typer.Option(help=f"The simulated board; {_BOARD} where none is named.")
]
Simulated = Annotated[
    str | None,
    typer.Option(
        "--core",
        help='The simulated core with its options, such as "hmac-sha256 --fold 1"; sha256, or '
        "hmac-sha256 with a key, where none is named.",
    ),
]
Baud = Annotated[
    int | None,
    typer.Option(
        help=f"Bits a second on the line: as the bitstream has it, {DEFAULT_BAUD} where it was not "
        "asked for another one; in simulation the most that the clock allows."
    ),
]
KeyHex = Annotated[str | None, typer.Option("--key-hex", help="The key in hexadecimal (HMAC).")]
KeyText = Annotated[str | None, typer.Option("--key-text", help="The key as text, in UTF-8.")]
KeyFile = Annotated[str | None, typer.Option("--key-file", help="A file that is the key.")]
Hash = Annotated[
    str | None, typer.Option("--hash", help="The hash, of a core of several; otherwise the first.")
]
Check = Annotated[
    bool,
    typer.Option("--check", help="Compare with Python's hashlib; exit status 1 if it differs."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def talk(
    files: Files,
    port: Device = None,
    simulate: Simulate = False,
    board: Board = None,
    core: Simulated = None,
    baud: Baud = None,
    key_hex: KeyHex = None,
    key_text: KeyText = None,
    key_file: KeyFile = None,
    hash: Hash = None,
    check: Check = False,
    json: Json = False,
) -> None:
    """Hash files through the core on a board.

    A line for each: the digest, or with a key the tag, and the file's name.
    """
    if simulate == (port is not None):
        raise RequestError(
            "Files go through a board at --port DEV or through one of --simulate; this request has "
            f"{'both' if simulate else 'neither'} of them."
        )
    if not simulate and (board is not None or core is not None):
        raise RequestError(
            "A board at a port says itself what it is; accepted with --board and --core is "
            "--simulate."
        )
    key = _key(key_hex, key_text, key_file)
    contents = [Content(name) for name in files]
    total = sum(content.length for content in contents)
    if simulate:
        usual = "sha256" if key is None else "hmac-sha256"
        design = design_of(board or _BOARD, usual if core is None else core, baud)
        chosen(greeting_from(design.greeting.encode()), key, hash)  # before anything is compiled
        opened = _simulation(design)
    else:
        opened = _board(port or "", baud or DEFAULT_BAUD)
    done: list[Hashed] = []
    with opened as link:
        talker = Talker(link, key, hash)
        with _bar(total) as advance:
            for content in contents:
                before = sum(each.length for each in done)
                hashed = talker.hashed(content, functools.partial(advance, before))
                done.append(hashed)
                if check:
                    talker.check(hashed, content)
                if not json:
                    print_line(f"{hashed.digest.hex()}  {hashed.name}")
        link.restart()  # nothing of a key is left on the board
    if json:
        print_json(_document(talker.core, done, check))
    else:
        stderr_console().print(_rate(done), soft_wrap=True)


def _key(hex: str | None, text: str | None, file: str | None) -> bytes | None:
    """The key, if there is one."""
    source = Source("key-", hex, text, None if file is None else Path(file))
    if source.given > 1:
        raise RequestError(
            "A key is given by one of --key-hex, --key-text and --key-file; this request has "
            f"{source.given} of them."
        )
    return source.content() if source.given else None


def design_of(board: str, words: str, baud: int | None) -> BoardDesign:
    """A core, as it is asked for on the command line, on a board; bits as short as can be where no
    `baud` is given."""
    found: list[Request] = []

    @on_request
    def take(request: Request) -> None:
        """What is asked for."""
        found.append(request)

    app = typer.Typer(add_completion=False)
    app.command()(take)
    try:
        app(args=shlex.split(words), prog_name="--core", standalone_mode=False)
    except ValueError as error:  # of shlex
        raise RequestError(f"--core {words!r} is no command line: {error}.") from error
    if not found:
        raise RequestError(f'--core {words!r} names no core; accepted is one such as "sha256".')
    asked = found[0]
    given = (board, asked.hash_name, asked.architecture, asked.interface)
    return fastest(board_design(*given)) if baud is None else board_design(*given, baud=baud)


@contextmanager
def _simulation(design: BoardDesign) -> Iterator[Link]:
    with working(f"Compiling {design.core.name} on {design.board.name} for simulation."):
        executable = compile_board(design)
    with simulated(executable) as path, serial_port(path, DEFAULT_BAUD) as port:
        yield Link(port, _SIMULATED_QUIET_SECONDS)


@contextmanager
def _board(device: str, baud: int) -> Iterator[Link]:
    with serial_port(device, baud) as port:
        yield Link(port)


@contextmanager
def _bar(total: int) -> Iterator[Any]:
    """A progress bar; the function given takes bytes of files before and of the one under way."""
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    console = stderr_console()
    columns = (
        TextColumn("Hashing"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bars:
        task = bars.add_task("", total=total)
        yield lambda before, more: bars.update(task, completed=before + more)


def _rate(done: list[Hashed]) -> str:
    length, seconds = sum(each.length for each in done), sum(each.seconds for each in done)
    files = f"{len(done)} files, " if len(done) > 1 else ""
    return f"{files}{length} bytes in {seconds:.2f} s: {length / seconds / 1000:.1f} kB/s"


def _document(core: str, done: list[Hashed], checked: bool) -> dict[str, Any]:
    """What came out, as JSON shows it; seconds and bytes a second besides."""
    rows = [
        {
            "file": each.name,
            "digest": each.digest.hex(),
            "bytes": each.length,
            "seconds": round(each.seconds, 6),
            "bytes_per_second": round(each.length / each.seconds, 1),
        }
        for each in done
    ]
    return {"core": core, "checked": checked, "files": rows}
