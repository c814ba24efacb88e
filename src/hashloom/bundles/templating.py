"""The texts of a bundle that are made from templates."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def template(name: str, **values: Any) -> str:
    """A template of this folder, filled in."""
    environment = Environment(
        loader=PackageLoader("hashloom.bundles"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=name.endswith(".html.j2"),
    )
    return environment.get_template(name).render(**values)
