"""An engine in numbers: all that the estimator has to know of a compiled graph.

Compiling takes a tenth of a second, so the numbers of a whole space of engines are worked out once
(see `compiled`) and kept (see `space`); everything behind them takes microseconds.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Engine:
    """The numbers of one engine; bits are operators' widths added up.

    Attributes:
        slot_clocks: clocks from one slot's start to the next.
        alone_clocks: clocks from a slot of a group to its next one, at least.
        result_clocks: clocks from a slot's start to the last new chaining word of its first
            context.
        apart, chain_words, read_lag: see EngineShape.
        adder_bits: carry-propagate adders.
        adders: how many of them.
        compressor_bits: sum and carry words of carry-save adders, and those of them that absorb
            a gate or a select (`loaded_bits`).
        sigma_bits, choice_bits, select_bits, gate_bits: XORs of rotations and of words; Ch, Maj
            and other Boolean functions outside of adders; selects; gates.
        table_bits: width of the tables of K, all together.
        table_rows: rows of each.
        register_bits, control_bits: delay lines of words and of control values.
        loaded_words: chaining words that enter at a time, in all sources of them.
        path_ns: the critical path by the delay model, registers included.
        path_adders, path_levels: adders and levels of look-up tables on it.
    """

    slot_clocks: int
    alone_clocks: int
    result_clocks: int
    apart: int
    chain_words: int
    read_lag: int
    adder_bits: int
    adders: int
    compressor_bits: int
    loaded_bits: int
    sigma_bits: int
    choice_bits: int
    select_bits: int
    gate_bits: int
    table_bits: int
    table_rows: int
    register_bits: int
    control_bits: int
    loaded_words: int
    path_ns: float
    path_adders: int
    path_levels: int

    @property
    def skipped(self) -> int:
        """Clocks that a block takes less when it joins the one before: no engine's here does."""
        return 0

    def as_list(self) -> list[Any]:
        """The numbers in the order of the fields, as `from_list` takes them."""
        return list(astuple(self))

    @staticmethod
    def from_list(numbers: list[Any]) -> Engine:
        """The reverse of `as_list`.  Raises ValueError for a list of another length."""
        if len(numbers) != len(fields(Engine)):
            raise ValueError(f"An engine is {len(fields(Engine))} numbers, not {len(numbers)}.")
        return Engine(*numbers)
