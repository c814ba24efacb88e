"""The report that puts the published designs beside hashloom's versions of them.

A folder: index.html (one page, nothing loaded from elsewhere), report.md, and the result document
of every core that was measured.  Every figure says whether it is published, measured or estimated,
and where it comes from.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hashloom import __version__
from hashloom.cores import is_of_today
from hashloom.files import MANIFEST, WRITER
from hashloom.literature.claims import Claim, Quantity
from hashloom.literature.earlier import activity_file, area_file
from hashloom.literature.papers import Figure, papers
from hashloom.literature.side_by_side import PLACED_ON, STAND_INS, Evidence, family_of
from hashloom.literature.verdicts import Verdict, verdicts
from hashloom.measurements.results.result import Result
from hashloom.reports.papers.papers_keyed import CASE_TITLES, keyed_rows, switching_rows
from hashloom.reports.papers.papers_number import Number, file_of
from hashloom.reports.templating import render
from hashloom.targets import get_target


def papers_files(evidence: Sequence[Evidence], seeds: int) -> dict[str, str]:
    """Every file of the report, by relative path."""
    context = _context(evidence, seeds)
    documents = {
        file_of(result): json.dumps(result.as_dict(), indent=2) + "\n"
        for each in evidence
        for result in (each.result, each.own)
        if result is not None
    }
    areas = {
        area_file(each.design, name): json.dumps(area.as_dict(), indent=2) + "\n"
        for each in evidence
        for name, area in each.areas.items()
    }
    switching = {
        activity_file(each.design): json.dumps(
            {case: activity.as_dict() for case, activity in each.activities.items()}, indent=2
        )
        + "\n"
        for each in evidence
        if each.activities
    }
    pages = {
        "index.html": render("papers.html.j2", **context),
        "report.md": render("papers.md.j2", **context),
    }
    files = pages | dict(sorted((documents | areas | switching).items()))
    manifest = {WRITER: __version__, "seeds": seeds, "files": list(files)}
    return files | {MANIFEST: json.dumps(manifest, indent=2) + "\n"}


def _context(evidence: Sequence[Evidence], seeds: int) -> dict[str, Any]:
    designs = [_design(each, seeds) for each in evidence]
    tools = {
        tool
        for each in evidence
        for result in (each.result, each.own)
        if result is not None
        for tool in result.implemented["tools"].values()
    }
    return {
        "version": __version__,
        "target": get_target(PLACED_ON),
        "seeds": seeds,
        "tools": sorted(tools),
        "papers": papers(),
        "designs": designs,
        "older": any(each["older"] or each["own_older"] for each in designs),
        "ratios": [_ratio(verdict) for verdict in verdicts(evidence)],
        "families": _families(evidence),
        "keyed": keyed_rows(evidence),
        "switching": switching_rows(evidence),
    }


def _families(evidence: Sequence[Evidence]) -> list[str]:
    names = {name for each in evidence for name in each.areas}
    return [get_target(name).device for name in sorted(names)]


def _design(each: Evidence, seeds: int) -> dict[str, Any]:
    """What the page shows of one design; of `seeds` placements no number is said."""
    design = each.design
    return {
        "name": design.name,
        "paper": design.paper,
        "title": f"{design.function}, {design.title}",
        "why": design.why,
        "counted": design.counted,
        "whole": design.interface.kind.whole,
        "paper_clocks": Number(f"{design.paper_clocks:g}", "published", design.paper),
        "ours": each.result and _placed(each.result),
        "fewer": _fewer(each.result, seeds),
        "older": _older(each.result),
        "own": each.own and _placed(each.own),
        "own_older": _older(each.own),
        "purpose": each.purpose.text,
        "figures": [_figure(each, figure) for figure in design.figures],
        "best": _best(design.figures),
        "areas": [_area(each, name) for name in each.areas],
        "latency": _latency(each),
        "failures": each.failures,
    }


def _fewer(result: Result | None, seeds: int) -> str:
    """How many placements there are, where they are fewer than usual."""
    placed = len(result.implemented["fmax_mhz"]["seeds"]) if result else seeds
    return "" if placed == seeds else f" ({placed} placement{'s' if placed > 1 else ''})"


def _older(result: Result | None) -> bool:
    """Whether a core was measured with RTL that has changed since."""
    return result is not None and not is_of_today(result.as_dict())


def _latency(each: Evidence) -> dict[str, Number] | None:
    """Latency where the paper counts one."""
    design, result = each.design, each.result
    if design.paper_latency is None or result is None:
        return None
    where = f"{file_of(result)}: latency_cycles"
    found = {
        "paper": Number(str(design.paper_latency), "published", design.paper),
        "ours": Number(str(result.timing.latency_cycles), "measured", where),
        "bits": Number(str(result.interface["width"]), "measured", file_of(result)),
    }
    if design.paper_key is not None and each.key_clocks is not None:
        found["paper_key"] = Number(str(design.paper_key), "published", design.paper)
        found["key"] = Number(str(each.key_clocks), "measured", "counted in simulation")
    return found


def _figure(each: Evidence, figure: Figure) -> dict[str, Any]:
    """A published figure, with hashloom's area on the same family."""
    source = f"{each.design.paper}, {figure.source}"
    family = family_of(figure.device)
    return {
        "device": figure.device,
        "after": figure.after or "not said",
        "of": figure.of or "hash",
        "mhz": Number(f"{figure.mhz:g}", "published", source),
        "area": Number(f"{figure.area} {figure.area_unit}", "published", source),
        "mbps": Number(f"{figure.mbps:g}", "published", source),
        "density": Number(f"{figure.mbps_per_area:.3f}", "published", f"{source}, calculated"),
        "ours": _area(each, family) if family in each.areas else None,
        "stand_in": figure.device.startswith(STAND_INS),
    }


