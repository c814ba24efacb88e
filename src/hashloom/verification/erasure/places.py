"""Where in an HMAC core something may be left, and where it may not."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.verification.equivalence.netlists.netlist import Netlist, read_netlist
from hashloom.verification.erasure.rows import rows_by_name
from hashloom.verification.erasure.run import Subject
from hashloom.verification.flow import SOURCE, WRITTEN
from hashloom.verification.influence import holders

INNER = "u_core."  # the core behind a ring
_INNER_DATA = f"{INNER}{SOURCE}"

# What says something of bytes that may be seen, and is not followed: signals by the end of their
# names.
_VERDICTS = (
    "u_route.differs_q",
    "u_answers.differs_1q",
    "u_answers.differs_2q",
    "u_answer.differs",
)
_LENGTHS = ("u_porter.count_value", "u_keyer.brink")
_OF_A_MACHINE = tuple(
    f"u_engine.{name}" for name in ("released", "done", "flawed", "digest_valid", "over_q")
)
_VERDICT = (
    "whether the latest digest is the expected tag, one bit, stays until the next digest comes, of "
    "whatever packet; that no answer shows an earlier one is a property of the module that compares"
)
_OF_LENGTHS = "what depends on the length of a message alone may be left"
_OF_MACHINES = (
    "what a folded core's machine answers besides words depends on no word, and its constants are "
    "never written, which its proof shows; nor are rows of its memory that its layout does not use"
)
_SAVED = (
    "lengths of saved and restored messages are not followed: neither zeroize nor a reset "
    "overwrites where they lie"
)
_ANSWERS = (
    "no packet begins while the words of the last answer are overwritten, which begins that again, "
    "and nothing is counted in the registers, for which it waits",
    "an answer has as many words as there is room for beside what is counted, which answer_file's "
    "properties say; the last word that was read stays on the bus until another is",
)
_READ = ("u_registers.read_data", "u_bus.")  # a word that has been read
_RING = "words that the ring's own modules hold are not followed, which are no part of the core"
_RINGS_RESTART = "the ring is not stopped meanwhile, which begins the erasure again"
_REGISTERS_RESTART = "the register ZEROIZE is not written meanwhile, which begins it again"
_TAGS = "expected tags, which are public, are not followed"
_KEY_ROWS = (
    "key_loader writes no row of its block RAM but those of a block and one behind it, which is "
    "one of its properties"
)
_STEPS = "chaining words leave the engine in their own steps alone, which its proof shows"
_CONTEXTS = "what is written is of a context that there is"
_COLUMN = re.compile(r"store\.g_column\[(\d+)\]\.g_memory\.store$")
_BANK = re.compile(r"(.*\.g_bank\[)(\d+)(\].*)")
_FOLDED_CASES = ("u_judge.state_q", "u_judge.begun_q", "u_judge.owed")
_STOPPED = "u_ring.clear_q"  # the ring was stopped, which resets the core as well


@dataclass(frozen=True)
class Places:
    """What is followed in a core.

    Attributes:
        subject: for a run.
        known: nets, or memories, that say which slots hold a key.
        assumes: what is assumed, and what is left out.
    """

    subject: Subject
    known: Collection[int]
    assumes: tuple[str, ...]


def places_of(core: Core, sources: Mapping[str, str]) -> Places:
    """What is followed in the text of `core`, by file name.

    Raises ToolError when Yosys does not read it.
    """
    netlist = read_netlist(sources, core.top, Cache())
    released = _ending(netlist, *_VERDICTS, *_LENGTHS)
    if core.folded:
        released |= _ending(netlist, *_OF_A_MACHINE)
    cases = (*_FOLDED_CASES, *((_STOPPED,) if core.interface.ringed else ()))
    divided = [min(_ending(netlist, name)) for name in cases if core.folded]
    subject = Subject(
        netlist,
        dict(_written(core, netlist, rows_by_name(sources, core.top, Cache()))),
        {
            n: mask
            for source in _sources(core, netlist)
            for n, mask in holders(netlist, source).items()
        },
        released,
        dict(_counted(core, netlist, released)),
        _low(core, netlist),
        divided,
        ("zeroize",) if core.interface.registered and not core.interface.ringed else (),
        netlist.outputs.get("s_axis_tready"),
    )
    known = _ending(netlist, "u_gate.known_q", "u_judge.known_q")
    known |= {n for n in netlist.state if _memory_of(netlist, n, "u_judge.u_known.")}
    return Places(subject, known, tuple(_assumes(core)))


def _sources(core: Core, netlist: Netlist) -> Iterator[int]:
    if core.interface.ringed:
        yield netlist.named(_INNER_DATA)
    elif core.interface.registered:
        yield netlist.named(WRITTEN)
    else:
        yield netlist.inputs[SOURCE]


def _low(core: Core, netlist: Netlist) -> frozenset[int]:
    """What is low while nobody erases again, no beat comes where none is to, and nothing is
    counted."""
    found = _ending(netlist, "forget", "zeroize_zeroize")
    found |= _ending(netlist, "u_answers.update", "u_answers.begins")
    return found - set(netlist.inputs.values())


def _written(
    core: Core, netlist: Netlist, rows: Mapping[str, int]
) -> Iterator[tuple[int, Container[int]]]:
    """Memories with the rows of each that are ever written."""
    for number in netlist.state:
        names = netlist.names.get(number, ())
        name = next((name for name in names if name in rows), None)
        if not netlist.nets[number].rows or name is None:
            continue
        if core.folded and "u_engine." in name:
            yield number, _of_machine(core)
        elif name == "u_answers.store":  # other rows count
            yield number, range(16, 32) if rows[name] > 16 else range(13)
        elif "engine.u_H_old_" in name and core.shape.first_step:
            every = 1 << core.shape.step_bits
            steps = range(core.shape.first_step, every)
            yield number, [row for row in range(rows[name]) if row % every in steps]
        else:
            yield number, range(_rows_used(core, name, rows))


def _rows_used(core: Core, name: str, rows: Mapping[str, int]) -> int:
    """The first rows of a memory that are ever written: some are of contexts or of slots that
    there are not."""
    if "u_loader.g_block." in name:
        return 16 // core.shell.pad_words + 1
    if "keys.g_whole." in name:
        return min(rows[name], _key_rows(core))
    contexts = core.architecture.contexts
    if column := _COLUMN.search(name):
        places = 2 * contexts * _steps(core)
        return min(rows[name], places - 16 * (int(column[1]) % -(-places // 16)))
    if (bank := _BANK.match(name)) and contexts & (contexts - 1):
        banks = sum(_BANK.sub(r"\1\3", other) == bank[1] + bank[3] for other in rows)
        places = contexts * _steps(core)
        while "u_recall." not in name and 2 * places <= banks * rows[name]:
            places *= 2  # of rows of blocks there are more
        return min(rows[name], places - rows[name] * int(bank[2]))
    return rows[name]


def _steps(core: Core) -> int:
    """Clocks in which the words of a chaining value leave the engine."""
    return 4 // core.shell.chain_words


def _of_machine(core: Core) -> frozenset[int]:
    """Rows of a machine's memory that hold anything but constants."""
    at = core.keyed_program.layout
    slots = (row for slot in range(at.slots) for row in at.slot(slot))
    return frozenset((*at.worked, *map(at.tag, range(8)), *slots))


