"""Buses that a core may stand behind instead of its streams."""

from __future__ import annotations

from hashloom.errors import RequestError

NONE = "none"
BUSES = ("apb4", "axi4-lite", "wishbone", "avalon-mm")
BUS_BITS = 32  # of a word, and of the core's stream behind it


def check_bus(bus: str) -> None:
    """Raises RequestError for a bus that there is not."""
    if bus not in (NONE, *BUSES):
        *names, last = BUSES
        raise RequestError(
            f"There is no bus {bus!r}; accepted are {', '.join(names)} and {last}, or {NONE} for "
            "streams."
        )
