"""Levels: what stands around an engine, each with all that a request or a document says of it.

Rooms ask a level for its properties; its name is spelled here alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.errors import RequestError


@dataclass(frozen=True)
class Level:
    """What stands around an engine.

    Attributes:
        name: as `--level` and documents spell it.
        article, title: "a" and "message core", for people.
        what: what goes in and comes out, for people.
        streamed: whether messages and answers go through streams; an engine has blocks instead.
        keyed: whether it holds keys and answers with tags.
        mark: what stands before a hash's name that asks for it, such as "hmac-"; empty for none.
        whole: whether it takes padded blocks, each in one clock, in which it begins with it.
    """

    name: str
    article: str
    title: str
    what: str
    streamed: bool = True
    keyed: bool = False
    mark: str = ""
    whole: bool = False

    def of(self, hash_name: str) -> str:
        """What is computed, as it is asked for: "hmac-sha256"."""
        return f"{self.mark}{hash_name}"


ENGINE = Level("engine", "an", "engine", "blocks in, chaining values out", streamed=False)
MESSAGE = Level("message", "a", "message core", "messages in, digests out, padding in hardware")
HMAC = Level(
    *("hmac", "an", "HMAC core", "messages and keys in, tags and digests out"),
    keyed=True,
    mark="hmac-",
)
BLOCK = Level(
    *("block", "a", "block core", "padded blocks in, digests out, each in a beat"),
    streamed=False,
    whole=True,
)
HMAC_BLOCK = Level(
    *("hmac-block", "an", "HMAC block core", "padded blocks and keys in, tags out, each in a beat"),
    streamed=False,
    mark=HMAC.mark,
    whole=True,
)
LEVELS = {level.name: level for level in (ENGINE, MESSAGE, HMAC, BLOCK, HMAC_BLOCK)}


def level_named(name: str) -> Level:
    """The level of that name.  Raises RequestError when there is none."""
    if name not in LEVELS:
        *names, last = LEVELS
        raise RequestError(
            f"There is no level {name!r}; accepted are {', '.join(names)} and {last}."
        )
    return LEVELS[name]
