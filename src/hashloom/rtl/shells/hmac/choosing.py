"""What an HMAC core of several hashes has besides: the hash of a key, of a message and of a block.

A block begins with the state of a key, with the engine's own initial value, which is that of hash
0, or with that of another hash, which comes from a table.  Whatever is as long as a digest of the
longest hash is cut to the length of the hash it is of.
"""

from __future__ import annotations

from textwrap import wrap

from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.common.parts import clocked, context_parameters
from hashloom.rtl.shells.common.sides import Side
from hashloom.rtl.shells.hmac.parameters import COMMAND_BITS, HmacParameters
from hashloom.rtl.shells.hmac.resumption import STATE_WORDS
from hashloom.rtl.shells.message.choosing import (
    asked_signals,
    delayed,
    initial_values,
    lengths,
    missing,
    numbers,
)
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Register, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import (
    Signal,
    Value,
    Wires,
    bracketed,
    choose,
    first_of,
    join,
    number,
)
from hashloom.transforms.registers.storage import STATE_LATENCY

_COLUMNS = 92  # of a comment's line
_LENGTH_BITS = 7  # of the bytes of an answer
_OPERATION = 4  # bits of an operation
_SAVE = 7
_SENT = "sent_data"  # words of digests, and of states


def _numbers(p: ShellParameters) -> dict[str, int]:
    """Parameters of every module that knows the lengths of digests."""
    return {"CHOICE_BITS": p.choice_bits, "BYTES": lengths(p)}


def header(h: HmacParameters) -> list[str]:
    """What the header of the top module says of the hashes."""
    p = h.p
    top = COMMAND_BITS + p.choice_bits - 1
    field = f"[{top}]" if top == COMMAND_BITS else f"[{top}:{COMMAND_BITS}]"
    nobody = " or ".join(map(str, p.no_choices))
    refused = f" With {nobody}, which no hash has, they have status 6." if nobody else ""
    own = "a hash (0) or save (7)" if h.resume else "a hash (0)"
    restored = " Restored words are of the hash that what goes on from them names."
    said = (
        f"s_axis_tuser{field} is the number of a hash: {numbers(p)}. A key (4) names its hash, "
        f"which its slot remembers, and {own} its own.{refused} MAC and verify have the hash "
        f"of their slot, and tags up to the length of its digest.{restored if h.resume else ''}"
    )
    return [f"// {line}" for line in wrap(said, _COLUMNS)]


def hashes(h: HmacParameters) -> Part:
    """The hashes of packets and slots, before the gate; the writer's block of a digest has that of
    its slot."""
    p = h.p
    writer = "own_" if h.engines == 1 else "outer_own_"
    unsaved = h.resume and bool(p.no_choices)  # a save may have a number that no hash has
    judged = [Signal("judged_command", COMMAND_BITS, "the same, a save of no hash as it came")]

    def signals() -> Groups:
        return [
            [
                Signal("gate_command", COMMAND_BITS, "command of the packet, its hash considered"),
                *(judged if unsaved else []),
                Signal("choices", p.contexts * p.choice_bits, "hashes of contexts' latest packets"),
                Signal("used_choice", p.choice_bits, "hash of the digest that becomes a block"),
            ]
        ]

    parameters = {
        "CHOICES": len(p.choices),
        **_numbers(p),
        "SLOT_BITS": h.slot_bits,
        **context_parameters(p),
    }
    unit = Unit(face("slot_hashes"), "u_hashes", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            "packet_ready": w.packet_ready,
            "packet_command": w.s_axis_tuser,
            "gate_command": w.judged_command if unsaved else w.gate_command,
            **w.pairs("beat_", "admitted_", ("valid", "ready", "context")),
            "beat_route": w.admitted_route.slice(2, 0),
            **w.own(("choices", "begin_load", "begin_erase", "begin_slot", "load_may", "mark")),
            "erases": w.loader_erases,
            **w.own(("spared", "loader_slot", "loader_context")),
            "used_slot": w[f"{writer}slot"],
            "used_choice": w.used_choice,
        }
        return [unit.wired(wired), *(_saves(h, w) if unsaved else [])]

    return Part(signals, [unit], body, "Hashes of packets and slots")


def _saves(h: HmacParameters, w: Wires) -> list[Item]:
    """A save of a hash that there is not as an operation that there is not: 7 becomes 15."""
    command, user = w.judged_command, w.s_axis_tuser
    nobody = missing(h.p, user.slice(h.command_bits - 1, COMMAND_BITS))
    assert nobody is not None
    unknown = user.slice(_OPERATION - 1, 0).equals(_SAVE) & bracketed(nobody)
    operation = join(
        bracketed(command.bit(_OPERATION - 1) | unknown), command.slice(_OPERATION - 2, 0)
    )
    return [Assign(w.gate_command, join(command.slice(COMMAND_BITS - 1, _OPERATION), operation))]


