"""The command line: `hashloom list | generate | simulate | verify | prove | implement | build |
explain | explore | unrolling | activity | papers | choose | report | board | talk`.

Exit status 0 on success; 1 when a tool or a check failed; 2 for a request that cannot be met.
Whatever goes wrong is told in one sentence on standard error. What signals do, and their statuses,
is in `hashloom.__main__`.
"""

from __future__ import annotations

import errno
import itertools
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from hashloom import __version__
from hashloom.commands.common.console import complain, print_line
from hashloom.errors import HashloomError, MissingError, RequestError
from hashloom.loading import named

# By package that an install which only generates does not have, the extra with it
_EXTRAS = {
    **dict.fromkeys(("cocotb", "cocotb_tools", "cocotbext", "cryptography_vectors"), "simulate"),
    **dict.fromkeys(("edalize",), "place"),
    **dict.fromkeys(("distributed", "pyarrow"), "explore"),
    **dict.fromkeys(("matplotlib", "plotly"), "report"),
    **dict.fromkeys(("serial",), "boards"),
}
# Of a disk that does not take what it should; any other refusal is of a path that was asked for.
_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
# Options whose value is a message or a key
_MAY_BE_EMPTY = ("--hex", "--text", "--key-hex", "--key-text")
# What typer calls a value's kind, the longer name first, and what people do
_KINDS = {
    "int range": "a whole number",
    "float range": "a number",
    "int": "a whole number",
    "float": "a number",
}

# The function of each command; of one that is asked for no other is loaded.
COMMANDS = {
    "list": "hashloom.commands.showing.listing:list_everything",
    **{
        name: f"hashloom.commands.{room}.{name}:{name}"
        for room, name in (
            *(("making", "generate"), ("checking", "simulate"), ("checking", "verify")),
            *(("checking", "prove"), ("measuring", "implement"), ("making", "build")),
            *(("showing", "explain"), ("measuring", "explore"), ("measuring", "unrolling")),
            *(("measuring", "activity"), ("showing", "papers"), ("making", "choose")),
            *(("showing", "report"), ("making", "board"), ("checking", "talk")),
        )
    },
}


def _print_version(wanted: bool) -> None:
    if wanted:
        print_line(f"hashloom {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


def app_of(names: Iterable[str]) -> typer.Typer:
    """The application with some of the COMMANDS."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        help="From FIPS 180-4 to measured SHA-2 hardware.",
    )
    app.callback()(_options)
    for name in names:
        app.command(name)(named(COMMANDS[name]))
    return app


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit status; every error becomes one sentence."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        _require_values(given)
        app = app_of([given[0]] if given and given[0] in COMMANDS else COMMANDS)
        status = app(args=given or ["--help"], prog_name="hashloom", standalone_mode=False)
    except HashloomError as error:
        complain(str(error))
        return error.exit_status
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRAS:
            raise
        said = MissingError.of(f"The Python package {missing}", _EXTRAS[missing])
        complain(str(said))
        return said.exit_status
    except typer.TyperException as error:
        complain(_usage_sentence(error, given))
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on: say nothing more, not even at exit
        return 1
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        complain(f"The operating system refused{where}: {error.strerror or error}.")
        return 1 if error.errno in _OF_THE_DISK else RequestError.exit_status
    return status if isinstance(status, int) else 0


def _require_values(given: Sequence[str]) -> None:
    """Raises RequestError for an empty word where it is no message and no key."""
    for before, word in itertools.pairwise(("", *given)):
        option, equals, value = word.partition("=")
        if not (word.startswith("--") and equals):
            option, value = before, word
        if not value and option not in _MAY_BE_EMPTY:
            if not option.startswith("-"):
                raise RequestError("An argument is empty; --help shows what is accepted.")
            raise RequestError(f"{option} is empty; accepted is a value, or no {option} at all.")


def _usage_sentence(error: typer.TyperException, given: Sequence[str]) -> str:
    """What is wrong with the command line, and what is accepted or where to read it."""
    said = " ".join(error.format_message().split()).rstrip(".")
    for typed, plain in _KINDS.items():
        said = said.replace(f"is not a valid {typed}", f"is not {plain}")
    kind = getattr(getattr(error, "param", None), "type", None)
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is not None:
        return f"{said}; accepted is {least} {'or more' if most is None else f'to {most}'}."
    command = f"hashloom {given[0]}" if given and given[0] in COMMANDS else "hashloom"
    return f"{said}; {command} --help shows what is accepted."
