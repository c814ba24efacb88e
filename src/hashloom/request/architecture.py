"""How a hash becomes hardware: the noun `Architecture`, and which of its fields go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.accepted import MAX_POOL, POOL_LOOP, POOL_UNROLL, require_accepted
from hashloom.request.rounds import divisors

# What the hand methods bring with them.
BY_HAND = {
    "conventional": {"association": "balanced", "adders": "ripple"},
    "prefetched": {"association": "prefetch", "adders": "ripple"},
    "recursive": {"association": "reordered", "adders": "carry_save"},
}
SEARCHED_UNROLL, SEARCHED_ROUNDS = 8, 16  # rounds a clock and in hardware, at most, of a search


@dataclass(frozen=True)
class Architecture:
    """One point of the design space.

    Attributes:
        unroll: rounds a clock (U); divides the rounds of a stage.
        stages: copies of the round in space (S), each doing 1/S of a block's rounds.
        interleave: independent messages that share one round by C-slow (C).
        groups: groups of `interleave` messages that take turns in the engine (G), 0 for as many
            as stages. With more of them no time passes between two slots, because another group
            fills what a group needs between its blocks.
        load: how chaining values enter: all eight words at once ("parallel"), the newest of
            each sequence a round earlier at its head ("head", one context and one round a
            clock, no select in the loop of a round), one word of each sequence a round
            ("serial", fewer selects, four more rounds a block), or by adding them to the words
            of the last rounds ("added", one context and one round a clock: a block that is there
            in time follows the one before in its message without a clock between them, and
            any other takes four clocks more), or so with the first words of a message selected
            beside the loop, whose registers are cleared meanwhile ("cleared", as "added" with a
            shorter loop).
        association: "textbook" adds in the order FIPS 180-4 writes, "balanced" in trees,
            "prefetch" adds what is known early first, "reordered" also adds d early and recovers
            T1 by subtraction. In a pool, "reordered" also lets each sequence lag those it adds:
            what depends on its own latest word is added last.
        adders: "ripple" keeps one carry-propagate adder a sum, "carry_save" compresses the late
            operands first.
        retiming: whether registers are placed by retiming or stay where the standard has them.
        method: how registers move: by "exact" retiming; the same with sums that are "searched"
            among all rewritings, which brings its own association and adders; or by hand as
            published: "conventional" (nowhere; michail2012 figure 3), "prefetched" (h + K + W a
            clock early; khadra2013), "recursive" (the five techniques of michail2012). A hand
            method brings its own association and adders, and serves parallel load without
            interleaving.
        schedule: W computed "beside" the rounds that read it, or "first": all of it before round 0
            (khadra2013; one stage, the conventional method).
        delays: words that wait for several clocks between two operators do so in registers, in LUT
            RAM, or in block RAM where they wait longer than LUT RAM is deep.
        constants: K in look-up tables ("lut") or block RAM ("bram").
        chaining: chaining values in LUT RAM or block RAM, where they are not in registers (one
            context whose load is not serial).
        buffer: the message blocks' buffer in LUT RAM or block RAM.
        engines: engines of an HMAC core: one that does everything, or two, of which the second
            does the outer hash of one message while the first does the inner one of the next.
        keys: what an HMAC core keeps of keys, and expected tags, in LUT RAM or block RAM.
        fold: rounds that are folded, a word of a block RAM at a time: 1 is for one adder and the
            fewest look-up tables, 4 for four clocks a round, 2 for two; 0 for rounds with all of
            their operators. A folded core is a message or HMAC core of one message, and has
            nothing else to choose.
        pool: messages in flight (N) of an engine that takes a whole block in every clock in which
            its loop of `interleave` clocks is free, of any of them that has none in it; 0 for
            contexts that have their places in slots. A pool does 16 rounds a clock or more; with
            all rounds of a block there is no loop. Its chaining values are in block RAM.
        retiming_mhz: MHz of the delay model that the registers of a pool are placed for, no more
            of them than reach it; 0 for near the fastest there is. Where a device is nearly full,
            most of a path is routing, and what is placed is slower.

    "auto" is resolved by `resolved`; in a folded core it stays, which has none of what it is about,
    and of association and adders in one whose sums are searched.
    """

    unroll: int = 1
    stages: int = 1
    interleave: int = 1
    groups: int = 0
    load: str = "auto"
    association: str = "auto"
    adders: str = "auto"
    retiming: bool = True
    method: str = "exact"
    schedule: str = "beside"
    delays: str = "registers"
    constants: str = "lut"
    chaining: str = "lutram"
    buffer: str = "lutram"
    engines: int = 1
    keys: str = "lutram"
    fold: int = 0
    pool: int = 0
    retiming_mhz: int = 0

    @property
    def contexts(self) -> int:
        """Messages in flight: those of a pool, or groups times interleave."""
        return self.pool or (self.groups or self.stages) * self.interleave

    @property
    def adds(self) -> bool:
        """Whether chaining words are added to the words of the last rounds, in the loop."""
        return self.load in ("added", "cleared")

    @property
    def as_written(self) -> bool:
        """Whether sums and registers are those of the standard's text, and no operator is moved.

        The target's carry cells then absorb nothing either: what a synthesiser makes of plain
        sums is the measure of every technique.
        """
        return (self.association, self.adders) == ("textbook", "ripple") and not self.retiming

    def resolved(self, hash_: Hash) -> Architecture:
        """Checked against `hash_`, with every "auto" replaced by what serves best.

        One context gets parallel load and carry-save adders, because a single loop sets the
        clock; several contexts that share a round get serial load and plain adders, because
        their loop has registers enough for one adder each.  Raises RequestError for a value
        that is not accepted.
        """
        require_accepted(self.as_dict(), hash_)
        if self.fold:
            return self._folded()
        if self.pool:
            return self._pooled(hash_)
        self._check_schedule(hash_)
        self._check_sums(hash_)
        if self.method in BY_HAND:
            return self._by_hand()
        shared = self.contexts > 1 and self.stages == 1 and hash_.combined_apart
        alone = self.contexts == 1 and self.unroll == 1 and self.retiming
        reordered = self.interleave <= 2 and bool(hash_.shared_sums)
        defaults = {
            "load": "serial" if shared else "head" if alone else "parallel",
            "association": "reordered" if reordered else "prefetch",
            "adders": "ripple" if self.interleave > 2 else "carry_save",
        }
        if self.method == "searched":
            self._check_searched()
            defaults = {"load": defaults["load"]}
        chosen = {k: v for k, v in defaults.items() if getattr(self, k) == "auto"}
        result = replace(self, groups=self.groups or self.stages, **chosen)  # type: ignore[arg-type]
        if result.load == "serial" and result.stages > 1:
            raise RequestError(
                "A pipeline of several stages loads in parallel; "
                "accepted for --load with --stages above 1 are auto and parallel."
            )
        if result.load == "head" and (result.contexts > 1 or result.unroll > 1):
            raise RequestError(
                "Load at the head serves one message at a time and one round a clock; accepted "
                "for --load otherwise are auto, parallel and serial."
            )
        if result.load == "serial" and not hash_.combined_apart:
            raise RequestError(
                f"New chaining words of {hash_.title} are made of words of several rounds, so that "
                "they do not come one after another; accepted for --load with it are auto, "
                "parallel and head."
            )
        result._check_added(hash_)
        result._check_cleared()
        return result

    def _check_searched(self) -> None:
        """Raises RequestError for what does not go with a search over the sums."""
        for name in ("association", "adders"):
            if getattr(self, name) != "auto":
                raise RequestError(
                    f"--method searched finds its own {name}; accepted with it for --{name} is "
                    "auto."
                )
        if self.unroll > SEARCHED_UNROLL or self.unroll * self.stages > SEARCHED_ROUNDS:
            raise RequestError(
                f"--method searched looks through up to {SEARCHED_UNROLL} rounds a clock and "
                f"{SEARCHED_ROUNDS} in all stages; accepted for more is --method exact."
            )
        if not self.retiming:
            raise RequestError(
                "--method searched looks for sums that registers can be moved into; accepted with "
                "it is --retiming."
            )

    def _check_added(self, hash_: Hash) -> None:
        """Raises RequestError for a load by addition that is not possible."""
        if not self.adds:
            return
        alone = self.contexts == 1 and self.unroll == 1 and self.retiming
        if not hash_.in_halves or not alone:
            raise RequestError(
                "Load by addition serves SHA-2, one message at a time, one round a clock and "
                "registers placed by retiming; accepted for --load otherwise are auto, parallel "
                "and serial."
            )

    def _check_cleared(self) -> None:
        """Raises RequestError where no compressor is in the loop that a select could leave."""
        if self.load != "cleared":
            return
        compressed = (self.association, self.adders) == ("reordered", "carry_save")
        if not compressed or self.method != "exact":
            raise RequestError(
                "A load beside the loop takes a select out of its carry-save adders; accepted with "
                "--load cleared are --association reordered, --adders carry_save and --method "
                "exact."
            )

    def _check_schedule(self, hash_: Hash) -> None:
        """Raises RequestError for a schedule that cannot be computed before its rounds."""
        if self.schedule != "first":
            return
        if not hash_.in_halves:
            raise RequestError(
                f"A schedule computed first is published for SHA-2; accepted for --schedule with "
                f"{hash_.title} is beside."
            )
        if self.method != "conventional" or self.stages > 1:
            raise RequestError(
                "A schedule computed first goes with the registers of the standard; accepted with "
                "--schedule first are --method conventional and --stages 1."
            )
        if hash_.block_words % self.unroll:
            raise RequestError(
                f"A schedule computed first begins behind the {hash_.block_words} words of the "
                f"block, which are no whole clocks of {self.unroll}; accepted for --unroll with "
                f"--schedule first are {', '.join(map(str, divisors(hash_.block_words)))}."
            )

    def _check_sums(self, hash_: Hash) -> None:
        """Raises RequestError for what only a hash with a sum that several others take can have."""
        if self.method in BY_HAND and not hash_.in_halves:
            raise RequestError(
                f"The methods by hand are published for SHA-2's round; accepted for --method with "
                f"{hash_.title} are exact and searched."
            )
        if self.association == "reordered" and not hash_.shared_sums:
            raise RequestError(
                f"{hash_.title} has no sum that two others take, as T1 of SHA-2, which could be "
                "re-ordered; accepted for --association with it are auto, textbook, balanced and "
                "prefetch."
            )

    def _folded(self) -> Architecture:
        """With what a folded core has.  Raises RequestError for a choice it does not have."""
        memories = {"constants": "bram", "chaining": "bram", "buffer": "bram"}
        found = Architecture(groups=1, fold=self.fold, **memories)  # type: ignore[arg-type]
        chosen = [
            f for f in fields(self) if f.name != "fold" and getattr(self, f.name) != f.default
        ]
        if self != found and chosen:
            names = ", ".join(f"--{f.name}" for f in chosen)
            usual = [f"--{f.name} {f.default}".removesuffix(" True") for f in chosen]
            raise RequestError(
                f"A folded core has no {names} to choose; accepted with --fold {self.fold} "
                f"{'is' if len(usual) == 1 else 'are'} {', '.join(usual)}."
            )
        return found

    def _pooled(self, hash_: Hash) -> Architecture:
        """With what a pool has.  Raises RequestError for what does not go with one."""
        whole = self.unroll == hash_.rounds
        accepted = {
            "unroll": [u for u in divisors(hash_.rounds) if u >= POOL_UNROLL],
            "stages": (1,),
            "groups": (0, 1),
            "load": ("auto", "parallel"),
            "association": ("auto", "reordered"),
            "adders": ("auto", "ripple", "carry_save"),
            "retiming": (True,),
            "method": ("exact",),
            "schedule": ("beside",),
            "constants": ("lut",),
            "chaining": ("bram",),
            "buffer": ("lutram",),
            "interleave": (1,) if whole else range(POOL_LOOP, MAX_POOL + 1),
            "pool": range(2, MAX_POOL + 1),
        }
        if not hash_.in_halves:
            raise RequestError(
                f"A pool has been built of SHA-2 alone; accepted for --pool with {hash_.title} is "
                "0."
            )
        short = {n: v for n, v in accepted.items() if getattr(self, n) not in v}
        if short:
            raise RequestError(
                f"An engine that is a pool cannot have "
                f"{', '.join(_asked(name, getattr(self, name)) for name in short)}; accepted with "
                f"--pool{_pool_offers(self.unroll, short)}."
            )
        adders = "ripple" if self.adders == "auto" else self.adders
        brought = {"load": "parallel", "association": "reordered", "adders": adders}
        return replace(self, groups=1, **brought)  # type: ignore[arg-type]

    def _by_hand(self) -> Architecture:
        """With what a hand method brings.  Raises RequestError for what does not go with one."""
        brought = {"load": "parallel", **BY_HAND[self.method]}
        for name, value in brought.items():
            if getattr(self, name) not in ("auto", value):
                raise RequestError(
                    f"--method {self.method} has {name} {value}; accepted with it for "
                    f"--{name} are auto and {value}."
                )
        if self.interleave > 1 or not self.retiming or self.stages == 1 < self.groups:
            raise RequestError(
                f"--method {self.method} moves the registers of one message a stage by hand; "
                "accepted with it are --interleave 1, --retiming and, with one stage, --groups 1."
            )
        return replace(self, groups=self.groups or self.stages, **brought)  # type: ignore[arg-type]

    def as_dict(self) -> dict[str, Any]:
        """Field values by name."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @property
    def suffix(self) -> str:
        """What tells this architecture from the default, for names: "_u2_c4"."""
        return self.suffix_from(Architecture())

    def suffix_from(self, base: Architecture) -> str:
        """What tells this architecture from `base`, for names."""
        letters = {
            "unroll": "u",
            "stages": "s",
            "interleave": "c",
            "groups": "g",
            "engines": "e",
            "fold": "f",
            "pool": "p",
            "retiming_mhz": "mhz",
        }
        parts = []
        for f in fields(self):
            value = getattr(self, f.name)
            if value == getattr(base, f.name):
                continue
            if f.name in letters:
                parts.append(f"{letters[f.name]}{value}")
            elif f.name == "retiming":
                parts.append("retiming" if value else "noretiming")
            else:
                parts.append(
                    f"{value}"
                    if f.name in ("load", "association", "adders", "method")
                    else f"{f.name}_{value}"
                )
        return "".join(f"_{part}" for part in parts)


def _asked(name: str, value: Any) -> str:
    """A field as a sentence has it: "unroll 1", "no retiming"."""
    return f"no {name}" if value is False else f"{name} {value}"


def _pool_offers(unroll: int, short: Mapping[str, Sequence[Any]]) -> str:
    """What a pool may have in place of what it cannot; how long its loop is depends on unroll."""
    spans = {name: _span(name, values) for name, values in short.items()}
    if "unroll" not in short:
        return f" and --unroll {unroll}: {', '.join(spans.values())}"
    *some, whole = short["unroll"]
    spans["unroll"] = (
        f"{_span('unroll', some)} with --interleave {POOL_LOOP} to {MAX_POOL}, "
        f"{_span('unroll', [whole])} with --interleave 1"
    )
    spans.pop("interleave", None)
    return f": {', '.join(spans.values())}"


def _span(name: str, values: Sequence[Any]) -> str:
    """Values of an option as a request has them: "--interleave 2 to 256", "--retiming"."""
    if name == "retiming":
        return "--retiming"
    if isinstance(values, range):
        return f"--{name} {values[0]} to {values[-1]}"
    return f"--{name} {' or '.join(map(str, values))}"
