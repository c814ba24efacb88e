"""The hashes hashloom knows, by name.

One file a family, as recurrences and constants of its standard. Nothing here knows hardware.
"""

from __future__ import annotations

from difflib import get_close_matches

from hashloom.errors import RequestError
from hashloom.hashes.md5 import md5_family
from hashloom.hashes.model import Hash, Recurrence
from hashloom.hashes.ripemd160 import ripemd160_family
from hashloom.hashes.sha1 import sha1_family
from hashloom.hashes.sha2 import sha2_family
from hashloom.hashes.sm3 import sm3_family

__all__ = ["HASHES", "Hash", "Recurrence", "get_hash"]

_FAMILIES = (*sha2_family(), *sha1_family(), *sm3_family(), *md5_family(), *ripemd160_family())
HASHES: dict[str, Hash] = {hash_.name: hash_ for hash_ in _FAMILIES}


def get_hash(name: str) -> Hash:
    """The hash called `name`; spellings such as "SHA-512/256" are understood.

    Raises RequestError for an unknown name.
    """
    key = name.lower().replace("-", "").replace("/", "_")
    if key in HASHES:
        return HASHES[key]
    close = get_close_matches(key, HASHES, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise RequestError(f"There is no hash called {name!r}; known are {', '.join(HASHES)}.{hint}")
