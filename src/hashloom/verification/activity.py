"""Relative switching activity: how often the nets of a mapped core change for a block.

The paper that asks for it (juliato2009, section 5.4) gives joules; a netlist without its device
gives changes of nets, weighted by fan-out, and only their ratio between two cores means something.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass
from typing import Any

from hashloom.errors import CheckError
from hashloom.implementation.cache import Cache, key_of
from hashloom.implementation.counted_netlist import counted_netlist
from hashloom.targets import Target, require_placement
from hashloom.verification.driver import Job, Setting, compile_driver, run
from hashloom.verification.netlist import TargetedCore
from hashloom.verification.reference import reference
from hashloom.verification.subject import longest_message, message_core
from hashloom.verification.verilator import Build, find_verilator

_FORMAT = 1
_MESSAGES = 32  # of one block, for each context
_SEED = 7
_BUILD = Build(verilator_options=("-Wno-lint", "-Wno-style", "-sv"), optimise=False)


@dataclass(frozen=True)
class Activity:
    """Changes of nets for a block, every context busy with random messages of one block.

    Attributes:
        core, target: what was synthesised for what.
        blocks: blocks hashed while nets were watched.
        changes: changes of all nets for a block.
        weighted: the same, each net times the pins of cells that read it.
    """

    core: str
    target: str
    blocks: int
    changes: float
    weighted: float

    def relative_to(self, plain: Activity) -> float:
        """Weighted changes of a block over those of `plain`."""
        return self.weighted / plain.weighted

    def as_dict(self) -> dict[str, Any]:
        """The activity as JSON shows it."""
        return asdict(self)


def switching_activity(core: TargetedCore, target: Target, cache: Cache) -> Activity:
    """Count the changes in simulation of the netlist, an engine's with the message core around it.

    Raises RequestError for a target that is synthesis only, CheckError when the netlist gives a
    wrong digest or none, or does not count.
    """
    require_placement(target, "simulation of its netlist")
    subject = message_core(core)
    sources = subject.sources_for(target)
    version = find_verilator().version
    key = key_of(
        format=_FORMAT, kind="activity", sources=sources, target=target.name, verilator=version
    )
    content = cache.get(key)
    if content is not None:
        return Activity(**json.loads(content))
    text = counted_netlist(sources, subject.top, target, cache=cache)
    executable = compile_driver(subject, {"netlist.v": text}, _BUILD)
    source = random.Random(_SEED)
    size = longest_message(subject, 1)
    jobs = [
        Job(source.randbytes(size), context)
        for _ in range(_MESSAGES)
        for context in range(subject.contexts)
    ]
    outcome = run(executable, jobs, Setting())
    digest = reference(subject.hash.name)
    for job, answer in zip(jobs, outcome.whole(core.name), strict=True):
        if answer.digest != digest(job.message):
            raise CheckError(f"The netlist of {core.name} gives a wrong digest.")
    counts = [line.split() for line in outcome.trace]
    if len(counts) != 1:
        raise CheckError(f"The netlist of {core.name} counts no changes of its nets.")
    changes, weighted = (int(number) / len(jobs) for number in counts[0])
    activity = Activity(core.name, target.name, len(jobs), changes, weighted)
    cache.put(key, json.dumps(activity.as_dict()).encode())
    return activity
