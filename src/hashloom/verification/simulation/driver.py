"""The Python face of cpp/driver.cpp: compile it with a core, give it jobs, read the answers."""

from __future__ import annotations

import functools
import importlib.resources
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from hashloom.cores.buses.registers import Registered, registers_of
from hashloom.errors import CheckError, ToolError
from hashloom.request.level import level_named
from hashloom.verification.simulation.assertions import broken
from hashloom.verification.simulation.packets import MAXIMUM_SLOTS, PLAIN, Command, Status
from hashloom.verification.simulation.subject import (
    MessageCore,
    beat_bytes,
    choice_bits,
    registered,
)
from hashloom.verification.simulation.verilator import Build, build_model

_FAILURE_STATUS = 3
_STREAMS, _REGISTERS, _RING = "cpp", "cpp_bus", "cpp_dma"  # folders of the driver
_LINES = {"sent": "fence", "answered": "barrier"}  # before a job that has to wait

Start = Literal["free", "sent", "answered"]


@dataclass(frozen=True)
class Job:
    """A packet for one context, or with `steps` a Monte Carlo chain of that many messages.

    Attributes:
        message: what the packet carries. Each message of a chain is the three digests before it,
            joined; `message` is then the first of them.
        context: `tid` of the packet; the packets of a context are sent in their order.
        steps: messages of a chain.
        command: what the packet asks for; a core without commands hashes.
        broken: beat whose `tkeep` breaks the rules, from 1, or the last beat if there are fewer; 0
            for none. The last beat of a stream of one byte cannot be broken.
        whole: no beats of other contexts are sent in between.
        start: when it may begin: "free", or when every job before it, also of other contexts, has
            been "sent" whole or "answered". Jobs behind it do not begin before it may.
        answered: whether an answer comes; None: as the command says.
        choice: number of the message's hash, of a core without commands that has several.
    """

    message: bytes
    context: int = 0
    steps: int = 0
    command: Command = PLAIN
    broken: int = 0
    whole: bool = False
    start: Start = "free"
    answered: bool | None = None
    choice: int = 0


@dataclass(frozen=True)
class Setting:
    """How the driver behaves.

    Attributes:
        parallel: every context is kept busy; otherwise one job at a time, alone.
        ordered: jobs are sent whole, one behind the other, whatever their contexts.
        turn: beats one context sends before it is the next one's turn.
        stalls: share of the clocks in which each stream pauses, 0 to below 1.
        seed: of all random choices and of what the hardware leaves undefined.
        timeout: clocks without any beat after which the core counts as stuck.
        rest: clocks after the last answer, or after a reset behind it, at which the state of the
            core is told; None: it is not. It needs a driver compiled for that.
        reset: whether there is a reset after the last answer.
        zeroize: clock in which everything is erased and the run ends; None: it is not.
        trace: whether the run tells what both streams carry in every clock.
    """

    parallel: bool = True
    ordered: bool = False
    turn: int = 1
    stalls: float = 0.0
    seed: int = 0
    timeout: int = 100_000
    rest: int | None = None
    reset: bool = False
    zeroize: int | None = None
    trace: bool = False


@dataclass(frozen=True)
class Answer:
    """A digest, and the clocks (counted from the end of reset) in which beats were taken.

    `status` is `m_axis_tuser`, of a core without commands its error flag; `first_in` and `last_in`
    are the message's first and last beat, `first_out` and `last_out` the digest's (of a chain: the
    last digest's). A packet that has no answer gets one without bytes when it has been sent.
    """

    digest: bytes
    status: int
    first_in: int
    last_in: int
    first_out: int
    last_out: int

    @property
    def malformed(self) -> bool:
        """Whether the core says that the packet broke the rules of the stream."""
        return self.status == Status.MALFORMED


@dataclass(frozen=True)
class Run:
    """What a run gave: an answer for each job (None where none came), its clocks, its failure.

    `failure` is a sentence about the protocol, or the property, that the core broke, or empty.
    `state` is every variable of the model in a fixed order, as name and content in hexadecimal, and
    `trace` a line for each clock, see hashloom.verification.simulation.trace, when they were asked
    for.
    """

    answers: tuple[Answer | None, ...]
    clocks: int
    failure: str = ""
    state: tuple[tuple[str, str], ...] = ()
    trace: tuple[str, ...] = ()

    def whole(self, subject: str) -> tuple[Answer, ...]:
        """Return all answers; raises CheckError when one is missing or the protocol was broken."""
        found = tuple(answer for answer in self.answers if answer is not None)
        if self.failure or len(found) != len(self.answers):
            raise CheckError(f"{subject}: {self.failure or 'digests are missing'}.")
        return found


def core_definitions(core: MessageCore) -> tuple[tuple[str, int], ...]:
    """What a C++ program that drives the streams of `core` has to know of them."""
    return (
        ("CORE_CONTEXTS", core.contexts),
        ("CORE_LANES", beat_bytes(core)),
        ("CORE_COMMANDS", int(level_named(core.level).keyed)),
        ("CORE_CHOICE_BITS", choice_bits(core)),
    )


