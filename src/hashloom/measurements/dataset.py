"""The measured documents that come with hashloom, and those with the user's own on top."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from hashloom.measurements.store import Store, identity_of
from hashloom.request.point import Point, point_of

FILE = "measured.jsonl"  # in hashloom.data: a document a line, written by benchmarks/dataset.py


def shipped() -> list[dict[str, Any]]:
    """Result documents that come with hashloom, ordered by request."""
    return [json.loads(line) for line in _text().splitlines()]


def known(store: Store | None = None) -> list[dict[str, Any]]:
    """One document for each request: the newest of `store`, else the shipped one of most seeds."""
    newest = {point_of(document): document for document in (store or Store()).documents()}
    ours: dict[Point, dict[str, Any]] = {}
    for document in shipped():
        point = point_of(document)
        if point not in ours or _seeds(document) > _seeds(ours[point]):
            ours[point] = document
    return list((ours | newest).values())


def as_lines(documents: Iterable[Mapping[str, Any]]) -> str:
    """Documents as the shipped file holds them: one for each identity, ordered by it."""
    lines = {
        identity_of(document): json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        for document in documents
    }
    return "".join(f"{lines[identity]}\n" for identity in sorted(lines))


@cache
def _text() -> str:
    return (resources.files("hashloom.data") / FILE).read_text("utf-8")


def _seeds(document: Mapping[str, Any]) -> int:
    return len(document["fmax_mhz"]["seeds"])
