"""Several hashes in one core, of which each message has one: "sha224+sha256"."""

from __future__ import annotations

from hashloom.errors import RequestError
from hashloom.hashes import HASHES, Hash, get_hash
from hashloom.request.level import HMAC, level_named

BETWEEN = "+"  # the names of the hashes of a core


def hashes_of(name: str, level: str) -> tuple[Hash, ...]:
    """The hashes of a core of a level, by the number with which a message chooses.

    Raises RequestError for an unknown hash, one that is named twice, hashes that differ in more
    than initial value and digest length, and a level at which nothing chooses.
    """
    hashes = tuple(map(get_hash, name.split(BETWEEN)))
    if len(hashes) == 1:
        return hashes
    for number, each in enumerate(hashes):
        if each in hashes[:number]:
            raise RequestError(
                f"{name} names {each.name} twice; accepted is each hash once, such as "
                f"{BETWEEN.join(together(each))}."
            )
        if each.name not in together(hashes[0]):
            raise RequestError(
                f"One core does not compute both {hashes[0].title} and {each.title}; accepted are "
                f"hashes of one word width and the same rounds, {families()}."
            )
    if not level_named(level).streamed:
        first, plain = hashes[0].name, BETWEEN.join(each.name for each in hashes)
        raise RequestError(
            f"A core of level {level} has one hash; accepted are {first} with --level {level}, or "
            f"{plain} for a core with streams."
        )
    return hashes


def require_one(name: str, what: str, *, keyed: bool) -> None:
    """Raises RequestError where a request names several hashes; `what` begins its sentence.

    `keyed`: HMAC cores are accepted as well as plain ones.
    """
    _, mark, plain = name.lower().rpartition(HMAC.mark)
    if BETWEEN in plain:
        each = ", ".join(f"{mark if keyed else ''}{one}" for one in plain.split(BETWEEN))
        raise RequestError(f"{what} is of cores with one hash; accepted is one of {each}.")


def together(hash_: Hash) -> tuple[str, ...]:
    """Names of the hashes that one core computes besides a hash, that one among them.

    They differ in the initial value and in the length of the digest (FIPS 180-4 section 5.3).
    """
    alike = [
        name
        for name, each in HASHES.items()
        if (each.form, each.constants, each.further_constants)
        == (hash_.form, hash_.constants, hash_.further_constants)
    ]
    return tuple(alike)


def families() -> str:
    """The sets of hashes that one core computes, for people."""
    families = dict.fromkeys(map(together, HASHES.values()))
    return " or ".join(f"some of {', '.join(each)}" for each in families if len(each) > 1)
