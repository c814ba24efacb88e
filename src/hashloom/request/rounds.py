"""Into what the rounds of a block can be divided: rounds a clock, and stages."""

from __future__ import annotations

from functools import cache

from hashloom.hashes import Hash


def stages_of(hash_: Hash) -> list[int]:
    """Numbers of stages into which a hash can be pipelined."""
    return accepted_stages(hash_.rounds, hash_.block_words)


@cache
def divisors(number: int) -> tuple[int, ...]:
    """Divisors of `number`, ascending."""
    return tuple(n for n in range(1, number + 1) if number % n == 0)


def accepted_stages(rounds: int, block_words: int = 16) -> list[int]:
    """Numbers of stages that divide the rounds and leave each stage a whole block of words."""
    return [n for n in divisors(rounds) if rounds // n >= block_words]
