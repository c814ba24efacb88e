"""Assertions in a simulation, which stop a run that breaks one."""

from __future__ import annotations

import re

from hashloom.errors import CheckError

OPTION = "--assert"  # for Verilator, without which it leaves assertions out
_ASSERTION = re.compile(r"%Error: [^\n]*Assertion failed in (\S+?):?\s")


def broken(said: str) -> str:
    """The assertion that a simulation says it broke, in a sentence, or nothing."""
    found = _ASSERTION.search(said)
    return f"An assertion beside the RTL failed: {found[1]}" if found else ""


def require_unbroken(said: str) -> None:
    """Raises CheckError when a simulation says that it broke an assertion."""
    sentence = broken(said)
    if sentence:
        raise CheckError(f"{sentence}.")
