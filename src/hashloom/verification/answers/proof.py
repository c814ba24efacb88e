"""Proves which answers of an HMAC core have anything of a digest in them.

Two proofs make it.  In the netlist of the whole core all ways from the bytes of packets to
m_axis_tdata lead through the words of digests.  And of the modules that decide what leaves, with
the others free to do anything, it is shown by induction over clocks where a digest's word can
leave; first contents of registers are free, and there has been a reset.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.answers.aig import literal_name, unrolled
from hashloom.verification.answers.gates import Bit, Gates, hollowed, read_gates
from hashloom.verification.answers.statements import (
    ANSWERS,
    DIGESTS,
    KEPT,
    RELEASED,
    Statements,
    statements_of,
    takes_out,
)
from hashloom.verification.answers.taint import DecidesError
from hashloom.verification.equivalence.netlists.netlist import Netlist, read_netlist
from hashloom.verification.equivalence.solving.queries import Query
from hashloom.verification.equivalence.solving.solvers import Answer, answer, solvers
from hashloom.verification.equivalence.words.textbook import Label
from hashloom.verification.flow import MEANT, SOURCE
from hashloom.verification.influence import influenced
from hashloom.verification.proving import OPEN, PROVED, Obligation, Progress, Section

TITLE = "what answers are made of"
PROVES = (
    "m_axis_tdata has nothing of keys, messages, expected tags and states but by words of digests, "
    "and those only in the lanes with tkeep of beats on offer, in answers to HASH, MAC and SAVE "
    "that nothing was wrong with; no answer to VERIFY, KEY, ERASE or a packet that was refused has "
    "any. A word that goes to the key loader or to an outer block is not sent. The slot told for "
    "an inner digest is the one of the record it is looked up by, and without --resume the one "
    "told for a message's block is that of its context's latest packet."
)
# What a byte says that is meant to be seen: a verdict, and the length that RESTORE brings.
_SEEN = ("u_route.differs_q", "u_porter.count_value")
_ASSUMES = (
    "no digest and no answer of the key loader comes while an answer that zeroize broke off is "
    "ended, which random traffic checks in whole cores",
    "a digest is of a context that there is, which random traffic checks likewise",
    "which digest belongs to which packet is not part of this: where that is not proved beside it, "
    "that the answer to a packet is the digest of its own message and key is what random traffic "
    "compares",
    "Yosys reads the SystemVerilog as other tools do",
)
_LENGTH = ("the length that RESTORE brings and SAVE tells may be seen: u_porter.count_value",)
_WAY = f"{MEANT} has bytes of packets by words of digests alone"
_CONTROL = "what decides about answers depends on no byte of a packet and no word of a digest"
_TAKEN_OUT = (
    "inner digests do not come to where answers are made, which random traffic checks in whole "
    "cores",
)


def prove_answers(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Proves what the answers of `core` are made of; None for one without such a route.

    Raises ToolError when a tool is missing or fails.
    """
    if not core.keyed or core.folded or core.architecture.pool or not core.streamed:
        return None
    if core.interface.registered or core.interface.copies > 1 or core.interface.kind.whole:
        return None
    section = answers_of(core, core.sources())
    progress("statements on answers", len(section.obligations), len(section.obligations))
    return section


def answers_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Proves it of the text of `core`, by file name.  Raises ToolError when a tool fails."""
    began = time.monotonic()
    gates = read_gates(hollowed(sources, core.top, core.prefix, KEPT), core.top, Cache())
    bytes_in = _bytes_in(read_netlist(sources, core.top, Cache()), gates)
    words = set(gates.signals[DIGESTS])
    ends = {bit for name in RELEASED for bit in gates.signals.get(name, ())}
    others = gates.reached(bytes_in - words, ends)
    only = OPEN if others & {*gates.signals[ANSWERS], *gates.signals[MEANT]} else PROVED
    taken_out = takes_out(sources, core.top)
    obligations = [Obligation(_WAY, only, 0.0, "flow")]
    lines = []
    try:
        statements = statements_of(core, gates, bytes_in, taken_out)
    except DecidesError as decides:
        obligations.append(Obligation(_CONTROL, OPEN, 0.0, "flow"))
        lines.append(str(decides))
    else:
        obligations.append(Obligation(_CONTROL, PROVED, 0.0, "flow"))
        obligations += _obligations(statements)
    lines += [f"Not shown: {each.name}." for each in obligations if each.status != PROVED]
    return Section(
        TITLE,
        PROVES,
        (
            *(_TAKEN_OUT if taken_out else ()),
            *(_LENGTH if core.interface.resume else ()),
            *_ASSUMES,
        ),
        tuple(obligations),
        tuple(lines),
        {"yosys": find_tool("yosys").version, solvers()[0].name: solvers()[0].title},
        time.monotonic() - began,
    )


def _bytes_in(netlist: Netlist, gates: Gates) -> set[Bit]:
    """Bits by which bytes of packets come into the modules that are kept: of all that is free there
    what is not known, in the netlist of the whole core, to depend on none."""
    ends = frozenset(n for n, names in netlist.names.items() if _ends(names))
    origin = influenced(netlist, netlist.inputs[SOURCE], ends)
    without = {
        name for number, names in netlist.names.items() if number not in origin for name in names
    } | set(netlist.inputs) - {SOURCE}
    return {bit for bit, names in gates.free().items() if without.isdisjoint(names)}


def _ends(names: Iterable[str]) -> bool:
    return any(name.endswith(_SEEN) for name in names)


def _obligations(statements: Statements) -> Iterator[Obligation]:
    """What came of each statement: one query is for all, and one each when it finds a case."""
    every = {**statements.shown, **statements.helping}
    together = _case(statements, every)
    for name in every:
        alone = together if together.status == "unsat" else _case(statements, [name])
        status = PROVED if alone.status == "unsat" else OPEN
        yield Obligation(name, status, alone.seconds, alone.solver)


def _case(statements: Statements, names: Iterable[str]) -> Answer:
    """A clock in which one of some statements is broken: behind one in which all hold, or, but for
    those about what is noted, which is noted from then on, behind the first clock of a reset."""
    every = {**statements.shown, **statements.helping}
    held = [f"(not {literal_name(0, broken)})" for broken in every.values()]
    step = _asked(statements, [every[name] for name in names], held)
    if step.status != "unsat":
        return step
    known = [every[name] for name in names if name not in statements.notes]
    return _asked(statements, known, [literal_name(0, statements.reset)])


def _asked(statements: Statements, broken: Iterable[int], before: Iterable[str]) -> Answer:
    """Whether one of some literals can be true in a clock, with what is known of the one before."""
    clocks = ((clock, each) for clock in (0, 1) for each in statements.assumed)
    kept = (f"(not {literal_name(clock, each)})" for clock, each in clocks)
    every = [*statements.shown.values(), *statements.helping.values(), *statements.assumed]
    said = " ".join(literal_name(1, each) for each in broken)
    lines = [
        "(set-logic QF_UF)",
        *unrolled(statements.followed.aig, 2, [*every, statements.reset]),
        *(f"(assert {each})" for each in (*before, *kept)),
        f"(assert (or false {said}))",
        "(check-sat)",
    ]
    return answer(Query("\n".join([*lines, ""]), {"true": Label("", 0)}), Cache())
