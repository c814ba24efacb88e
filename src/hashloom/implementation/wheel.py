"""Runs a program that a wheel holds: python -P wheel.py MODULE FUNCTION [ARGUMENT ...].

A program may work for an hour. When the process that started it is gone, even by SIGKILL, nobody
waits for it any more, so it ends too.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
import time

_ORPHAN_SECONDS = 0.5
_NOBODY_WAITS = 130  # exit status, which nobody reads


def main() -> None:
    """Runs the function with the arguments, which are in sys.argv for one called main."""
    module, function, *arguments = sys.argv[1:]
    threading.Thread(target=_end_without, args=(os.getppid(),), daemon=True).start()
    call = getattr(importlib.import_module(module), function)
    if function == "main":
        sys.argv = [module, *arguments]
        sys.exit(call())
    sys.exit(call(arguments))


def wait_for_the_end_of(parent: int) -> None:
    """Returns when the process that started this one, `parent`, is gone."""
    while os.getppid() == parent:
        time.sleep(_ORPHAN_SECONDS)


def _end_without(parent: int) -> None:
    wait_for_the_end_of(parent)
    os._exit(_NOBODY_WAITS)


if __name__ == "__main__":
    main()
