"""What the command line says."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"hashloom: [^\n]+[.?]\n")


def is_sentence(text: str) -> bool:
    """Whether a line on standard error is hashloom's, and one sentence."""
    return _SENTENCE.fullmatch(text) is not None
