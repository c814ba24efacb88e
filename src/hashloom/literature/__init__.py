"""Figures of designs that others published or that were measured on public cores.

What a paper prints is kept as printed, with its place; what follows from it is worked out here and
set beside what hashloom measures.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def public_cores() -> dict[str, Any]:
    """Public cores through the flow hashloom uses ("cores", conditions in "_note"), and figures
    published for other devices ("published_elsewhere").

    Frequencies are in MHz, throughput in Mbit/s.
    """
    text = (resources.files(__name__) / "published.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
