"""The behavioural engine of the shell's tests, under the name and ports of a generated one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from hashloom.hashes import get_hash
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.message.shell import message_top
from hashloom.rtl.verilog import Port, instance, module_head

MODEL = "model_engine"
CONSTANTS = 80  # places in the model's constant table


@dataclass(frozen=True)
class EngineTiming:
    """Clocks by which a slot is longer than its rounds, and chaining words later than the slots."""

    slot_extra: int = 1
    chain_extra: int = 3


def engine_ports(p: ShellParameters) -> list[tuple[Port, bool]]:
    """Ports of an engine in order, and whether an engine of these parameters has them."""
    several = p.contexts > 1
    half = p.chain_words * p.word_bits
    return [
        (Port("input", 1, "clk", "clock"), True),
        (Port("input", 1, "rst", "synchronous reset"), True),
        (Port("output", 1, "slot_ready", "a slot may start"), True),
        (Port("input", 1, "slot_start", "it starts"), True),
        (Port("input", p.interleave, "slot_live", "contexts with a block"), True),
        (Port("input", p.interleave, "slot_first", "first of its message"), True),
        (
            Port("input" if p.chosen else "output", p.group_bits, "slot_group", "group"),
            p.contexts > p.interleave,
        ),
        (Port("output", 1, "slot_again", "the group before may follow itself"), p.rests),
        (Port("output", 1, "word_read", "a row is wanted"), True),
        (Port("output", p.context_bits, "word_context", "of this context"), several),
        (Port("output", p.row_bits, "word_row", "this row"), p.rows > 1),
        (Port("input", p.columns * p.word_bits, "word_data", "two clocks later"), True),
        (Port("output", 1, "chain_valid", "chaining words leave"), True),
        (Port("output", p.context_bits, "chain_context", "of this context"), several),
        (Port("output", p.step_bits, "chain_step", "which"), p.chain_steps > 1),
        (Port("output", half, "chain_a", "H3 .. H0"), True),
        (Port("output", half, "chain_e", "H7 .. H4"), True),
    ]


def model_engine(hash_name: str, p: ShellParameters, timing: EngineTiming) -> str:
    """Text of `<name>_engine`, a model engine with the ports of a generated one."""
    hash_ = get_hash(hash_name)
    rows = engine_ports(p)
    rounds = -(-hash_.rounds // (p.unroll * p.stages)) * p.interleave
    slot = max(rounds, p.rows * p.interleave) + timing.slot_extra * p.interleave

    def vector(words: tuple[int, ...]) -> str:
        digits = "".join(f"{word:0{p.word_bits // 4}x}" for word in words)
        return f"{len(words) * p.word_bits}'h{digits}"

    spare = (0,) * (CONSTANTS - len(hash_.constants))
    parameters = {
        "WORD": p.word_bits,
        "ROUNDS": hash_.rounds,
        "UNROLL": p.unroll,
        "STAGES": p.stages,
        "INTERLEAVE": p.interleave,
        "CHAIN_WORDS": p.chain_words,
        "READ_LAG": p.read_lag,
        "SLOT": slot,
        "CHAIN_LAG": p.stages * slot + timing.chain_extra,
        "INITIAL": vector(hash_.initial[::-1]),
        "CONSTANTS": vector((*hash_.constants, *spare)),
        "CONTEXT_BITS": p.context_bits,
        "GROUP_BITS": p.group_bits,
        "ROW_BITS": p.row_bits,
        "STEP_BITS": p.step_bits,
    }
    rows = [row for row in rows if row[0].name != "slot_again"]  # the model does not rest
    missing = [port for port, present in rows if not present]
    lines = [
        "`default_nettype none",
        *module_head(f"{p.name}_engine", [port for port, present in rows if present]),
        *(f"  logic [{port.width - 1}:0] unused_{port.name};" for port in missing),
        *instance(
            MODEL,
            "u_model",
            {port.name: port.name if present else f"unused_{port.name}" for port, present in rows},
            {name: str(value) for name, value in parameters.items()},
        ),
        "endmodule",
        "`default_nettype wire",
        "",
    ]
    return "\n".join(lines)


def empty_engine(p: ShellParameters) -> str:
    """Text of `<name>_engine` with nothing in it that a checker could complain of."""
    ports = [port for port, present in engine_ports(p) if present]
    inputs = ", ".join(port.name for port in ports[1:] if port.direction == "input")
    lines = [
        "`default_nettype none",
        *module_head(f"{p.name}_engine", ports),
        "  logic seen_q;",
        f"  always_ff @(posedge clk) seen_q <= ^{{{inputs}}};",
        *(
            f"  assign {port.name} = {{{port.width}{{seen_q}}}};"
            for port in ports
            if port.direction == "output"
        ),
        "endmodule",
        "`default_nettype wire",
        "",
    ]
    return "\n".join(lines)


class Sources(Protocol):
    """Gives the files of a core for a hash, with clocks between a slot's rounds and the next."""

    def __call__(
        self, hash_name: str, p: ShellParameters, slot_extra: int = 1
    ) -> dict[str, str]: ...


@pytest.fixture(scope="session")
def core_sources() -> Sources:
    """Function that gives all files of a message core around a model engine."""
    model = (Path(__file__).parent / f"{MODEL}.sv").read_text()

    def sources(hash_name: str, p: ShellParameters, slot_extra: int = 1) -> dict[str, str]:
        timing = EngineTiming(slot_extra)
        return {
            **message_top(p).module_texts,
            f"{MODEL}.sv": model,
            f"{p.name}_engine.sv": model_engine(hash_name, p, timing),
            f"{p.name}.sv": message_top(p).text,
        }

    return sources


@pytest.fixture(scope="session")
def shell_sources() -> Callable[[ShellParameters], dict[str, str]]:
    """Function that gives all files of a message core around an empty engine."""

    def sources(p: ShellParameters) -> dict[str, str]:
        return {
            **message_top(p).module_texts,
            f"{p.name}_engine.sv": empty_engine(p),
            f"{p.name}.sv": message_top(p).text,
        }

    return sources
