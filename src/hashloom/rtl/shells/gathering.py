"""Chaining words that an engine gives in steps of its own, gathered so that all leave together.

The store of digests takes H0 to H3 and H4 to H7 side by side.  The steps of a context follow each
other an iteration apart, so that words of an earlier step wait a fixed number of clocks.
"""

from __future__ import annotations

from hashloom.rtl.engine.datapath import shifted, tap
from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.shells.parts import signals
from hashloom.rtl.verilog import commented, concatenation, range_of

_WORDS = 8  # of the chaining value, those a hash does not have being zero


def wires(prefix: str, shape: EngineShape) -> dict[str, str]:
    """The engine's ports of chaining words."""
    names = ["valid", *(["step"] if shape.step_bits else []), *shape.sequences]
    return {f"chain_{name}": f"{prefix}made_{name}" for name in names}


def text(prefix: str, shape: EngineShape) -> list[str]:
    """Words of the steps before the last one, and all of them side by side."""
    x, bits = prefix, shape.word_bits
    made = {prefix + name: row for name, row in _made(shape).items()}
    step = f" && {x}made_step == '1" if shape.step_bits else ""
    lines = [f"  assign {x}chain_valid = {x}made_valid{step};"]
    rows, updates = [], []
    for name in shape.sequences:
        length = _delay(shape, name)
        if not length:
            continue
        width = range_of(shape.words_of(name) * bits)
        line, ago = f"{x}made_{name}", "[i]: i clocks before" if length > 1 else "a clock before"
        span = f" [{length}:1]{width.strip()}" if length > 1 else width
        rows.append((f"logic{span} {line}_q;", ago))
        updates += shifted(f"{line}_q", length, line)
    if rows:
        lines += [*commented(rows), "", "  always_ff @(posedge clk) begin", *updates, "  end"]
    words = [_word(prefix, shape, index) for index in range(_WORDS)]
    return [
        *signals(made),
        *lines,
        "",
        f"  assign {x}chain_a = {concatenation(words[:4])};",
        f"  assign {x}chain_e = {concatenation(words[4:])};",
        "",
    ]


def _made(shape: EngineShape) -> dict[str, tuple[int, str]]:
    """What comes from the engine: signals with their widths and comments."""
    rows = {"made_valid": (1, "chaining words come, those of a step")}
    if shape.step_bits:
        rows["made_step"] = (shape.step_bits, "which step")
    for name in shape.sequences:
        rows[f"made_{name}"] = (shape.words_of(name) * shape.word_bits, f"words of sequence {name}")
    return rows


def _delay(shape: EngineShape, sequence: str) -> int:
    """Clocks that the first words of a sequence wait for the last ones."""
    steps = (shape.place_of(index)[1] for index in shape.sequences[sequence])
    return (shape.last_step - min(steps)) * shape.interleave


def _word(prefix: str, shape: EngineShape, index: int) -> str:
    """H[index] in the clock of the last step."""
    if not any(index in words for words in shape.sequences.values()):
        return f"{shape.word_bits}'d0"
    name, step, place = shape.place_of(index)
    delay = (shape.last_step - step) * shape.interleave
    line = tap(f"{prefix}made_{name}", delay, _delay(shape, name))
    return shape.bits_at(line, name, place)
