"""Makes traffic that shows a difference as small as it goes, one removal after another."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from hashloom.errors import CheckError
from hashloom.verification.random.requests import Beat, Epoch, Traffic
from hashloom.verification.random.streams.judge import Judge
from hashloom.verification.random.streams.machine import Machine

_PASSES = 3


def kind_of(text: str) -> str:
    """A difference without what tells one packet from another."""
    text = re.sub(r"packet \d+ \((.*?) of tid.*?\)", r"\1", text)
    text = re.sub(r"bytes [0-9a-f]+ in place of [0-9a-f]+", "other bytes", text)
    return re.sub(r"(tkeep|byte|where|tid) [0-9a-f]+", r"\1", text)


def differences_of(machine: Machine, traffic: Traffic) -> list[str]:
    """What a core does differently with some traffic, or the property that it breaks."""
    try:
        events = machine.play(traffic)
    except CheckError as error:
        return [str(error)]
    return [found.text for found in Judge(machine.shape, traffic).judge(events)]


def smallest(machine: Machine, traffic: Traffic, kind: str, seconds: float = math.inf) -> Traffic:
    """Traffic that still shows a difference of this kind, without what it does not need.

    After so many seconds no more is tried.
    """
    end = time.monotonic() + seconds

    def shows(candidate: Traffic) -> bool:
        if time.monotonic() > end:
            return False
        return kind in map(kind_of, differences_of(machine, candidate))

    for _ in range(_PASSES):
        before = traffic
        for smaller in (_fewer_epochs, _calmer, _fewer_triggers, _fewer_packets, _fewer_beats):
            traffic = smaller(traffic, shows)
        if traffic == before:
            break
    return traffic


Shows = Callable[[Traffic], bool]


def _fewer_epochs(traffic: Traffic, shows: Shows) -> Traffic:
    for index in reversed(range(len(traffic.epochs))):
        epochs = traffic.epochs[:index] + traffic.epochs[index + 1 :]
        if epochs and shows(replace(traffic, epochs=epochs)):
            traffic = replace(traffic, epochs=epochs)
    return traffic


def _calmer(traffic: Traffic, shows: Shows) -> Traffic:
    for change in ({"source": "none"}, {"sink": "none"}, {"seed": 1}):
        candidate = replace(traffic, **change)
        if candidate != traffic and shows(candidate):
            traffic = candidate
    return traffic


def _fewer_triggers(traffic: Traffic, shows: Shows) -> Traffic:
    for number, epoch in enumerate(traffic.epochs):
        for trigger in epoch.triggers:
            now = traffic.epochs[number]
            rest = tuple(other for other in now.triggers if other is not trigger)
            candidate = _with(traffic, number, replace(now, triggers=rest))
            if shows(candidate):
                traffic = candidate
    return traffic


def _fewer_packets(traffic: Traffic, shows: Shows) -> Traffic:
    """Takes out runs of packets, long ones first."""
    for number in range(len(traffic.epochs)):
        size = len(_packets(traffic.epochs[number].beats))
        while size:
            at = 0
            while at < len(groups := _packets(traffic.epochs[number].beats)):
                gone = {index for group in groups[at : at + size] for index in group}
                candidate = _without(traffic, number, gone)
                if shows(candidate):
                    traffic = candidate
                else:
                    at += size
            size //= 2
    return traffic


def _fewer_beats(traffic: Traffic, shows: Shows) -> Traffic:
    """Takes beats before the last out of each packet, as many as go."""
    for number in range(len(traffic.epochs)):
        for packet in range(len(_packets(traffic.epochs[number].beats))):
            size = 64
            while size:
                beats = traffic.epochs[number].beats
                inner = _packets(beats)[packet][:-1]
                for gone in (inner[:size], inner[-size:]):
                    if gone and shows(candidate := _without(traffic, number, set(gone))):
                        traffic = candidate
                        break
                else:
                    size //= 2
    return traffic


def _packets(beats: tuple[Beat, ...]) -> list[list[int]]:
    """Numbers of the beats of each packet, in the order of first beats."""
    found: list[list[int]] = []
    unfinished: dict[int, list[int]] = {}
    for index, beat in enumerate(beats):
        if beat.tid not in unfinished:
            unfinished[beat.tid] = []
            found.append(unfinished[beat.tid])
        unfinished[beat.tid].append(index)
        if beat.last:
            del unfinished[beat.tid]
    return found


def _without(traffic: Traffic, number: int, gone: set[int]) -> Traffic:
    epoch = traffic.epochs[number]
    beats = tuple(beat for index, beat in enumerate(epoch.beats) if index not in gone)
    return _with(traffic, number, replace(epoch, beats=beats))


def _with(traffic: Traffic, number: int, epoch: Epoch) -> Traffic:
    epochs = list(traffic.epochs)
    epochs[number] = epoch
    return replace(traffic, epochs=tuple(epochs))


def told(traffic: Traffic) -> Iterator[str]:
    """The traffic as lines for people, in the order in which beats are offered.

    Whole beats amid a packet are left out.
    """
    yield f"source pauses: {traffic.source}; sink pauses: {traffic.sink}; seed {traffic.seed}"
    for epoch in traffic.epochs:
        yield f"reset for {epoch.reset_hold} clocks"
        unfinished: dict[int, int] = {}
        for index, beat in enumerate(epoch.beats):
            first = beat.tid not in unfinished
            unfinished[beat.tid] = index
            if beat.last:
                del unfinished[beat.tid]
            what = f" op {beat.code} slot {beat.slot} tag_bytes {beat.tag_bytes}" if first else ""
            if not (first or beat.last) and beat.keep.bit_count() == len(beat.data):
                continue
            end = " last" if beat.last else ""
            yield f"  beat {index}: tid {beat.tid}{what} keep {beat.keep:x} {beat.data.hex()}{end}"
        for trigger in epoch.triggers:
            yield f"  {trigger}"
