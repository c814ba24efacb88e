"""How the standards write their hashes: the letters of their words, and the models of them.

The models in `standard/` are written by hand from the documents; what is said here of a model is
which of its signals is which word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hashloom.errors import RequestError


@dataclass(frozen=True)
class Letters:
    """How a standard writes a block of a hash.

    A word is called by a letter and the number of a round, counted from 0; message words by a
    letter and their number in the block. H and N, the old and the new hash value, are common to
    all.

    Attributes:
        standard: title of the document.
        model: module of a block in `standard/`.
        signals: letters by the signals in the model's generate blocks `round` and `schedule`.
        message: letter of the words of a block.
        variables: signals of `round` that are the working variables before it, in rows as they are
            printed; a row is their names, or a text where each has one letter.
        shown: letters of what else is printed of a round, in rows.
        order: letters of words that engines keep, as they are made in a round.
        of_round: letters of words of which the later ones of a round are made of the earlier ones.
        sums: letters of other words that are sums.
    """

    standard: str
    model: str
    signals: Mapping[str, str]
    message: str
    variables: tuple[Sequence[str], ...]
    shown: tuple[tuple[str, ...], ...]
    order: tuple[str, ...]
    of_round: tuple[str, ...]
    sums: tuple[str, ...] = ()


def letters_of(hash_name: str) -> Letters:
    """The letters of a hash, such as "sha512_224".

    Raises RequestError for a hash whose model is not written down in `standard`.
    """
    if hash_name not in _LETTERS:
        raise RequestError(
            f"There is no model of {hash_name} to prove an engine equal to; accepted are cores of "
            f"{', '.join(list(_LETTERS)[:-1])} and {list(_LETTERS)[-1]}."
        )
    return _LETTERS[hash_name]


def _own(*letters: str) -> dict[str, str]:
    """Signals that are called as their words."""
    return {letter: letter for letter in letters}


def _sha2(model: str) -> Letters:
    functions = {"S1": "Sigma1", "C": "Ch", "S0": "Sigma0", "J": "Maj"}
    return Letters(
        standard="FIPS 180-4",
        model=model,
        signals=_own("W", "s1", "s0", "K", "T1", "T2") | functions | {"a_next": "a", "e_next": "e"},
        message="W",
        variables=("abcd", "efgh"),
        shown=(("W", "K", "T1", "T2"),),
        order=("W", "e", "a"),
        of_round=("T1", "T2", "e", "a"),
        sums=("W",),
    )


_SHA1 = Letters(
    standard="FIPS 180-4",
    model="sha1_block",
    signals=_own("W", "K", "f") | {"T": "a", "c_next": "c"},
    message="W",
    variables=("abcde",),
    shown=(("W", "K", "f"),),
    order=("W", "c", "a"),
    of_round=("a",),
)

_SM3 = Letters(
    standard="GB/T 32905-2016",
    model="sm3_block",
    signals=_own("W", "T", "SS1", "SS2", "FF", "GG", "TT2")
    | {"W_dash": "W'", "TT1": "A", "C_next": "C", "E_next": "E", "G_next": "G"},
    message="W",
    variables=("ABCD", "EFGH"),
    shown=(("W", "W'", "T", "SS1"), ("SS2", "FF", "GG", "TT2")),
    order=("W", "C", "G", "A", "E"),
    of_round=("SS1", "SS2", "TT2", "A", "E"),
)

_MD5 = Letters(
    standard="RFC 1321",
    model="md5_block",
    signals=_own("T", "Xk", "f", "sum") | {"b_next": "b"},
    message="X",
    variables=("abcd",),
    shown=(("Xk", "T", "f", "sum"),),
    order=("b",),
    of_round=("sum", "b"),
)

_RIPEMD160 = Letters(
    standard="Dobbertin, Bosselaers and Preneel 1996",
    model="ripemd160_block",
    signals=_own("K", "KK", "Xr", "Xrr", "sum")
    | {"fj": "f", "ffj": "ff", "sum_2": "sum'"}
    | {"T": "B", "TT": "BB", "D_next": "D", "DD_next": "DD"},
    message="X",
    variables=("ABCDE", ("AA", "BB", "CC", "DD", "EE")),
    shown=(("Xr", "K", "f", "sum"), ("Xrr", "KK", "ff", "sum'")),
    order=("D", "B", "DD", "BB"),
    of_round=("sum", "B", "sum'", "BB"),
)

_LETTERS = {
    "sha1": _SHA1,
    "sha224": _sha2("sha256_block"),
    "sha256": _sha2("sha256_block"),
    "sha384": _sha2("sha512_block"),
    "sha512": _sha2("sha512_block"),
    "sha512_224": _sha2("sha512_block"),
    "sha512_256": _sha2("sha512_block"),
    "sm3": _SM3,
    "md5": _MD5,
    "ripemd160": _RIPEMD160,
}