def _counted(
    core: Core, netlist: Netlist, released: frozenset[int]
) -> Iterator[tuple[int, Container[int]]]:
    """Registers and memories in which nothing is to be left, with the rows of these."""
    face = core.interface
    for number in netlist.state:
        names = netlist.names.get(number, ("",))
        rows = range(netlist.nets[number].rows)
        if number in released or (face.ringed and not names[0].startswith(INNER)):
            continue
        if face.registered and names[0].startswith(_READ):
            continue
        if core.architecture.pool and names[0].startswith("u_answers.u_tags."):
            continue
        if face.resume and any(name.endswith("u_porter.lengths") for name in names):
            continue
        yield number, rows


def _key_rows(core: Core) -> int:
    """Rows of a key store that has restored states, too, with states of keys."""
    states = core.interface.slots << (core.architecture.engines == 1)
    return states * _steps(core)


def _assumes(core: Core) -> Iterator[str]:
    face, folded, pool = core.interface, core.folded, core.architecture.pool
    if face.ringed:
        yield _RINGS_RESTART
        yield _RING
    elif face.registered:
        yield _REGISTERS_RESTART
        yield from _ANSWERS
    if folded:
        yield _OF_MACHINES
    elif core.architecture.keys == "bram" and not pool:
        yield _KEY_ROWS
    if pool:
        yield _TAGS
    if not (folded or pool) and core.shape.first_step:
        yield _STEPS
    if core.architecture.contexts & (core.architecture.contexts - 1):
        yield _CONTEXTS
    if face.resume:
        yield _SAVED
    yield _VERDICT
    if face.resume or folded or pool:
        yield _OF_LENGTHS
    yield "Yosys reads the SystemVerilog as other tools do"


def _memory_of(netlist: Netlist, number: int, part: str) -> bool:
    return bool(netlist.nets[number].rows) and any(
        part in name for name in netlist.names.get(number, ())
    )


def _ending(netlist: Netlist, *ends: str) -> frozenset[int]:
    return frozenset(
        number
        for number, names in netlist.names.items()
        if any(name == end or name.endswith(f".{end}") for name in names for end in ends)
    )
