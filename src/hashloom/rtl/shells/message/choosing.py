"""A hash chosen for each message: its number, its initial value and the length of its digest.

The engine's own initial value is that of hash 0; messages of the others start from states that are
supplied to the engine in its steps.  All of it is around an engine that takes such states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_

from hashloom.hashes import Hash
from hashloom.rtl.shells.common.parameters import GATHERED_WORDS, ShellParameters
from hashloom.rtl.shells.common.parts import clocked, context_parameters, digest_signals
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Register, Unit, Unused
from hashloom.rtl.typed.netlist import Groups, Part
from hashloom.rtl.typed.values import Signal, Value, Wires, any_of, first_of, join
from hashloom.rtl.verilog import literal
from hashloom.transforms.registers.storage import STATE_LATENCY

STARTS = "slot_other"  # contexts of a group whose message starts from a supplied state


def numbers(p: ShellParameters) -> str:
    """Which number each hash has."""
    return ", ".join(f"{number} {each.name}" for number, each in enumerate(p.choices))


def digests_of(p: ShellParameters) -> str:
    """What digests are of: their length, or the hashes where there are several."""
    if not p.choices:
        return f"{p.digest_bytes} bytes"
    *titles, last = (each.title for each in p.choices)
    return f"{', '.join(titles)} or {last}"


def reader(p: ShellParameters) -> Part:
    """The number of a message's hash beside all of its beats."""

    def signals() -> Groups:
        return [[Signal("beat_choice", p.choice_bits, "number of its message's hash")]]

    parameters = {"CHOICE_BITS": p.choice_bits, **context_parameters(p)}
    unit = Unit(face("choice_reader"), "u_choice", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.own(("beat_valid", "beat_ready", "beat_context", "beat_choice")),
            "beat_last": w.s_axis_tlast,
            "beat_number": w.s_axis_tuser,
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Hashes of messages")


def missing(p: ShellParameters, number: Value) -> Value | None:
    """The condition that there is no hash of a number, or nothing where there is one of each."""
    wrong = [number.equals(each) for each in p.no_choices]
    return any_of(wrong, " ") if wrong else None


def ledger(p: ShellParameters) -> Part:
    """Numbers of hashes on the way from the padder to the digest, and what they start from."""

    def signals() -> Groups:
        numbers = [
            Signal(STARTS, p.interleave, "contexts of the group whose message is not of hash 0"),
            Signal("state_choice", p.choice_bits, "number of the hash whose state is wanted"),
            Signal("digest_choice", p.choice_bits, "number of the hash of the digest on offer"),
        ]
        asked = asked_signals(p, alone=True)
        return [numbers, asked] if asked else [numbers]

    parameters = {
        "CHOICE_BITS": p.choice_bits,
        "GROUPS": p.contexts // p.interleave,
        "INTERLEAVE": p.interleave,
        "CONTEXT_BITS": p.context_bits,
        "GROUP_BITS": p.group_bits,
    }
    unit = Unit(face("choice_ledger"), "u_choices", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **clocked(p, w),
            **w.pairs("row_", "word_", ("valid", "ready", "context")),
            "row_choice": w.word_command,
            **w.own(("slot_group", STARTS, "started", "state_context", "state_choice")),
            **w.own(("head_take", "head_context", "head_entry")),
            **w.pairs("word_", "digest_", ("valid", "ready", "choice")),
        }
        states = initial_values(p, w.clk, w, (w.state_a, w.state_e), alone=True)
        return [unit.wired(wired), *states]

    return Part(signals, [unit], body, "Hashes from the padder to the digest")


def asked_signals(p: ShellParameters, alone: bool) -> list[Signal]:
    """What has been asked for of initial values, where it makes a difference (initial_values)."""
    waits = _waits(alone)
    ago = f"1 to {waits} clocks before: what is wanted"
    step = Signal("asked_step_q", waits * p.step_bits, f"{ago}, the step")
    choice = Signal("asked_choice_q", waits * p.choice_bits, f"{ago}, the number")
    return [*([step] if p.chain_steps > 1 else []), *([choice] if len(p.choices) > 2 else [])]


def _waits(alone: bool) -> int:
    """Clocks from the request of a state to the look-up of its words."""
    return STATE_LATENCY - 1 if alone else STATE_LATENCY


def initial_values(
    p: ShellParameters, clock: Value, w: Wires, targets: Sequence[Value], alone: bool
) -> Iterator[Item]:
    """Both halves of the initial value of the hash, the words of the step that was asked for.

    `alone`: nobody else wants to know what was asked for, and no other state is selected from; then
    the words come from registers, and else from the gates that select.
    """
    if p.chain_steps > 1:
        yield delayed(clock, w.asked_step_q, w.state_step)
    elif alone:
        yield Unused(w.state_step, "all words of a state come in one step")
    if len(p.choices) > 2:
        yield delayed(clock, w.asked_choice_q, w.state_choice)
    elif alone:
        yield Unused(w.state_choice, "one hash alone starts from a supplied state")
    for target, first in zip(targets, (0, GATHERED_WORDS), strict=True):
        words = _looked_up(p, w, first, _waits(alone))
        registered = alone and words.reads
        yield Register(clock, target, words) if registered else Assign(target, words)


def delayed(clock: Value, line: Value, now: Value) -> Register:
    """A line of values, the latest at the bottom."""
    return Register(clock, line, join(line.slice(line.bits - now.bits - 1, 0), now))


def _looked_up(p: ShellParameters, w: Wires, first: int, waits: int) -> Value:
    """Words of the half of an initial value that begins with H[first]."""
    numbers = range(1, len(p.choices))
    rows = [(number, step) for number in numbers for step in range(p.chain_steps)]
    words = [_words(p, p.choices[number], first, step) for number, step in rows]
    wanted = [_is_wanted(p, w, number, step, waits) for number, step in rows[:-1]]
    return first_of([*zip(wanted, words[:-1], strict=True)], words[-1], "\n      ")


def _is_wanted(p: ShellParameters, w: Wires, number: int, step: int, waits: int) -> Value:
    """The condition that a step of the hash of a number was asked for."""
    conditions = []
    if len(p.choices) > 2:
        conditions.append(_oldest(w.asked_choice_q, waits).equals(number))
    if p.chain_steps > 1:
        conditions.append(_oldest(w.asked_step_q, waits).equals(step))
    return reduce(and_, conditions)


def _oldest(line: Value, waits: int) -> Value:
    """The top of a line of so many values."""
    width = line.bits // waits
    return line.slice(line.bits - 1, line.bits - width)


def _words(p: ShellParameters, hash_: Hash, first: int, step: int) -> Value:
    """The words of a step, the newest one at the bottom."""
    newest = first + GATHERED_WORDS - 1 - step * p.chain_words
    words = [hash_.initial[newest - place] for place in range(p.chain_words)]
    values = [Value(literal(word, p.word_bits), p.word_bits) for word in reversed(words)]
    return join(*values) if len(values) > 1 else values[0]


def cut(p: ShellParameters) -> Part:
    """Digests cut to the length of their hash."""

    def signals() -> Groups:
        words = digest_signals(p, "cut_", "a digest", "the word, first byte most significant")
        keep = "with the last one: the byte is of the digest"
        words.insert(3, Signal("cut_keep", p.word_bits // 8, keep))
        return [words]

    parameters = {
        "WORD": p.word_bits,
        "CHOICE_BITS": p.choice_bits,
        "BYTES": lengths(p),
        "CONTEXT_BITS": p.context_bits,
    }
    unit = Unit(face("digest_cut"), "u_cut", parameters)

    def body(w: Wires) -> list[Item]:
        names = ("valid", "ready", "data", "last", "context", "error")
        wired = {
            **clocked(p, w),
            **w.pairs("word_", "digest_", (*names, "choice")),
            **w.pairs("cut_", "cut_", (*names, "keep")),
        }
        return [unit.wired(wired)]

    return Part(signals, [unit], body, "Digests to their length")


def lengths(p: ShellParameters) -> int:
    """Bytes of digests by number, a byte each; those of a number beyond are the last hash's."""
    lengths = [each.digest_bytes for each in p.choices]
    lengths += [lengths[-1]] * ((1 << p.choice_bits) - len(lengths))
    return sum(length << 8 * number for number, length in enumerate(lengths))
