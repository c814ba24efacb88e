"""`hashloom simulate`: digests out of simulation of a core's RTL."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from hashloom.commands.console import print_json, print_line, working
from hashloom.commands.request import Request, on_request
from hashloom.errors import RequestError

Hex = Annotated[str | None, typer.Option("--hex", help="The message in hexadecimal.")]
Text = Annotated[str | None, typer.Option("--text", help="The message as text, in UTF-8.")]
File = Annotated[Path | None, typer.Option("--file", help="A file that is the message.")]
Jsonl = Annotated[
    Path | None,
    typer.Option(
        "--jsonl", help='A file of messages, one {"msg": hex} a line; - is standard input.'
    ),
]
Stalls = Annotated[
    float, typer.Option(help="Share of the clocks in which either stream pauses, below 1.")
]


@on_request
def simulate(
    request: Request,
    hex: Hex = None,
    text: Text = None,
    file: File = None,
    jsonl: Jsonl = None,
    stalls: Stalls = 0.0,
) -> None:
    """Run messages through the RTL of a core.

    An engine is simulated with the message core around it.
    """
    from hashloom.verification import simulator

    core = request.core()
    messages = read_messages(hex, text, file, jsonl)
    _check_lengths(messages, core.interface.length_bits)
    simulator.check_stalls(stalls)
    with working(f"Simulating {core.name}."):
        digests = [d.hex() for d in simulator.simulate(core, messages, stalls=stalls)]
    if request.json and jsonl is None:
        print_json({"core": core.name, "digest": digests[0]})
    elif request.json:
        print_json({"core": core.name, "digests": digests})
    else:
        for digest in digests:
            print_line(digest if jsonl is None else json.dumps({"digest": digest}))


def read_messages(
    hex_: str | None, text: str | None, file: Path | None, jsonl: Path | None
) -> list[bytes]:
    """The messages asked for. Raises RequestError unless exactly one way of giving them is used."""
    given = [value for value in (hex_, text, file, jsonl) if value is not None]
    if len(given) != 1:
        raise RequestError(
            "A message is given by one of --hex, --text, --file and --jsonl; "
            f"this request has {len(given) or 'none'} of them."
        )
    if hex_ is not None:
        return [_bytes(hex_, "--hex")]
    if text is not None:
        return [text.encode()]
    if file is not None:
        return [_content(file)]
    assert jsonl is not None
    return _requests(jsonl)


def _bytes(digits: str, where: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise RequestError(
            f"{where} is not hexadecimal; two digits a byte are accepted, such as 616263."
        ) from None


def _content(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise RequestError(f"{file} cannot be read ({error.strerror}); name a file.") from error


def _requests(file: Path) -> list[bytes]:
    """The messages of a file of requests, in its order."""
    try:
        lines = _content(file).decode().splitlines()
    except UnicodeDecodeError as error:
        raise RequestError(f"{file} is not text in UTF-8, one JSON object a line.") from error
    return [_message(line, f"Line {number} of {file}") for number, line in enumerate(lines, 1)]


def _message(line: str, where: str) -> bytes:
    """The message of one request."""
    try:
        request: Any = json.loads(line)
    except ValueError:
        request = None
    if not isinstance(request, dict) or not isinstance(request.get("msg"), str):
        raise RequestError(f'{where} is not a request; accepted is one object {{"msg": hex}}.')
    others = sorted(set(request) - {"msg"})
    if others:
        raise RequestError(
            f"{where} has {', '.join(others)}, which a plain hash has no use for; "
            'accepted is one object {"msg": hex}.'
        )
    return _bytes(request["msg"], f"{where}: msg")


def _check_lengths(messages: list[bytes], length_bits: int) -> None:
    """Raises RequestError for a message the core's length counter cannot count."""
    longest = max((8 * len(message) for message in messages), default=0)
    if longest >> length_bits:
        raise RequestError(
            f"A message of {longest} bits does not fit a length counter of {length_bits} bits; "
            f"shorter ones or --length-bits {longest.bit_length()} or more are accepted."
        )
