"""Parts around an engine, of the top modules of message and HMAC cores.

They take a `Side`, because an HMAC core may have two engines; the prefix of a side stands before
the names of its signals and instances.  Every function returns the lines of one section.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hashloom.rtl.shells import gathering, parts
from hashloom.rtl.shells.parts import (
    Signals,
    clocked,
    context_parameters,
    reopener_module,
    unused,
    word_parameters,
)
from hashloom.rtl.shells.shell_parameters import (
    ShellParameters,
    full_delay,
    reopen_delay,
    reopen_row,
)
from hashloom.rtl.verilog import instance


@dataclass(frozen=True)
class Side:
    """An engine with the buffers before it and the digest store behind it.

    Attributes:
        p: numbers of the core.
        prefix: of the side's signals, "" where there is one engine.
        supplied: whether messages may begin with a supplied state.
        digest_words: words of a chaining value that the digest store sends.
    """

    p: ShellParameters
    prefix: str = ""
    supplied: bool = False
    digest_words: int = 8

    def wires(self, names: Iterable[str]) -> dict[str, str]:
        """Ports wired to the side's signals of the same name."""
        return {name: self.prefix + name for name in names}

    def signals(self, rows: Signals) -> list[str]:
        """Declarations of the side's signals."""
        return parts.signals({self.prefix + name: row for name, row in rows.items()})

    def unit(self, name: str) -> str:
        """Name of an instance."""
        return f"u_{self.prefix}{name}"


