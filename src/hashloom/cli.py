"""The command line: `hashloom list | generate | simulate | verify | prove | implement | build |
explain | explore | unrolling | activity | papers | choose | report`.

Exit status 0 on success; 1 when a tool or a check failed; 2 for a request that cannot be met; 130
when interrupted. Whatever goes wrong is told in one sentence on standard error.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Annotated, NoReturn

import typer

from hashloom import __version__
from hashloom.commands.activity import activity
from hashloom.commands.build import build
from hashloom.commands.choose import choose
from hashloom.commands.console import complain, print_line
from hashloom.commands.explain import explain
from hashloom.commands.explore import explore
from hashloom.commands.generate import generate
from hashloom.commands.implement import implement
from hashloom.commands.listing import list_everything
from hashloom.commands.papers import papers
from hashloom.commands.prove import prove
from hashloom.commands.report import report
from hashloom.commands.simulate import simulate
from hashloom.commands.unrolling import unrolling
from hashloom.commands.verify import verify
from hashloom.errors import HashloomError, MissingError

# By package that an install which only generates does not have, the extra with it
_EXTRAS = {
    **dict.fromkeys(("cocotb", "cocotb_tools", "cocotbext", "cryptography_vectors"), "simulate"),
    **dict.fromkeys(("edalize",), "place"),
    **dict.fromkeys(("distributed", "pyarrow"), "explore"),
    **dict.fromkeys(("matplotlib", "plotly"), "report"),
}
_INTERRUPTED = 130
_TERMINATED = 143

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="From FIPS 180-4 to measured SHA-2 hardware.",
)
app.command("list")(list_everything)
for _command in (
    generate,
    simulate,
    verify,
    prove,
    implement,
    build,
    explain,
    explore,
    unrolling,
    activity,
    papers,
    choose,
    report,
):
    app.command(_command.__name__)(_command)


def _print_version(wanted: bool) -> None:
    if wanted:
        print_line(f"hashloom {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit status; every error becomes one sentence."""
    try:
        given = sys.argv[1:] if arguments is None else arguments
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
        complain(_usage_sentence(error))
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on: say nothing more, not even at exit
        return 1
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        complain(f"The operating system refused{where}: {error.strerror or error}.")
        return 1
    except KeyboardInterrupt:
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        complain("Interrupted; what was measured so far is kept.")
    return status if isinstance(status, int) else 0


def _usage_sentence(error: typer.TyperException) -> str:
    """What is wrong with the command line, and where to read what is accepted."""
    said = " ".join(error.format_message().split()).rstrip(".")
    return f"{said}; hashloom COMMAND --help shows what is accepted."


def _terminate(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(_TERMINATED)


def main() -> NoReturn:
    """The entry point of the command line."""
    signal.signal(signal.SIGTERM, _terminate)  # so that temporary folders are removed
    sys.exit(run())


if __name__ == "__main__":
    main()
