"""HMAC designs in the report on published designs: the four cases, and switching activity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hashloom.literature.claims import CASES, energy_shares
from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.literature.earlier import activity_file
from hashloom.literature.papers import Figure
from hashloom.literature.side_by_side import Evidence
from hashloom.measurements.results.hmac_result import HmacResult
from hashloom.measurements.results.laws import key_reuse_share, new_key_share
from hashloom.reports.papers.papers_number import Number, file_of

CASE_TITLES = {
    "plain_hash": "plain hash",
    "new_key_1_block": "new key of one block",
    "new_key_2_blocks": "new key of two blocks",
    "cached_key": "key used before",
}
_OF = {
    "new_key_1_block": "HMAC, new key of one block",
    "new_key_2_blocks": "HMAC, new key of two blocks",
    "cached_key": "HMAC, key reused",
}
_LAWS = {
    "plain_hash": lambda blocks: 1.0,
    "new_key_1_block": new_key_share,
    "new_key_2_blocks": lambda blocks: new_key_share(blocks, 2),
    "cached_key": key_reuse_share,
}
_LENGTHS = (1, 24)


def keyed_rows(evidence: Sequence[Evidence]) -> list[dict[str, Any]]:
    """A row for each HMAC design and case; shares are those of the plain hash's throughput."""
    return [
        _keyed_row(each, each.result, case)
        for each in evidence
        if isinstance(each.result, HmacResult)
        for case in CASES
    ]


def _keyed_row(each: Evidence, result: HmacResult, case: str) -> dict[str, Any]:
    where = file_of(result)
    clocks = result.keyed.cases[case, 1]
    plain = {blocks: result.case_mbps("plain_hash", blocks)["aggregate"] for blocks in _LENGTHS}
    mbps = {blocks: result.case_mbps(case, blocks)["aggregate"] for blocks in _LENGTHS}

    def measured(text: str, key: str) -> Number:
        return Number(text, "measured", f"{where}: {key}")

    speeds = f"throughput_mbps.{case}"
    return {
        "design": each.design.name,
        "case": CASE_TITLES[case],
        "paper": _printed(each.design, case),
        "alone": measured(f"{clocks.single_message:g}", f"cycles_by_case.{case}.1_block"),
        "busy": measured(f"{clocks.aggregate:.4g}", f"cycles_by_case.{case}.1_block"),
        "mbps": measured(f"{mbps[1]:.0f}", f"{speeds}.1_block.aggregate"),
        "mbps_long": measured(f"{mbps[24]:.0f}", f"{speeds}.24_blocks.aggregate"),
        "law": _law(each.design, case, 1),
        "share": measured(f"{mbps[1] / plain[1]:.2f}", f"{speeds}.1_block over plain_hash"),
        "law_long": _law(each.design, case, 24),
        "share_long": measured(
            f"{mbps[24] / plain[24]:.2f}", f"{speeds}.24_blocks over plain_hash"
        ),
    }


def _law(design: PublishedDesign, case: str, blocks: int) -> Number | None:
    """The paper's share of the plain hash's throughput; michail2012 gives no law for keys."""
    if design.architecture.engines > 1:
        return None
    source = "juliato2009, equations 2 and 3"
    return Number(f"{_LAWS[case](blocks):.2f}", "published", source)


def _printed(design: PublishedDesign, case: str) -> dict[str, Any] | None:
    """What the paper prints for a case, on the device of its first figure; None where it prints
    nothing, as of a design that is the paper's in other registers only."""
    if case == "plain_hash":
        plain = DESIGNS.get(design.name.removeprefix("hmac-"))
        found = plain.figures[-1:] if plain else ()
    else:
        found = tuple(figure for figure in design.figures if figure.of == _OF[case])
    return _shown(found[0], design) if found else None


def _shown(figure: Figure, design: PublishedDesign) -> dict[str, Any]:
    source = f"{design.paper}, {figure.source}"
    return {"mbps": Number(f"{figure.mbps:.0f}", "published", source), "device": figure.device}


def switching_rows(evidence: Sequence[Evidence]) -> list[dict[str, Any]]:
    """Switching activity of every design and case over that of the paper's plain design.

    Plain is the first design of the same paper and hash.
    """
    known = {each.design.name: each for each in evidence}
    rows = []
    for each in evidence:
        plain = known.get(_plain(each.design))
        where = activity_file(each.design)
        for case, activity in each.activities.items():
            reference = plain and plain.activities.get("plain_hash")
            ratio = f"{activity.relative_to(reference):.2f}" if reference else ""
            rows.append(
                {
                    "design": each.design.name,
                    "case": CASE_TITLES[case],
                    "plain": _plain(each.design),
                    "weighted": Number(
                        f"{activity.weighted:.0f}", "measured", f"{where}: {case}.weighted"
                    ),
                    "ratio": Number(ratio, "measured", f"{where}, over the plain design's"),
                    "paper": _energy(each.design, case),
                }
            )
    return rows


def _plain(design: PublishedDesign) -> str:
    """The first design of the same paper and hash."""
    same = (design.paper, design.hash_name)
    return next(each.name for each in DESIGNS.values() if (each.paper, each.hash_name) == same)


def _energy(design: PublishedDesign, case: str) -> Number | None:
    """The paper's energy of a case over that of its plain hash."""
    if design.paper != "juliato2009":
        return None
    share = energy_shares(design.hash_name)[case]
    return Number(f"{share:.2f}", "published", "juliato2009, table 6")
