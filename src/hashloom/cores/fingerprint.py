"""The hash that names a core's RTL."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping


def rtl_sha256(texts: Mapping[str, str]) -> str:
    """The hash that names RTL, by which evidence is bound to it; `texts` by path below rtl/.

    SHA-256 over the files in the order of their paths, of each the path and then the lines without
    comments, space at their ends and empty lines, so that it does not change with a comment. There
    are no other comments than // in RTL, and no // in a string.
    """
    lines = []
    for path in sorted(texts):
        code = (line.partition("//")[0].rstrip() for line in texts[path].splitlines())
        lines += [path, *(line for line in code if line)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
