"""Drives an engine without a shell: slots with blocks and supplied states in, results out."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hashloom.cores import Core
from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.verilog import instance
from hashloom.verification.simulation.verilator import Build, build_model

Words = tuple[int, ...]

_BENCH = "engine_bench"
CLOCK = """
#include "Vcore.h"
#include <cstdlib>
int main(int, char** argv) {
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(std::atoi(argv[2]));
    Vcore core(&context);
    core.rst = 1;
    for (long i = 0; i < std::atol(argv[1]); i++) {
        if (i == 3) core.rst = 0;
        core.clk = 0;
        core.eval();
        core.clk = 1;
        core.eval();
    }
    core.final();
    return 0;
}
"""


@dataclass
class Block:
    """One block of a context: its words, and what it starts from."""

    words: Words
    first: bool
    keyed: bool
    state: Words


@dataclass
class Slot:
    """A slot, `gap` clocks later than it could start: blocks by context of the group."""

    blocks: dict[int, Block] = field(default_factory=dict)
    gap: int = 0
    group: int = 0


@dataclass(frozen=True)
class Outcome:
    """Chaining values by context, in the order in which they came, and when slots started."""

    results: dict[int, list[Words]]
    starts: list[int]


def run_engine(core: Core, slots: Sequence[Slot], folder: Path, seed: int = 1) -> Outcome:
    """The chaining values the engine of `core` computes for the blocks of `slots`."""
    c, bits = core.shape.interleave, core.hash.word_bits
    cells = [slot.blocks.get(i) for slot in slots for i in range(c)]
    nothing = (0,) * 16
    unread = (0,) * len(core.hash.chaining)
    _write(folder / "slots.hex", [_slot_line(slot) for slot in slots])
    _write(folder / "blocks.hex", [_hex(b.words if b else nothing, bits) for b in cells])
    states = [_placed(b.state if b else unread, core.shape) for b in cells]
    _write(folder / "states.hex", [_hex(words, bits) for words in states])
    program = build_model(_sources(core, len(slots)), "bench", {"clock.cpp": CLOCK}, Build())
    clocks = sum(slot.gap + 2 * core.compiled.slot_clocks for slot in slots) + 1000
    done = subprocess.run(
        [program, str(clocks), str(seed)], cwd=folder, capture_output=True, text=True, check=True
    )
    return _outcome(done.stdout, core)


def _sources(core: Core, slots: int) -> dict[str, str]:
    """The engine, the bench, and what joins them."""
    engine, shape = core.as_level("engine"), core.shape
    parameters = {
        "W": shape.word_bits,
        "SLOTS": slots,
        "C": shape.interleave,
        "N": shape.contexts,
        "R": shape.readers,
        "COLUMNS": shape.columns,
        "S": len(shape.sequences),
        "V": shape.chain_words,
        "STEPS": shape.last_step + 1,
        "PICKED": int(shape.picked),
        "READ_LAG": shape.read_lag,
        "SLOT_CLOCKS": core.compiled.slot_clocks,
    }
    names = {port.name: port.direction for port in engine.ports}
    parameters["CHOSEN"] = int(names.get("slot_group") == "input")
    bench = instance(
        _BENCH, "u_bench", {"clk": "clk", "rst": "rst"}, {n: str(v) for n, v in parameters.items()}
    )
    top = ["module bench (input logic clk, input logic rst);", *bench, "endmodule", ""]
    return {
        **engine.sources(),
        f"{_BENCH}.sv": Path(__file__).with_name(f"{_BENCH}.sv").read_text(),
        "dut.sv": _wrapped(engine),
        "bench.sv": "\n".join(top),
    }


def _wrapped(engine: Core) -> str:
    """The engine as a module with every port an engine can have."""
    shape = engine.shape
    ports = {port.name: port for port in engine.ports}
    part, c = shape.chain_words * shape.word_bits, shape.interleave
    whole, names = part * len(shape.sequences), list(shape.sequences)
    row = shape.readers * 4 * shape.columns if shape.picked else 8
    given = {"clk": 1, "rst": 1, "slot_start": 1, "slot_live": c, "slot_first": c}
    given |= {"slot_keyed": c, "chosen_group": 8}
    given |= {"word_data": shape.readers * shape.columns * shape.word_bits, "state": whole}
    got = {"slot_ready": 1, "slot_again": 1, "next_group": 8, "word_read": shape.readers}
    got |= {"word_context": 8 * shape.readers, "word_row": row, "chain_valid": 1, "chain": whole}
    got |= {f"{what}_{n}": 8 for what in ("state", "chain") for n in ("context", "step")}
    head = [f"    input logic [{width - 1}:0] {name}" for name, width in given.items()]
    head += [f"    output logic [{width - 1}:0] {name}" for name, width in got.items()]
    wired, lines = {}, []
    for port in ports.values():
        outside = port.name
        if port.name == "slot_group":
            outside = "chosen_group" if port.direction == "input" else "next_group"
        kind, _, name = port.name.partition("_")
        if kind in ("chain", "state") and name in names:
            top = (names.index(name) + 1) * part
            wired[port.name] = f"{kind}[{top - 1}:{top - port.width}]"
            got.pop(kind, None)
            continue
        if port.direction == "input":
            wired[port.name] = f"{outside}[{port.width - 1}:0]"
            continue
        got.pop(outside)
        lines += [f"  logic [{port.width - 1}:0] from_{port.name};"]
        if port.name == "word_context":
            bits = shape.context_bits
            parts = [f"8'(from_word_context[{i * bits}+:{bits}])" for i in range(shape.readers)]
            lines += [f"  assign word_context = {{{', '.join(parts[::-1])}}};"]
        else:
            lines += [f"  assign {outside} = from_{port.name};"]
        wired[port.name] = f"from_{port.name}"
    ties = [f"  assign {name} = {int(name == 'slot_again')};" for name in got]
    joined = ",\n".join(head)
    body = [*lines, *ties, *instance(engine.top, "u_engine", wired, {})]
    return "\n".join([f"module dut (\n{joined}\n);", *body, "endmodule", ""])


def _hex(words: Sequence[int], bits: int) -> str:
    """Words joined, the first in the low bits."""
    return "".join(f"{word:0{bits // 4}x}" for word in reversed(words))


def _placed(words: Words, shape: EngineShape) -> list[int]:
    """A chaining value by sequence, chain step and place, as an engine takes and gives it."""
    found = (
        shape.word_at(name, step, place)
        for name in shape.sequences
        for step in range(shape.last_step + 1)
        for place in range(shape.chain_words)
    )
    return [0 if index is None else words[index] for index in found]


def _slot_line(slot: Slot) -> str:
    live = sum(1 << i for i in slot.blocks)
    first, keyed = (
        sum(int(getattr(block, name)) << i for i, block in slot.blocks.items())
        for name in ("first", "keyed")
    )
    return f"{slot.gap:04x}{slot.group:02x}{live:04x}{first:04x}{keyed:04x}"


def _write(path: Path, lines: Sequence[str]) -> None:
    path.write_text("\n".join(lines) + "\n")


def _outcome(text: str, core: Core) -> Outcome:
    shape, bits = core.shape, core.hash.word_bits
    mask, v = (1 << bits) - 1, shape.chain_words
    parts: dict[int, dict[int, int]] = {}
    results: dict[int, list[Words]] = {}
    starts = []
    for line in text.splitlines():
        kind, *rest = line.split()
        if kind == "start":
            starts.append(int(rest[0]))
        if kind != "chain":
            continue
        context, step = int(rest[0]), int(rest[1])
        found = parts.setdefault(context, {})
        digits = int(rest[2], 16)
        for number, name in enumerate(shape.sequences):
            for j in range(v):
                index = shape.word_at(name, step, j)
                if index is not None:
                    found[index] = digits >> (number * v + j) * bits & mask
        if step == shape.last_step:
            words = tuple(found[k] for k in range(len(core.hash.chaining)))
            results.setdefault(context, []).append(words)
            parts[context] = {}
    return Outcome(results, starts)
