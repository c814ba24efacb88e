"""Relative switching activity: how often the nets of a mapped core change for a block.

The paper that asks for it (juliato2009, section 5.4) gives joules; a netlist without its device
gives changes of nets, weighted by fan-out, and only their ratio between two cores means something.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from hashloom.cache import Cache, key_of
from hashloom.errors import CheckError
from hashloom.implementation.counted_netlist import counted_netlist
from hashloom.targets import Target, require_placement
from hashloom.verification.checking.netlist import TargetedCore
from hashloom.verification.hmac_timing import PLAIN_HASH, busy_contexts, case_jobs
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Operation, Status
from hashloom.verification.simulation.subject import HmacCore, MessageCore, message_core
from hashloom.verification.simulation.verilator import Build, Effort, find_verilator
from hashloom.verification.tags import check_keyed
from hashloom.verification.vectors.reference import reference, reference_tag

_FORMAT = 2
_RUNS = (8, 40)  # messages of one block for each context; what lies between the two is counted
_SEED = 7
_BUILD = Build(verilator_options=("-Wno-lint", "-Wno-style", "-sv"), effort=Effort.HUGE)


@dataclass(frozen=True)
class Activity:
    """Changes of nets for a random message of one block, every context busy with such.

    Attributes:
        core, target: what was synthesised for what.
        case: of an HMAC core, one of hashloom.verification.hmac_timing.CASES; random keys.
        messages: over which nets were watched.
        changes: changes of all nets for a message, its new key included where the case has one.
        weighted: the same, each net times the pins of cells that read it.
    """

    core: str
    target: str
    case: str
    messages: int
    changes: float
    weighted: float

    def relative_to(self, plain: Activity) -> float:
        """Weighted changes of a message over those of `plain`."""
        return self.weighted / plain.weighted

    def as_dict(self) -> dict[str, Any]:
        """The activity as JSON shows it."""
        return asdict(self)


def switching_activity(
    core: TargetedCore, target: Target, cache: Cache, case: str = PLAIN_HASH
) -> Activity:
    """Count the changes in simulation of the netlist, an engine's with the message core around it.

    Behind registers the accesses of a message are counted too, and nothing polls meanwhile; with a
    ring so are those of the core to its memory.

    Raises RequestError for a target that is synthesis only and for a case that only an HMAC core
    has, CheckError when the netlist gives a wrong answer or none, or does not count.
    """
    require_placement(target, "simulation of its netlist")
    subject = message_core(core)
    if case != PLAIN_HASH:
        check_keyed(cast(HmacCore, subject))
    sources = subject.sources_for(target)
    version = find_verilator().version
    key = key_of(
        format=_FORMAT,
        kind="activity",
        sources=sources,
        target=target.name,
        verilator=version,
        case=case,
    )
    content = cache.get(key)
    if content is not None:
        return Activity(**json.loads(content))
    text = counted_netlist(sources, subject.top, target, cache=cache)
    executable = compile_driver(subject, {"netlist.v": text}, _BUILD)
    few, many = (_counted(subject, executable, case, count) for count in _RUNS)
    messages = many.messages - few.messages
    activity = Activity(
        core=core.name,
        target=target.name,
        case=case,
        messages=messages,
        changes=(many.changes - few.changes) / messages,
        weighted=(many.weighted - few.weighted) / messages,
    )
    cache.put(key, json.dumps(activity.as_dict()).encode())
    return activity


@dataclass(frozen=True)
class _Count:
    """Messages of a run, and changes of nets in all of it."""

    messages: int
    changes: int
    weighted: int


def _counted(core: MessageCore, executable: Path, case: str, count: int) -> _Count:
    """A run of `count` messages for each context, its answers compared."""
    keyed = cast(HmacCore, core)  # whose slots only cases with keys ask for
    several = busy_contexts(keyed, case)
    content = random.Random(_SEED).randbytes
    jobs = case_jobs(keyed, case, 1, [*several] * count, content=content)
    outcome = run(executable, jobs, Setting())
    for right, answer in zip(_answers(core, jobs), outcome.whole(core.name), strict=True):
        if answer.status != Status.OK or answer.digest != right:
            raise CheckError(f"The netlist of {core.name} gives a wrong answer.")
    totals = [line.split() for line in outcome.trace]
    if len(totals) != 1:
        raise CheckError(f"The netlist of {core.name} counts no changes of its nets.")
    return _Count(count * len(several), *(int(number) for number in totals[0]))


def _answers(core: MessageCore, jobs: Sequence[Job]) -> list[bytes]:
    """What Python's hashlib and hmac answer to keys and messages in their order."""
    digest, keys, found = reference(core.hash.name), dict[int, bytes](), []
    for job in jobs:
        slot = job.command.slot
        if job.command.operation == Operation.KEY:
            keys[slot] = job.message
            found.append(b"")
        elif job.command.operation == Operation.MAC:
            found.append(reference_tag(core.hash.name, keys[slot], job.message))
        else:
            found.append(digest(job.message))
    return found
