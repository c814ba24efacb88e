"""Things by the name "module:attribute", loaded when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def named(name: str) -> Any:
    """The attribute of a module, both named as "module:attribute"."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
