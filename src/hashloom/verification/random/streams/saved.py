"""Traffic and what it found as JSON, for files of regressions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hashloom.request.point import Point
from hashloom.verification.random.requests import Beat, Epoch, Traffic, Trigger


@dataclass(frozen=True)
class Regression:
    """Traffic that once showed a difference.

    Attributes:
        point: the core.
        traffic: as small as it goes, as its subject keeps it.
        found: the difference, as it was told.
    """

    point: Point
    traffic: Any
    found: str

    def line(self) -> str:
        """It as one line of JSON."""
        document = {
            "request": self.point.as_dict(),
            "traffic": self.traffic,
            "found": self.found,
        }
        return json.dumps(document, separators=(",", ":"))


def regressions(path: Path) -> Iterator[Regression]:
    """The regressions of a file, a line each; none when it does not exist."""
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        document = json.loads(line)
        point = Point.from_dict(document["request"])
        yield Regression(point, document["traffic"], document["found"])


def traffic_document(traffic: Traffic) -> dict[str, Any]:
    """Traffic as JSON holds it: a beat is "tid user keep last data", in hex but the first."""
    epochs = [
        {
            "reset_hold": epoch.reset_hold,
            "beats": [_beat_text(beat) for beat in epoch.beats],
            "triggers": [asdict(trigger) for trigger in epoch.triggers],
        }
        for epoch in traffic.epochs
    ]
    named = {"source": traffic.source, "sink": traffic.sink, "seed": traffic.seed}
    return {**named, "epochs": epochs}


def traffic_from(document: dict[str, Any]) -> Traffic:
    """What `traffic_document` wrote."""
    epochs = tuple(
        Epoch(
            tuple(_beat(text) for text in epoch["beats"]),
            tuple(Trigger(**trigger) for trigger in epoch["triggers"]),
            epoch["reset_hold"],
        )
        for epoch in document["epochs"]
    )
    return Traffic(epochs, document["source"], document["sink"], document["seed"])


def _beat_text(beat: Beat) -> str:
    return f"{beat.tid} {beat.user:x} {beat.keep:x} {int(beat.last)} {beat.data.hex()}"


def _beat(text: str) -> Beat:
    tid, user, keep, last, data = text.split(" ")
    return Beat(int(tid), int(user, 16), bytes.fromhex(data), int(keep, 16), last == "1")
