"""Lists of bins: texts of what traffic may do, with why it cannot where it cannot.

A record numbers the bins of a list by its version, so that one list may grow beside another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

Bins = Mapping[str, str]


def version(bins: Bins) -> str:
    """Tells one list of bins from another."""
    return hashlib.sha256("\n".join(bins).encode()).hexdigest()[:12]


def mask_of(bins: Bins, hits: Iterable[str]) -> str:
    """Bins as hexadecimal digits, by their number in the list."""
    found = set(hits)
    numbers = (index for index, bin_ in enumerate(bins) if bin_ in found)
    return f"{sum(1 << number for number in numbers):x}"


def hits_of(bins: Bins, mask: str) -> set[str]:
    """The bins of a mask."""
    bits = int(mask, 16)
    return {bin_ for index, bin_ in enumerate(bins) if bits >> index & 1}
