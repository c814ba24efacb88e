"""The options that every command on a core has, one for each field of the nouns they fill.

`on_request` turns a function of a `Request` into one whose signature typer reads; a field added to
`Architecture` or `Interface` appears on every command by itself, with its docstring as help.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Container, Sequence
from dataclasses import Field, dataclass, fields, replace
from typing import Annotated, Any, get_type_hints

import typer

from hashloom.errors import RequestError
from hashloom.request.accepted import CHOICES
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface, split_name
from hashloom.request.point import DEFAULT_TARGET, Noun, Point, starting_point

NOUNS: tuple[type[Any], ...] = (Architecture, Interface)
_ATTRIBUTE = re.compile(r"^ {4}(\w+(?:, \w+)*): (.*(?:\n {8}.*)*)$", re.MULTILINE)


@dataclass(frozen=True)
class Request(Point):
    """What every command on a core starts from; `json` asks for one JSON document."""

    json: bool = False


def meanings(noun: type[Any]) -> dict[str, str]:
    """What each field of a noun means, by name, out of the noun's docstring."""
    found = {}
    for names, text in _ATTRIBUTE.findall(inspect.getdoc(noun) or ""):
        for name in names.split(", "):
            found[name] = " ".join(text.split())
    return found


def help_of(noun: type[Any], field: Field[Any]) -> str:
    """What the option of a field says of itself."""
    meaning = meanings(noun)[field.name]
    accepted = f" Accepted: {', '.join(CHOICES[field.name])}." if field.name in CHOICES else ""
    return meaning[0].upper() + meaning[1:] + accepted


def on_request(command: Callable[..., None]) -> Callable[..., None]:
    """`command(request, ...)` as a function of the hash, every shared option and its own ones."""
    _, *own = _parameters(command)
    return _on_request(command, [_hash(), *own, *_options(), _target(), _json()])


def on_board_request(command: Callable[..., None]) -> Callable[..., None]:
    """`command(request, board, ...)` likewise, of the board and the hash, without a device."""
    _, board, *own = _parameters(command)
    return _on_request(command, [board, _hash(), *own, *_options(), _json()])


def _parameters(command: Callable[..., None]) -> list[inspect.Parameter]:
    """The parameters of a function, each given by name."""
    given = inspect.signature(command, eval_str=True).parameters.values()
    return [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in given]


def _on_request(
    command: Callable[..., None], shown: Sequence[inspect.Parameter]
) -> Callable[..., None]:
    """`command` with the parameters that are shown, those of a request made into one."""
    parameters = [_context(), *shown]

    def run(context: typer.Context, **values: Any) -> None:
        asked = {name for name in values if _is_given(context, name)}
        architecture, interface = starting_point(values["hash_name"])
        if "level" in asked:
            check_level_of_hmac(values["hash_name"], values["level"])
        request = Request(
            hash_name=values.pop("hash_name"),
            architecture=_changed(architecture, values, asked),
            interface=_changed(interface, values, asked),
            target=values.pop("target", DEFAULT_TARGET),
            json=values.pop("json"),
        )
        command(request, **values)

    run.__name__ = command.__name__
    run.__doc__ = command.__doc__
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def check_level_of_hmac(hash_name: str, level: str) -> None:
    """Raises RequestError where a name asks for an HMAC core and the level for another."""
    plain, interface = split_name(hash_name, Interface())
    if interface.keyed and interface.level != level:
        raise RequestError(
            f"{hash_name} is an HMAC core, not one of level {level}; accepted is --level hmac or "
            f"none with it, or {plain} with --level {level}."
        )


def _is_given(context: typer.Context, name: str) -> bool:
    """Whether an option is on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _changed(noun: Noun, values: dict[str, Any], asked: Container[str]) -> Noun:
    """`noun` with the fields that were asked for; all its fields are taken out of `values`."""
    own = {field.name: values.pop(field.name) for field in fields(noun)}
    return replace(noun, **{name: value for name, value in own.items() if name in asked})


def _context() -> inspect.Parameter:
    return parameter("context", typer.Context, inspect.Parameter.empty)


def parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    """A parameter of a command, given by name."""
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def _options() -> list[inspect.Parameter]:
    return [_option(noun, field) for noun in NOUNS for field in fields(noun)]


def _option(noun: type[Any], field: Field[Any]) -> inspect.Parameter:
    """The option of one field: its type, default and meaning are the field's."""
    option = typer.Option(help=help_of(noun, field))
    annotation: Any = Annotated[get_type_hints(noun)[field.name], option]
    return parameter(field.name, annotation, field.default)


def _hash() -> inspect.Parameter:
    argument = typer.Argument(
        metavar="HASH",
        help="What is computed, such as sha256 or hmac-sha256, or a published design, such as "
        "michail2012.",
    )
    return parameter("hash_name", Annotated[str, argument], inspect.Parameter.empty)


def _target() -> inspect.Parameter:
    option = typer.Option(help="Device the core is compiled for; see hashloom list.")
    return parameter("target", Annotated[str, option], DEFAULT_TARGET)


def _json() -> inspect.Parameter:
    option = typer.Option("--json", help="Print one JSON document and nothing else.")
    return parameter("json", Annotated[bool, option], False)
