"""Into what the rounds of a block can be divided: rounds a clock, and stages."""

from __future__ import annotations


def divisors(number: int) -> list[int]:
    """Divisors of `number`, ascending."""
    return [n for n in range(1, number + 1) if number % n == 0]


def accepted_stages(rounds: int, block_words: int = 16) -> list[int]:
    """Numbers of stages that divide the rounds and leave each stage a whole block of words."""
    return [n for n in divisors(rounds) if rounds // n >= block_words]
