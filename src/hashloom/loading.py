"""Things by the name "module:attribute", loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

_offered: dict[str, str] = {}


def named(name: str) -> Any:
    """The attribute of a module, both named as "module:attribute"."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def offer(names: Mapping[str, str]) -> None:
    """Makes functions known by short names to rooms that stand below them: `offered` finds them."""
    _offered.update(names)


def offered(name: str) -> Any:
    """What was offered under a short name."""
    return named(_offered[name])