def compile_driver(
    core: MessageCore, sources: Mapping[str, str], build: Build | None = None
) -> Path:
    """Compile `sources` of a message core (its own, or a netlist) with the driver.

    Where `build` does not say how, the model of a core with keys can tell its state: one model
    serves everything that is asked of it.  Returns the executable, from the cache when it was
    compiled before.
    """
    bus = registered(core)
    build = build or Build(state=level_named(core.level).keyed and bus is None)
    defines = (*core_definitions(core), ("CORE_STATE", int(build.state)))
    texts = driver_texts(_STREAMS)
    if bus is not None:
        texts = texts | driver_texts(_REGISTERS)  # whose bench takes the other one's place
        if bus.interface.ringed:
            texts = texts | driver_texts(_RING)  # and here that of this one
        defines += register_definitions(bus)
    return build_model(sources, core.top, texts, replace(build, defines=defines))


def register_definitions(core: Registered) -> tuple[tuple[str, int], ...]:
    """The bus, and where each register is; and the bus of a memory."""
    offsets = ((f"REG_{each.name}", each.offset) for each in registers_of(core).registers)
    buses = [(f"BUS_{core.interface.bus.upper().replace('-', '_')}", 1)]
    if core.interface.ringed:
        buses.append((f"DMA_{core.interface.dma.upper()}", 1))
    return (*buses, *offsets)


def run(
    executable: Path,
    jobs: Sequence[Job],
    setting: Setting,
    progress: Callable[[int], None] = lambda done: None,
) -> Run:
    """Run `jobs` through a compiled driver; `progress` is told how many are done.

    Raises ToolError when the driver itself fails.
    """
    with subprocess.Popen(
        [str(executable)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(_request(jobs, setting))
        process.stdin.close()
        answers: list[Answer | None] = [None] * len(jobs)
        clocks, failure, assertion, done = 0, "", "", 0
        state: list[tuple[str, str]] = []
        trace: list[str] = []
        for line in process.stdout:
            kind, _, rest = line.strip().partition(" ")
            if kind in ("digest", "sent"):
                index, answer = _answer(rest) if kind == "digest" else _sent(rest)
                answers[index] = answer
                clocks, done = max(clocks, answer.last_out), done + 1
                progress(done)
            elif kind == "total":
                clocks = int(rest)
            elif kind == "state":
                name, _, content = rest.partition(" ")
                state.append((name, content))
            elif kind == "trace":
                trace.append(rest)
            elif kind == "failure":
                failure = rest
            else:
                assertion = assertion or broken(line)
    known = process.returncode in (0, _FAILURE_STATUS) and (failure or not process.returncode)
    if not (known or assertion):
        raise ToolError(f"The simulation {executable} ended with status {process.returncode}.")
    return Run(tuple(answers), clocks, assertion or failure, tuple(state), tuple(trace))


@functools.lru_cache(maxsize=4)
def driver_texts(name: str) -> dict[str, str]:
    """Texts by file name of a folder beside this file."""
    folder = importlib.resources.files(__package__).joinpath(name)
    return {file.name: file.read_text() for file in folder.iterdir()}


def _request(jobs: Sequence[Job], setting: Setting) -> str:
    lines = [
        f"turn {setting.turn}",
        f"stalls {round(1000 * setting.stalls)} {setting.seed}",
        f"timeout {setting.timeout}",
    ]
    if not setting.parallel:
        lines.append("sequential")
    if setting.ordered:
        lines.append("ordered")
    if setting.trace:
        lines.append("trace")
    if setting.rest is not None:
        lines.append(f"rest {setting.rest} {int(setting.reset)}")
    if setting.zeroize is not None:
        lines.append(f"zeroize {setting.zeroize}")
    for job in jobs:
        if job.start != "free":
            lines.append(_LINES[job.start])
        lines.append(f"{_kind(job)} {job.message.hex() or '-'}")
    return "\n".join(lines) + "\n"


def _kind(job: Job) -> str:
    """A job's line up to its message."""
    command = job.command
    if job.steps:
        return f"monte {job.context} {job.steps} {job.choice}"
    if command == PLAIN and not job.choice and not job.broken and not job.whole:
        return f"message {job.context}"
    answered = command.answered if job.answered is None else job.answered
    kind = "packet" if answered else "unanswered"
    fields = (
        *(job.context, int(command.operation) or job.choice),
        *(command.slot + MAXIMUM_SLOTS * command.hash, command.tag_bytes),
        *(job.broken, int(job.whole)),
    )
    return f"{kind} {' '.join(map(str, fields))}"


def _answer(text: str) -> tuple[int, Answer]:
    index, digest, status, *clocks = text.split()
    first_in, last_in, first_out, last_out = (int(clock) for clock in clocks)
    given = b"" if digest == "-" else bytes.fromhex(digest)
    return int(index), Answer(given, int(status), first_in, last_in, first_out, last_out)


def _sent(text: str) -> tuple[int, Answer]:
    index, first_in, last_in = (int(number) for number in text.split())
    return index, Answer(b"", Status.OK, first_in, last_in, last_in, last_in)
