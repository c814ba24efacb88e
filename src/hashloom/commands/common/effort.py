"""How much work an implementation is: options that commands share."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from hashloom.errors import RequestError

MAX_SEEDS = 1000
Seeds = Annotated[
    int,
    typer.Option(min=1, max=MAX_SEEDS, help="Placements; their seeds are 1 to this number."),
]
PLACEMENTS = ("usual", "annealed")
PlacementName = Annotated[
    str,
    typer.Option(
        "--placement",
        metavar="NAME",
        help="usual: as nextpnr places; annealed: its places are improved before it routes, which "
        "takes many times as long for small cores (ECP5).",
    ),
]
Jobs = Annotated[int, typer.Option(min=1, help="Placements at a time.")]
DEFAULT_PLACEMENT = "usual"
DEFAULT_SEEDS = 5
DEFAULT_JOBS = os.cpu_count() or 1


def is_annealed(placement: str) -> bool:
    """Whether `--placement` asks for annealing.  Raises RequestError for an unknown word."""
    if placement not in PLACEMENTS:
        raise RequestError(
            f"--placement cannot be {placement}; accepted are {' and '.join(PLACEMENTS)}."
        )
    return placement == "annealed"
