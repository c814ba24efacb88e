"""The entry point of the command line, `hashloom` or `python -m hashloom`.

Signals are heard before anything else is loaded.  What one of them ends says so, and its status is
128 and the signal's number.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from hashloom.loading import named
from hashloom.processes import ENDING, end, ended_by


def main() -> NoReturn:
    """Runs the command line that this process was given."""
    if sys.stderr is None:  # as it is when it was closed
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115
    if sys.stdout is None:
        sys.stderr.write(
            "hashloom: Standard output is closed; accepted is one that takes what is printed, such "
            f"as > {os.devnull}.\n"
        )
        sys.exit(2)
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup asks for
            signal.signal(number, end)
    try:
        status = int(named("hashloom.cli:run")())
        _hear_no_more()
    except BaseException:
        if ended_by() is None:
            raise
        _hear_no_more()
    by = ended_by()
    if by is not None:
        status = 128 + by
        how = "Interrupted" if by == signal.SIGINT else f"Ended by {signal.Signals(by).name}"
        sys.stderr.write(
            f"hashloom: {how}; what was done so far is kept, and no file is left half-written.\n"
        )
    sys.exit(status)


def _hear_no_more() -> None:
    """All is done: Python's own end is not to be cut short, in which it hears nothing itself."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    main()