def rota(side: Side, marks: Mapping[str, str]) -> list[str]:
    """Rota and opener of the buffers. `marks` wires the ports close_* of the rota."""
    p = side.p
    rows = {
        "reopen": (p.contexts, "contexts whose buffer may be written again"),
        "room": (p.contexts, "contexts with room for a digest"),
        "started": (p.contexts, "contexts whose block starts"),
        "started_digest": (p.contexts, "its chaining value is a digest"),
        "started_error": (p.contexts, "and the message broke the rules"),
        "slot_ready": (1, "the engine can start a slot"),
        "slot_group": (p.group_bits, "for this group of contexts"),
        "slot_open": (1, "which may be served"),
        "waiting": (p.contexts // p.interleave, "groups with a block that could start"),
        "slot_start": (1, "a slot starts"),
        "slot_live": (p.interleave, "contexts of the group with a block in it"),
        "slot_first": (p.interleave, "of these, the first of its message"),
        "slot_keyed": (p.interleave, "and it starts from a supplied state"),
        "read": (1, "the engine wants a row"),
        "read_context": (p.context_bits, "of this context"),
        "read_row": (p.row_bits, "this row"),
    }
    parameters = {
        "GROUPS": str(p.contexts // p.interleave),
        "INTERLEAVE": str(p.interleave),
        "CONTEXT_BITS": str(p.context_bits),
        "GROUP_BITS": str(p.group_bits),
        "FULL_DELAY": str(full_delay(p)),
        "FLUSH": str(p.flush),
        "CHOSEN": f"1'b{int(p.chosen)}",
    }
    wired = {**clocked(p), **side.wires(["closed", *list(rows)[:13]]), **marks}
    keyed = f"{side.prefix}slot_keyed"
    return [
        *side.signals(rows),
        *instance("context_rota", side.unit("rota"), wired, parameters),
        "",
        *([] if side.supplied else unused(keyed, "every message starts from the initial value")),
        *_choice(side),
        *_reopen(side),
        "",
    ]


def _choice(side: Side) -> list[str]:
    """What chooses the group of the next slot, when the engine does not."""
    p, x = side.p, side.prefix
    if not p.chosen:
        every = "every group has its turn" if p.contexts > p.interleave else "there is one group"
        return [f"  assign {x}slot_open = 1'b1;", "", *unused(f"{x}waiting", every)]
    wired = clocked(p) | side.wires(("waiting", "slot_start", "slot_group", "slot_open"))
    wired |= {"slot_taken": f"|{x}slot_live"}
    wired |= {"slot_again": f"{x}slot_again" if p.rests else "1'b0"}
    parameters = {
        "GROUPS": str(p.groups),
        "GROUP_BITS": str(p.group_bits),
        "APART": str(p.apart),
        "RESTS": f"1'b{int(p.rests)}",
    }
    again = {"slot_again": (1, "the group of the slot before may follow itself")}
    return [
        *(side.signals(again) if p.rests else []),
        *instance("group_picker", side.unit("picker"), wired, parameters),
        "",
    ]


def _reopen(side: Side) -> list[str]:
    p = side.p
    wired = {**clocked(p), **side.wires(["started", "reopen"])}
    if p.outruns:
        parameters = {"CONTEXTS": str(p.contexts), "DELAY": str(reopen_delay(p))}
    else:
        parameters = {
            **context_parameters(p),
            "ROW_BITS": str(p.row_bits),
            "ROW": str(reopen_row(p)),
        }
        wired |= side.wires(["read", "read_context", "read_row"])
    return instance(reopener_module(p), side.unit("reopener"), wired, parameters)


def buffers(side: Side, write: Mapping[str, str]) -> list[str]:
    """Block buffers. `write` wires the ports of the write port."""
    p = side.p
    reads = ["read", "read_context", "read_row", "read_data"]
    parameters = {
        **word_parameters(p),
        "COLUMNS": str(p.columns),
        "ROW_BITS": str(p.row_bits),
        **context_parameters(p),
        "BLOCK_MEMORY": "1'b1" if p.buffer_memory == "block" else "1'b0",
    }
    wired = {"clk": "clk", **write, **side.wires(reads)}
    return [
        *side.signals({"read_data": (p.columns * p.word_bits, "the row, two clocks after read")}),
        *instance("block_buffer", side.unit("buffers"), wired, parameters),
        "",
    ]


def engine(side: Side) -> list[str]:
    """The engine."""
    p = side.p
    half = p.chain_words * p.word_bits
    rows = {
        "chain_valid": (1, "chaining words come"),
        "chain_context": (p.context_bits, "of this context"),
        "chain_step": (p.step_bits, "the step"),
        "chain_a": (half, "of H3 down to H0"),
        "chain_e": (half, "of H7 down to H4"),
    }
    states = {
        "state_context": (p.context_bits, "context whose first state is wanted"),
        "state_step": (p.step_bits, "the step"),
        "state_a": (half, "three clocks later: of H3 down to H0"),
        "state_e": (half, "of H7 down to H4"),
    }
    if side.supplied:
        rows |= states
    slot = ["slot_ready", "slot_start", "slot_live", "slot_first", "slot_group"]
    wired = clocked(p) | side.wires([*slot, *(["slot_keyed"] if side.supplied else []), *rows])
    if p.gathered is not None:
        for port in ("chain_a", "chain_e"):
            del wired[port]
        wired |= gathering.wires(side.prefix, p.gathered)
    wired |= {"word_read": "read", "word_context": "read_context", "word_row": "read_row"}
    wired |= {"word_data": "read_data"}
    wired |= {port: side.prefix + wired[port] for port in wired if port.startswith("word_")}
    absent = {
        "slot_group": ("slot_group", p.contexts == p.interleave),
        "word_context": ("read_context", p.contexts == 1),
        "word_row": ("read_row", p.rows == 1),
        "chain_context": ("chain_context", p.contexts == 1),
        "chain_step": ("chain_step", p.chain_steps == 1),
        "state_context": ("state_context", p.contexts == 1 and side.supplied),
        "state_step": ("state_step", p.chain_steps == 1 and side.supplied),
    }
    if p.rests:
        wired |= side.wires(["slot_again"])
    for port, (_, missing) in absent.items():
        if missing and wired.get(port, "") == side.prefix + absent[port][0]:
            del wired[port]
    ties = [
        f"  assign {side.prefix}{signal} = '0;" for signal, missing in absent.values() if missing
    ]
    return [
        *side.signals(rows),
        *instance(f"{p.name}_engine", side.unit("engine"), wired, {}),
        "",
        *ties,
        *([""] if ties else []),
        *(gathering.text(side.prefix, p.gathered) if p.gathered is not None else []),
    ]


def digests(side: Side) -> list[str]:
    """Ledger and store of digests; their words leave as digest_*."""
    p = side.p
    heads = {
        "finish": (1, "the last chaining words of a block come"),
        "chain_entry": (1, "entry the block has"),
        "head_valid": (1, "a digest waits to be sent"),
        "head_context": (p.context_bits, "of this context"),
        "head_entry": (1, "in this entry"),
        "head_error": (1, "its message broke the rules"),
        "head_take": (1, "sending it begins"),
        "sent": (1, "an entry has been sent"),
        "sent_context": (p.context_bits, "of this context"),
        "sent_entry": (1, "this one"),
    }
    words = {
        "digest_valid": (1, "a word of a digest is offered"),
        "digest_ready": (1, "it is taken"),
        "digest_data": (p.word_bits, "the word, first byte most significant"),
        "digest_last": (1, "it is the last of its digest"),
        "digest_error": (1, "the message broke the rules"),
        "digest_context": (p.context_bits, "context of the message"),
    }
    ledger = ["room", "started", "started_digest", "started_error", "chain_context", *heads]
    chain = ["chain_valid", "chain_context", "chain_entry", "chain_step", "chain_a", "chain_e"]
    store = {**clocked(p), **side.wires([*chain, *list(heads)[2:]])}
    store |= {name.replace("digest", "word"): side.prefix + name for name in words}
    parameters = {
        "WORD": str(p.word_bits),
        "CHAIN_WORDS": str(p.chain_words),
        "STEP_BITS": str(p.step_bits),
        "DIGEST_WORDS": str(side.digest_words),
        **context_parameters(p),
    }
    final = f"{side.prefix}chain_valid"
    if p.chain_steps > 1:
        final += f" && {side.prefix}chain_step == {p.step_bits}'d{p.chain_steps - 1}"
    return [
        *side.signals({**heads, **words}),
        f"  assign {side.prefix}finish = {final};",
        "",
        *instance(
            "digest_ledger",
            side.unit("ledger"),
            clocked(p) | side.wires(ledger),
            context_parameters(p),
        ),
        "",
        *instance("digest_store", side.unit("store"), store, parameters),
        "",
    ]
