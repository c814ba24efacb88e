"""Whether anything of a key is left in an HMAC core when it has been erased, reset or zeroised.

Two runs that differ in keys alone, with the same lengths, messages and clocks, must end in the same
state: every register and every word of memory is compared.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom.errors import CheckError
from hashloom.verification.checking.checks import SHOWN_FAILURES, Check, Part, Progress
from hashloom.verification.checking.hmac_oracle import Oracle, Where, ask, erase, expect, load
from hashloom.verification.checking.of_hash import as_sent
from hashloom.verification.simulation.driver import Run, Setting, compile_driver, run
from hashloom.verification.simulation.model_state import signal_name
from hashloom.verification.simulation.packets import (
    MAXIMUM_SLOTS,
    Command,
    Operation,
    Status,
)
from hashloom.verification.simulation.subject import HmacCore, block_bytes, zeroized

NAME = "nothing of a key is left"

_SHOWN_SIGNALS = 8
_ZEROISED = (20, 190, 333, 600, 1111, 1700)  # clocks after the core has surely begun


@dataclass(frozen=True)
class Ending:
    """How a run ends.

    Attributes:
        name: for people.
        last: packets after all others.
        reset: whether a reset follows.
        zeroize: clock in which zeroize comes, whatever is under way, and nobody takes an answer any
            more; None: it does not.
        differing: slots whose keys differ between the two runs.
        clean: whether the states must be the same; if not they must differ, or the comparison would
            see nothing.
    """

    name: str
    last: tuple[Check, ...] = ()
    reset: bool = False
    zeroize: int | None = None
    differing: tuple[int, ...] = (0,)
    clean: bool = True


def endings(core: HmacCore) -> tuple[Ending, ...]:
    """Return the endings that are tried: first the one that must leave something."""
    everything = tuple(sorted({0, core.interface.slots - 1}))
    context = core.contexts - 1
    # A register of a pool has what the sender still shows: a tag, which is public, and no key.
    shown = () if zeroized(core) else (expect(bytes(16), Where(context, start="sent")),)
    return (
        Ending("without erasing", differing=everything, clean=False),
        Ending(
            "after ERASE_ALL", (erase(Where(context, start="sent"), True),), differing=everything
        ),
        Ending("after ERASE of slot 0", (erase(Where(context, 0, "sent")),)),
        Ending("after a reset", shown, reset=True, differing=everything),
        *(
            Ending(f"zeroised in clock {clock}", zeroize=clock, differing=everything)
            for clock in (core.settle_clocks + more for more in _ZEROISED)
            if zeroized(core)
        ),
    )


def hygiene(core: HmacCore, progress: Progress, before: str = "") -> Part:
    """Compare the states of the two runs for every ending.

    `before` is what the part's name begins with.
    """
    name = f"{before}{NAME}"
    executable = compile_driver(core, core.sources())
    tried = endings(core)
    failures, clocks = [], 0
    for done, ending in enumerate(tried):
        progress(name, done, len(tried))
        try:
            runs = run_pair(executable, core, ending, core.settle_clocks)
        except CheckError as error:
            failures.append(f"{name}: {error}")
            continue
        clocks += sum(each.clocks for each in runs)
        complaint = compare(ending, runs)
        failures += [f"{name}: {complaint}."] if complaint else []
    progress(name, len(tried), len(tried))
    return Part(name, len(tried), len(failures), clocks, tuple(failures[:SHOWN_FAILURES]))


def clean_after(core: HmacCore, ending: Ending, most: int) -> int:
    """Return the clocks after which the states are the same and stay so, `most` at most.

    Found by bisection, so what differs must not come back in between. Raises CheckError when they
    differ after `most` clocks.
    """
    executable = compile_driver(core, core.sources())

    def clean(clocks: int) -> bool:
        return not compare(ending, run_pair(executable, core, ending, clocks))

    low, high = -1, most
    if not clean(high):
        raise CheckError(f"{core.name} holds traces of a key {ending.name} and {most} clocks.")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if clean(middle) else (middle, high)
    return high


def run_pair(executable: Path, core: HmacCore, ending: Ending, clocks: int) -> list[Run]:
    """Run the same packets with two sets of keys and return both runs, with their last states.

    Raises CheckError when an answer is wrong.
    """
    setting = Setting(rest=clocks, reset=ending.reset, zeroize=ending.zeroize)
    runs = []
    for choice in range(2):
        keys = _keys(core, ending.differing, choice)
        # A core may erase what a malformed key has left, and what was in its only slot with it.
        refused = _refused_keys(core, keys[0]) if ending.clean else []
        packets = [*_packets(core, keys), *refused, *ending.last]
        checks = as_sent(core, packets)
        outcome = run(executable, [check.job for check in checks], setting)
        runs.append(outcome)
        if ending.zeroize is not None and not outcome.failure:
            continue  # what was under way has no answer yet
        answers = outcome.whole(core.name)
        pairs = zip(checks, answers, strict=True)
        complaints = [text for check, answer in pairs if (text := check.complaint(answer))]
        if complaints:
            raise CheckError(f"{core.name}: {complaints[0]}")
    return runs


def compare(ending: Ending, runs: Sequence[Run]) -> str:
    """Return what is wrong with the states of two runs, or nothing."""
    first, second = runs
    if [replace(a, digest=b"") for a in first.answers if a] != [
        replace(a, digest=b"") for a in second.answers if a
    ]:
        return f"{ending.name}, the clocks depend on the key"
    pairs = list(zip(first.state, second.state, strict=True))
    if not pairs:
        return "the model does not tell its state"
    names = list(dict.fromkeys(signal_name(one[0]) for one, two in pairs if one != two))
    if not ending.clean:
        return "" if names else f"{ending.name}, no difference is seen, so none can be found"
    if not names:
        return ""
    more = f" and {len(names) - _SHOWN_SIGNALS} more" if len(names) > _SHOWN_SIGNALS else ""
    return f"{ending.name}, these still tell of it: {', '.join(names[:_SHOWN_SIGNALS])}{more}"


def _keys(core: HmacCore, differing: Sequence[int], choice: int) -> dict[int, bytes]:
    """Keys for the first and the last slot, a short one and a long one."""
    lengths = {core.interface.slots - 1: 2 * block_bytes(core) + 5, 0: 32}
    return {
        slot: random.Random(100 + slot + (1000 * choice if slot in differing else 0)).randbytes(n)
        for slot, n in lengths.items()
    }


def _packets(core: HmacCore, keys: dict[int, bytes]) -> list[Check]:
    """Keys, and messages that use them on every context in every way that leaves traces.

    Expected tags come from outside and are public, so they are the same for both sets of keys.
    """
    oracle, source = Oracle(core), random.Random(20)
    whole = core.hash.digest_bytes
    checks = [load(key, Where(slot=slot)) for slot, key in keys.items()]
    for number in range(2 * core.contexts):
        slot = list(keys)[number % len(keys)]
        where = Where(number % core.contexts, slot, "free" if number else "answered")
        message = source.randbytes(source.randrange(2 * block_bytes(core)))
        verify = Command(Operation.VERIFY, slot, 16)
        checks += [
            oracle.mac(keys[slot], message, whole - number % 3, where),
            expect(source.randbytes(16), Where(where.context)),
            ask("wrong tag", verify, message, [Status.REJECTED], Where(where.context)),
        ]
    return checks


def _refused_keys(core: HmacCore, key: bytes) -> list[Check]:
    """Keys that come to no slot, but through the buffers."""
    long = (key * block_bytes(core))[: 2 * block_bytes(core)]
    slot = core.interface.slots
    unknown = Command(Operation.KEY, slot)
    known = slot >= MAXIMUM_SLOTS
    name, where = "key for an unknown slot", Where(start="sent")  # an array wants keys sent whole
    refused = [] if known else [ask(name, unknown, key, [Status.NO_KEY], where)]
    command, behind = Command(Operation.KEY, 0), Where(start="answered")
    return [*refused, ask("malformed key", command, long, [Status.MALFORMED], behind, 2)]
