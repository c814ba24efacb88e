"""What an architecture may be at a level: what its cores cannot have, or have no use for."""

from __future__ import annotations

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.request.level import level_named
from hashloom.request.rounds import divisors

WHOLE_UNROLLS = (1, 2, 4)  # rounds a clock where blocks come whole
# What has no choice where blocks come whole: nothing is fetched, and nothing is in memory.
_IN_NO_BLOCK_CORE = ("schedule", "delays", "constants", "chaining", "buffer", "keys", "retiming")
KEYED_ITERATIONS = 4  # fewest of a single message's block that begins with a key's state


def check_level(asked: Architecture, level: str, hash_: Hash) -> None:
    """Raises RequestError for a value that a core of this level cannot have, or has no use for.

    The state of a key takes four clocks from the store into the loop, which a single message
    that goes round in fewer has left by then.
    """
    if level_named(level).whole:
        _check_whole(asked, level, hash_)
        return
    if asked.pool and level_named(level).keyed:
        _check_keyed_pool(asked)
        return
    keyed, few = level_named(level).keyed, KEYED_ITERATIONS * asked.unroll
    if keyed and asked.contexts == 1 and hash_.rounds < few:
        accepted = [u for u in divisors(hash_.rounds) if u * KEYED_ITERATIONS <= hash_.rounds]
        raise RequestError(
            f"An HMAC core of one message cannot do {asked.unroll} rounds of {hash_.title} a "
            f"clock; accepted for --unroll with it are {', '.join(map(str, accepted))}, "
            "and others with --interleave above 1."
        )
    if not keyed and (asked.engines, asked.keys) != (1, "lutram"):
        name = "engines" if asked.engines != 1 else "keys"
        raise RequestError(
            f"--{name} {getattr(asked, name)} is for HMAC cores; accepted at level {level} is "
            f"{getattr(Architecture(), name)}."
        )
    usual = Architecture().buffer
    if not level_named(level).streamed and asked.buffer != usual:
        raise RequestError(
            f"An engine has no block buffer, which --buffer {asked.buffer} is about; accepted "
            f"at level {level} is {usual}."
        )


def _check_keyed_pool(asked: Architecture) -> None:
    """Raises RequestError for what an HMAC core that is a pool cannot have."""
    for name, value in (("keys", "bram"), ("engines", 1)):
        if getattr(asked, name) != value:
            raise RequestError(
                f"An HMAC core that is a pool cannot have {name} {getattr(asked, name)}; "
                f"accepted for --{name} with it is {value}."
            )


def _check_whole(asked: Architecture, level: str, hash_: Hash) -> None:
    """Raises RequestError for what an engine cannot have whose blocks begin at once.

    Its first stage does the rounds that read the words of the block, and no others.
    """
    stages = hash_.rounds // hash_.block_words
    accepted: dict[str, object] = {
        "method": "recursive",
        "stages": stages,
        "engines": 2 if level_named(level).mark else 1,
        "interleave": 1,
        "pool": 0,
        "fold": 0,
        **{name: getattr(Architecture(), name) for name in _IN_NO_BLOCK_CORE},
    }
    if not hash_.in_halves or hash_.rounds % hash_.block_words:
        raise RequestError(
            "Blocks that begin at once have been built of SHA-2 alone; accepted for "
            f"{hash_.title} are the levels engine and message."
        )
    if asked.unroll not in WHOLE_UNROLLS:
        raise RequestError(
            f"A core of level {level} cannot have unroll {asked.unroll}; accepted for --unroll "
            f"with it are {', '.join(map(str, WHOLE_UNROLLS))}."
        )
    for name, value in accepted.items():
        if getattr(asked, name) != value:
            raise RequestError(
                f"A core of level {level} cannot have {name} {getattr(asked, name)}; accepted "
                f"for --{name} with it is {value}."
            )