def _best(figures: Sequence[Figure]) -> dict[str, Any] | None:
    """The fastest published figure."""
    if not figures:
        return None
    figure = max(figures, key=lambda f: f.mbps)
    return {
        "device": figure.device,
        "mbps": Number(f"{figure.mbps:.0f}", "published", figure.source),
        "area": Number(f"{figure.area} {figure.area_unit}", "published", figure.source),
        "mhz": Number(f"{figure.mhz:g}", "published", figure.source),
    }


def _area(each: Evidence, name: str | None) -> dict[str, Any]:
    """Hashloom's area by synthesis on one family."""
    assert name is not None
    area = each.areas[name]
    source = f"{area_file(each.design, name)}: resources"
    slices = f", {area.fewest_slices} slices or more" if area.fewest_slices else ""
    text = f"{area.resources.lut} {area.area_unit}s{slices}"
    return {
        "family": get_target(name).device,
        "area": Number(text, "measured", source),
        "ff": Number(str(area.resources.ff), "measured", source),
        "bram": Number(str(area.resources.bram), "measured", source),
    }


def _placed(result: Result) -> dict[str, Any]:
    """A core by place and route, clocks from simulation, and what the delay model says."""
    where = file_of(result)
    clock, used = result.implemented["fmax_mhz"], result.implemented["resources"]

    def measured(text: str, key: str) -> Number:
        return Number(text, "measured", f"{where}: {key}")

    return {
        "core": result.core,
        "level": result.level,
        "file": where,
        "mhz": measured(f"{clock['median']:.1f}", "fmax_mhz.median"),
        "span": f"{clock['min']:.1f} to {clock['max']:.1f}",
        "lut": measured(str(used["lut"]), "resources.lut"),
        "ff": measured(str(used["ff"]), "resources.ff"),
        "bram": measured(str(used["bram"]), "resources.bram"),
        "clocks": measured(
            f"{result.timing.cycles_per_block_aggregate:g}", "cycles_per_block_aggregate"
        ),
        "flight": result.messages_in_flight,
        "single": measured(f"{result.single_message_mbps:.0f}", "throughput_mbps.single_message"),
        "aggregate": measured(f"{result.aggregate_mbps:.0f}", "throughput_mbps.aggregate"),
        "density": measured(f"{result.mbps_per_lut:.3f}", "mbps_per_lut"),
        "vectors": f"{result.verified['vectors']} vectors, {result.verified['failed']} failed",
        "path": result.estimated["critical_path"],
        "estimate": Number(
            f"{result.estimated['clock_mhz']:.1f}", "estimated", f"{where}: estimated.clock_mhz"
        ),
        "bound": Number(
            f"{result.estimated['bound_mhz']:.1f}", "estimated", f"{where}: estimated.bound_mhz"
        ),
    }


def _ratio(verdict: Verdict) -> dict[str, Any]:
    claim = verdict.claim
    names = (claim.design, claim.baseline)
    files = " over ".join(name.replace("-", "_") for name in names) + ", in results/"
    units = {
        Quantity.THROUGHPUT: "every context busy",
        Quantity.AREA: "look-up tables",
        Quantity.CLOCK: "",
        Quantity.CLOCKS: "counted in simulation",
        Quantity.ENERGY: "here relative switching activity",
    }
    longest = max(claim.ratio, verdict.ratio or 0.0)
    return {
        "title": _compared(claim),
        "quantity": claim.quantity.value,
        "unit": units[claim.quantity],
        "paper": Number(f"{claim.ratio:.2f}", "published", f"{claim.design}: {claim.source}"),
        "ours": verdict.ratio and Number(f"{verdict.ratio:.2f}", "measured", files),
        "paper_width": round(100 * claim.ratio / longest),
        "ours_width": round(100 * (verdict.ratio or 0.0) / longest),
        "synthesis": [
            (get_target(name).device, Number(f"{ratio:.2f}", "measured", "areas by synthesis"))
            for name, ratio in verdict.by_synthesis.items()
        ],
        "outcome": verdict.outcome,
        "reason": verdict.reason,
    }


def _compared(claim: Claim) -> str:
    """What a ratio is between."""
    if claim.design == claim.baseline:
        cases = [CASE_TITLES[case] for case in (claim.case, claim.baseline_case)]
        return f"{claim.design}: {cases[0]} over {cases[1]}"
    case = f", {CASE_TITLES[claim.case]}" if claim.case else ""
    return f"{claim.design} over {claim.baseline}{case}"
