"""Pages and texts out of the templates of this package."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape


def render(name: str, **context: Any) -> str:
    """The template `name` filled in; a name that the context lacks is an error."""
    environment = Environment(
        loader=PackageLoader("hashloom.reports"),
        undefined=StrictUndefined,
        autoescape=select_autoescape(("html.j2",)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(name).render(**context)