def ledger(h: HmacParameters, side: Side) -> Part:
    """Numbers of hashes from complete blocks to digests, and what the blocks begin with."""
    p = h.p
    half = p.chain_words * p.word_bits

    def signals() -> Groups:
        rows = [
            Signal("close_key", 1, "the block that is complete begins with the state of a key"),
            Signal("close_other", 1, "it is of a hash beyond 0"),
            Signal("state_choice", p.choice_bits, "hash whose state is wanted; 0 with a key"),
            Signal("digest_choice", p.choice_bits, "hash of the digest on offer"),
            Signal("kept_a", half, "what the key store has read, of H3 down to H0"),
            Signal("kept_e", half, "of H7 down to H4"),
            Signal("initial_a", half, "what the table says, of H3 down to H0"),
            Signal("initial_e", half, "of H7 down to H4"),
            Signal("asked_kept_q", STATE_LATENCY, "1 to 3 clocks before: the key store is asked"),
            *asked_signals(p, alone=False),
        ]
        return [side.named(rows)]

    parameters = {"CHOICE_BITS": p.choice_bits, **context_parameters(p)}
    unit = Unit(face("hash_ledger"), side.unit("hash_ledger"), parameters)

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        wired = {
            **clocked(p, w),
            "choices": w.choices,
            **x.own(("close", "close_context", "close_key", "close_other")),
            **x.own(("started", "state_context", "state_choice")),
            **x.own(("head_take", "head_context", "head_entry")),
            **x.pairs("word_", "digest_", ("valid", "ready", "choice")),
        }
        initial = (x.initial_a, x.initial_e)
        kept = x.asked_kept_q.bit(STATE_LATENCY - 1)
        outer = side.prefix == "outer_"
        return [
            unit.wired(wired),
            *([Unused(x.digest_choice, "a tag is as long as asked for")] if outer else []),
            *initial_values(p, w.clk, x, initial, alone=False),
            delayed(w.clk, x.asked_kept_q, x.state_choice.equals(0)),
            Assign(x.state_a, choose(kept, x.kept_a, x.initial_a)),
            Assign(x.state_e, choose(kept, x.kept_e, x.initial_e)),
        ]

    return Part(signals, [unit], body, f"Hashes of blocks{side.of}")


def mask(h: HmacParameters, side: Side) -> Part:
    """Digests with zeros behind them, and the length of an answer that is not a tag.

    Words of states that are saved are sent as they are, and all of them.
    """
    p = h.p
    early = p.contexts == 1 and not p.full_rate  # looked up when the digest comes

    def signals() -> Groups:
        rows = [
            Signal("masked", p.word_bits, "the digest's word, zero behind its hash's length"),
            *([whole] if h.resume else []),
            Signal("answer_choice_q", p.choice_bits, "hash of the digest that is being routed"),
            *([coming] if early else []),
            Signal("answer_bytes", _LENGTH_BITS, "bytes of the answer"),
        ]
        return [rows, *([plain] if h.engines == 2 else [])]

    plain = [Signal("plain_choice_q", p.choice_bits, "hash of the inner digest that is routed")]
    coming = Signal("answer_choice", p.choice_bits, "the same, in the clock in which it comes")
    whole = Signal(_SENT, p.word_bits, "the same, or the word of a state as it is")
    unit = Unit(face("digest_mask"), "u_mask", {"WORD": p.word_bits, **_numbers(p)})
    sizes = {"WORD": p.word_bits, **context_parameters(p)}
    units = [unit, *([Unit(face("saved_words"), "u_saved", sizes)] if h.resume else [])]

    def body(w: Wires) -> list[Item]:
        x = w.within(side.prefix)
        wired = {
            **clocked(p, w),
            **x.pairs("word_", "digest_", ("valid", "ready", "data", "choice")),
            "masked": w.masked,
        }
        latest = x.digest_choice
        held: list[Item] = []
        if h.engines == 2:
            held.append(_held(w, w.plain_choice_q, x.digest_ready, latest))
            latest = w.plain_choice_q
        held.append(_held(w, w.answer_choice_q, w.digest_ready, latest))
        choice = w.answer_choice_q
        if early:
            held.append(Assign(w.answer_choice, choose(w.digest_ready, latest, choice)))
            choice = w.answer_choice
        *bytes_of, last = (number(each.digest_bytes, _LENGTH_BITS) for each in p.choices)
        asked = w.record_keyed
        if h.resume:
            asked |= w.record_bytes.equals(STATE_WORDS * p.word_bits // 8)
        cases = [(asked, w.record_bytes)]
        cases += [(choice.equals(n), each) for n, each in enumerate(bytes_of)]
        length = first_of(cases, last, "\n      ")
        saved = [each.wired(_saved(p, w, x)) for each in units[1:]]
        return [unit.wired(wired), *saved, *held, Assign(w.answer_bytes, length)]

    return Part(signals, units, body, "Digests to the length of their hash")


def _saved(p: ShellParameters, w: Wires, x: Wires) -> dict[str, Value]:
    """Connections of what sends words of saved states as they are."""
    return {
        **clocked(p, w),
        **x.own(("close", "close_context", "started")),
        "close_cut": w.pad_close_cut,
        **x.own(("head_take", "head_context", "head_entry")),
        **x.pairs("word_", "digest_", ("valid", "ready", "data")),
        "word_masked": w.masked,
        "word_sent": w[_SENT],
    }


def digest_data(h: HmacParameters) -> str:
    """The signal of the words of digests, without what is behind a digest of their hash."""
    if not h.p.choices:
        return "digest_data"
    return _SENT if h.resume else "masked"


def _held(w: Wires, register: Value, when: Value, value: Value) -> Register:
    """A register that takes a value when something holds."""
    return Register(w.clk, register, choose(when, value, register))


def fit(h: HmacParameters, side: Side) -> Part:
    """Blocks of inner digests for the hash of their message."""
    p = h.p

    def signals() -> Groups:
        return [side.named([Signal("own_data", p.word_bits, "the word, for the hash it is of")])]

    parameters = {"WORD": p.word_bits, "DIGEST_BYTES": p.digest_bytes, **_numbers(p)}
    unit = Unit(face("block_fit"), side.unit("fit"), parameters)

    def body(w: Wires) -> list[Item]:
        own = w.within(f"{side.prefix}own_")
        wired = {
            "clk": w.clk,
            "of_digest": own.digest,
            "of_choice": w.used_choice,
            "write": own.write,
            "position": own.position,
            "data": own.plain,
            "fitted": own.data,
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body)
