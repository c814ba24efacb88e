"""`hashloom simulate`: digests and tags out of simulation of a core's RTL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from hashloom.commands.common.console import print_json, print_line, working
from hashloom.commands.common.messages import Given, Kind, Source, read_messages
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.verification import simulator
from hashloom.verification.simulation.blocks import Sent, send
from hashloom.verification.simulation.subject import check_length, number_of
from hashloom.verification.tags import TagRequest, check_tag, simulate_tags

Hex = Annotated[str | None, typer.Option("--hex", help="The message in hexadecimal.")]
Text = Annotated[str | None, typer.Option("--text", help="The message as text, in UTF-8.")]
File = Annotated[Path | None, typer.Option("--file", help="A file that is the message.")]
KeyHex = Annotated[str | None, typer.Option("--key-hex", help="The key in hexadecimal (HMAC).")]
KeyText = Annotated[str | None, typer.Option("--key-text", help="The key as text, in UTF-8.")]
KeyFile = Annotated[Path | None, typer.Option("--key-file", help="A file that is the key.")]
TagBytes = Annotated[
    int | None,
    typer.Option("--tag-bytes", help="Bytes of the tag, from 4; the whole tag when not given."),
]
Hash = Annotated[
    str | None,
    typer.Option(
        "--hash",
        help="The hash of the message, or of the key, of a core of several; otherwise it is the "
        "first.",
    ),
]
Jsonl = Annotated[
    Path | None,
    typer.Option(
        "--jsonl",
        help='A file of messages, one {"msg": hex} a line, for several hashes {"msg": hex, "hash": '
        'name}, for an HMAC {"msg": hex, "key": hex, "tag_bytes": number}, and "hash" for several; '
        "- is standard input.",
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
    key_hex: KeyHex = None,
    key_text: KeyText = None,
    key_file: KeyFile = None,
    tag_bytes: TagBytes = None,
    hash: Hash = None,
    jsonl: Jsonl = None,
    stalls: Stalls = 0.0,
) -> None:
    """Run messages through the RTL of a core.

    An engine is simulated with the message core around it. An HMAC needs a key for each message. A
    core of several hashes takes one for each message or its key, the first one where none is named.
    """
    core = core_of(request)
    message, key = Source("", hex, text, file), Source("key-", key_hex, key_text, key_file)
    given = read_messages(message, key, tag_bytes, hash, jsonl, Kind(core.tags, bool(core.others)))
    for each in given:
        with each.told():
            _check(core, each)
    simulator.check_stalls(stalls)
    with working(f"Simulating {core.name}."):
        digests = [digest.hex() for digest in _digests(core, given, stalls)]
    keyed = core.tags
    if request.json and jsonl is None:
        print_json({"core": core.name} | _answer(digests[0], keyed))
    elif request.json:
        print_json({"core": core.name, "digests": digests} | ({"tags": digests} if keyed else {}))
    else:
        for digest in digests:
            print_line(digest if jsonl is None else json.dumps(_answer(digest, keyed)))


def _answer(digest: str, keyed: bool) -> dict[str, str]:
    """One answer as JSON shows it; a tag is called by its name besides."""
    return {"digest": digest} | ({"tag": digest} if keyed else {})


def _check(core: Core, given: Given) -> None:
    """Raises RequestError for a hash, a tag length, a message or a key that the core cannot handle.

    The block that HMAC puts before a message counts in its length.
    """
    name = _hash(core, given)
    number_of(core, name)
    if core.interface.kind.whole and given.tag_bytes not in (None, core.hash.digest_bytes):
        raise RequestError(
            f"{core.name} gives whole tags; accepted for --tag-bytes is {core.hash.digest_bytes}."
        )
    if core.interface.kind.whole:
        return
    if given.key is None:
        check_length(core, 8 * len(given.message))
    else:
        check_tag(core, TagRequest(given.key, given.message, given.tag_bytes, name))


def _hash(core: Core, given: Given) -> str:
    """The hash of a message by the core's own name for it."""
    return core.hash.name if given.hash is None else get_hash(given.hash).name


def _digests(core: Core, given: Sequence[Given], stalls: float) -> list[bytes]:
    hashes = [_hash(core, each) for each in given]
    if core.interface.kind.whole:
        sent = [Sent(each.message, each.key) for each in given]
        return list(send(core, sent, stalls=stalls).answers)
    if not core.keyed:
        messages = [each.message for each in given]
        return simulator.simulate(core, messages, hashes=hashes, stalls=stalls)
    requests = [
        TagRequest(each.key or b"", each.message, each.tag_bytes, name)
        for each, name in zip(given, hashes, strict=True)
    ]
    return simulate_tags(core, requests, stalls=stalls)
