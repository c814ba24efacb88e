"""What each field of an architecture accepts, whatever the others are, of a hash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.rounds import divisors, stages_of

CHOICES: dict[str, tuple[str, ...]] = {
    "load": ("auto", "parallel", "head", "serial", "added", "cleared"),
    "association": ("auto", "textbook", "balanced", "prefetch", "reordered"),
    "adders": ("auto", "ripple", "carry_save"),
    "method": ("exact", "searched", "conventional", "prefetched", "recursive"),
    "schedule": ("beside", "first"),
    "delays": ("registers", "lutram", "bram"),
    "constants": ("lut", "bram"),
    "chaining": ("lutram", "bram"),
    "buffer": ("lutram", "bram"),
    "keys": ("lutram", "bram"),
}
MAX_INTERLEAVE = 64
MAX_POOL = 256  # messages in flight, and clocks of the loop, of an engine that is a pool
POOL_LOOP = 8  # clocks of its loop, at least, where there is one
POOL_UNROLL = 16  # rounds a clock, at least: a block enters at once
ENGINES = (1, 2)
MAX_CONTEXTS = 128  # that share an engine by taking turns
FOLDED_ON = {1: 1, 2: 11, 4: 4}  # adders, by the value of --fold
FOLDS = (0, *FOLDED_ON)
_NUMBERS = (
    *("unroll", "stages", "interleave", "groups", "engines", "fold", "pool"),
    "retiming_mhz",
)


def require_accepted(asked: Mapping[str, Any], hash_: Hash) -> None:
    """Raises RequestError, one sentence, for the first field of `asked` that is not accepted."""
    _require_kinds(asked)
    if asked["engines"] not in ENGINES:
        raise RequestError(
            f"An HMAC core of {asked['engines']} engines is not possible; accepted are 1 and 2."
        )
    aim = asked["retiming_mhz"]
    if aim < 0 or (aim and not asked["pool"]):
        raise RequestError(
            f"Registers placed for {aim} MHz are not possible; accepted for "
            "--retiming-mhz is 0, and with --pool what its paths reach."
        )
    if asked["fold"] not in FOLDS:
        raise RequestError(
            f"Rounds folded {asked['fold']}-fold are not possible; accepted for --fold are 0, for "
            "rounds that are not folded, 1, 2 and 4."
        )
    if not asked["pool"] and not 1 <= asked["interleave"] <= MAX_INTERLEAVE:
        raise RequestError(
            f"An interleave of {asked['interleave']} is not possible; "
            f"accepted is 1 to {MAX_INTERLEAVE}, and with --pool {POOL_LOOP} to {MAX_POOL}."
        )
    _require_stages(asked, hash_)


def _require_kinds(asked: Mapping[str, Any]) -> None:
    """Numbers are whole, and words are known."""
    for name in _NUMBERS:
        if type(asked[name]) is not int:
            raise RequestError(
                f"--{name.replace('_', '-')} {asked[name]!r} is not possible; accepted "
                "is a whole number."
            )
    for name, accepted in CHOICES.items():
        if asked[name] not in accepted:
            raise RequestError(
                f"--{name} {asked[name]} is not known; accepted are {', '.join(accepted)}."
            )


def _require_stages(asked: Mapping[str, Any], hash_: Hash) -> None:
    """Stages divide the rounds of the hash, rounds a clock those of a stage."""
    stages, accepted = asked["stages"], stages_of(hash_)
    if stages not in accepted:
        raise RequestError(
            f"{hash_.title} has {hash_.rounds} rounds, which cannot be pipelined into "
            f"{stages} stages; accepted are {', '.join(map(str, accepted))}."
        )
    most = max(stages, MAX_CONTEXTS // asked["interleave"])
    if asked["groups"] and not stages <= asked["groups"] <= most:
        raise RequestError(
            f"{asked['groups']} groups are not possible; accepted here are 0 (as many as stages) "
            f"and {stages} to {most}."
        )
    rounds = hash_.rounds // stages
    unrolls = divisors(rounds)
    if asked["unroll"] not in unrolls:
        per_stage = f" in each of {stages} stages" if stages > 1 else ""
        least = POOL_UNROLL if asked["pool"] else 1
        offered = [unroll for unroll in unrolls if unroll >= least] or unrolls
        raise RequestError(
            f"An unroll factor of {asked['unroll']} does not divide the "
            f"{rounds} rounds{per_stage} of {hash_.title}; "
            f"accepted are {', '.join(map(str, offered))}."
        )
