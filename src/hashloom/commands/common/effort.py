"""How much work an implementation is: options that commands share."""

from __future__ import annotations

import os
from typing import Annotated

import typer

MAX_SEEDS = 1000
Seeds = Annotated[
    int,
    typer.Option(min=1, max=MAX_SEEDS, help="Placements; their seeds are 1 to this number."),
]
Jobs = Annotated[int, typer.Option(min=1, help="Placements at a time.")]
DEFAULT_SEEDS = 5
DEFAULT_JOBS = os.cpu_count() or 1
