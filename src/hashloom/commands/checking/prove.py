"""`hashloom prove`: proofs about the RTL of a core."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from hashloom.commands.common.console import counting, print_json, print_line, print_rich
from hashloom.commands.common.request import Request, on_request
from hashloom.cores import Core, core_of
from hashloom.errors import CheckError, RequestError
from hashloom.verification import provers
from hashloom.verification.equivalence.words.letters import letters_of
from hashloom.verification.proving import PROVED, Section

Jobs = Annotated[int, typer.Option(min=1, help="Programs that run at the same time.")]


@on_request
def prove(request: Request, jobs: Jobs = 2) -> None:
    """Prove that a core is right, in several ways.

    The engine inside the core is compared with a model written by hand from the hash's standard,
    for all messages and all sequences of slots. A counterexample is printed in the standard's
    letters. The modules around it keep their properties, and nothing but m_axis_tdata depends on a
    packet's bytes. In an HMAC core only answers that are to have bytes have any of a digest.
    """
    core = core_of(request)
    for each in core.hashes:
        letters_of(each.name)  # a hash without a model is refused before anything is proved
    sections, refusals = [], []
    with counting() as progress:
        for prover in provers.PROVERS.values():
            try:
                section = prover(core, jobs, progress)
            except RequestError as refusal:
                refusals.append(refusal)
                continue
            if section is not None:
                sections.append(section)
    if request.json:
        print_json(document_of(core, sections))
    else:
        for section in sections:
            print_rich(_table(core, section))
            for line in _remarks(section):
                print_line(line)
    failed = [section for section in sections if section.status != PROVED]
    if failed:
        raise CheckError(f"{core.name}: {failed[0].title} is {failed[0].status}.")
    if refusals:
        raise refusals[0]


def document_of(core: Core, sections: list[Section]) -> dict[str, Any]:
    """Proofs of a core as JSON shows them."""
    return {
        "core": core.name,
        "level": core.level,
        "rtl_sha256": core.rtl_sha256,
        "proofs": [section.as_dict() for section in sections],
    }


def _remarks(section: Section) -> list[str]:
    """What is proved and assumed, and the counterexample."""
    if section.counterexample:
        return ["", *section.counterexample]
    return [section.proves, "Assumed:", *(f"- {each}" for each in section.assumes)]


def _table(core: Core, section: Section) -> Any:
    table = Table(
        title=f"{core.name}, {section.title}: {section.status}",
        title_justify="left",
        title_style="bold",
        caption=f"RTL {core.rtl_sha256[:16]}; {', '.join(section.tools.values())}",
        caption_justify="left",
    )
    table.add_column("obligation")
    table.add_column("cases", justify="right")
    table.add_column("status")
    table.add_column("s", justify="right")
    table.add_column("by")
    for each in section.obligations:
        seconds = f"{each.seconds:.2f}"
        table.add_row(each.name, str(each.cases), each.status, seconds, each.solver)
    table.add_section()
    table.add_row("together", "", section.status, f"{section.seconds:.2f}", "")
    return table
