"""What the recursive method of michail2012 makes of a core's rounds, as document and as tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rich.table import Table

from hashloom.cores import Core, core_for
from hashloom.dataflow.gates import paper_terms, slowest
from hashloom.dataflow.graph import Graph
from hashloom.errors import RequestError
from hashloom.reports.walk import Comparison, WalkStep, block_graph, compare, walk_steps
from hashloom.request.architecture import Architecture
from hashloom.transforms.by_hand.operational_block import plain_name


@dataclass(frozen=True)
class Method:
    """The method on blocks of a core's unroll and stages.

    Attributes:
        core: the core asked about.
        own: hashloom's core of the same unroll and stages, everything else chosen by itself.
        searched: the same with its sums searched, where the request is about the choice of sums:
            --method recursive or searched, of as many rounds as are searched; None otherwise.
        steps: every application of a technique.
        comparison: the last step's operators, retimed exactly.
    """

    core: Core
    own: Core
    searched: Core | None
    steps: tuple[WalkStep, ...]
    comparison: Comparison

    def as_dict(self) -> dict[str, Any]:
        """The method as JSON shows it; all times are estimated, in ns."""
        searched = self.searched
        return {
            "source": "michail2012, figure 4",
            "unroll": self.core.architecture.unroll,
            "stages": self.core.architecture.stages,
            "steps": [step.as_dict() for step in self.steps],
            "comparison": self.comparison.as_dict(),
            "own": _as_dict(self.own),
            **({"searched": _as_dict(searched) | _sums(searched)} if searched else {}),
        }

    def drawings(self) -> dict[str, tuple[Graph, str, tuple[str, ...]]]:
        """By file name, the block after each change, its title and the path to be marked."""
        found = {}
        changed = [step for step in self.steps if step.application.changed]
        for number, step in enumerate(changed, start=1):
            graph = block_graph(step.application.block)
            slug = "_".join(step.application.technique.lower().replace("-", "_").split())
            path = tuple(plain_name(name) for name in step.path)
            title = f"{self.core.name}: {step.application.technique}, {step.terms}"
            found[f"{number}_{slug}.svg"] = (graph, title, path)
        return found


def _as_dict(core: Core) -> dict[str, Any]:
    """A core to compare with."""
    return {
        "architecture": core.architecture.as_dict(),
        "critical_path": core.path.terms,
        "critical_path_ns": round(core.path.period_ns, 3),
        "register_bits": core.compiled.graph.register_bits(),
    }


def _sums(core: Core) -> dict[str, str]:
    """What a search over sums has taken."""
    return {"sums": core.compiled.chosen}


def method_of(core: Core) -> Method:
    """The method on the core's rounds."""
    same = Architecture(unroll=core.architecture.unroll, stages=core.architecture.stages)
    steps = walk_steps(core.hash, same.unroll, same.stages, core.target.delays)
    own = core_for(core.hash.name, same, target=core.target.name)
    last = steps[-1].application.block
    comparison = compare(last, core.target.delays)
    return Method(core, own, _searched(core, same), tuple(steps), comparison)


def _searched(core: Core, same: Architecture) -> Core | None:
    """The core with its sums searched, which takes up to half a minute."""
    if core.architecture.method not in ("recursive", "searched"):
        return None
    try:
        asked = replace(same, method="searched")
        return core_for(core.hash.name, asked, target=core.target.name)
    except RequestError:  # more rounds than are searched
        return None


def method_tables(method: Method) -> list[Any]:
    """The steps and what came of them, for people."""
    architecture = method.core.architecture
    table = Table(
        title=f"The recursive method of michail2012 on {method.core.hash.title}, "
        f"{architecture.unroll} round{'s' if architecture.unroll > 1 else ''} a clock",
        title_justify="left",
        title_style="bold",
    )
    table.add_column("technique, and what it changes")
    table.add_column("critical path")
    for name in ("ns", "words in registers"):
        table.add_column(name, justify="right")
    unchanged: list[str] = []
    for step in method.steps:
        if not step.application.changed:
            unchanged.append(step.application.technique)
            continue
        table.add_section()
        table.add_row(_technique(step), _path(step), f"{step.ns:.2f}", str(step.register_words))
    return [table, _meanings(), _outcome(method)]


def _technique(step: WalkStep) -> str:
    application = step.application
    again = f", again after {application.after}" if application.after else ""
    return f"[bold]{application.technique}[/bold]{again}\n{step.change.replace('[', chr(92) + '[')}"


def _path(step: WalkStep) -> str:
    if step.equation is None:
        return step.terms
    reached = step.equation.path == step.terms
    verdict = "as" if reached else f"not {step.equation.path} as in"
    return f"{step.terms}\n({verdict} equation {step.equation.number})"


def _meanings() -> str:
    return (
        "add: adder, csa: carry-save tree and the adder behind it, nlf: Σ, Ch or Maj, mux: load. "
        "The path with the most gate levels is given in these terms; ns is the longest path by "
        "the target's delay model. Words are those in registers of one block."
    )


def _outcome(method: Method) -> str:
    found, own = method.comparison, method.own
    fewer = 100 * (1 - found.retimed_bits / found.by_hand_bits)
    graph = own.compiled.graph
    return (
        f"Estimated for {method.core.target.name}: by hand {found.by_hand_ns:.2f} ns; exact "
        f"retiming of the same operators {found.retimed_ns:.2f} ns, "
        f"{_difference(found.gain_percent)}, with "
        f"{abs(fewer):.0f} % {'fewer' if fewer >= 0 else 'more'} register bits "
        f"({found.retimed_bits} for {found.by_hand_bits}); "
        f"by the same model, their iteration bound {found.bound_ns:.2f} ns. hashloom's own choice "
        f"of operators, with "
        f"{method.core.architecture.unroll} round{'s' if graph.unroll > 1 else ''} a clock too: "
        f"{own.path.period_ns:.2f} ns ({paper_terms(graph, slowest(graph))}), "
        f"{_difference(100 * (found.by_hand_ns / own.path.period_ns - 1))}." + _found(method)
    )


def _found(method: Method) -> str:
    """What a search over sums comes to."""
    if method.searched is None:
        return ""
    period, by_hand = method.searched.path.period_ns, method.comparison.by_hand_ns
    return (
        f" With sums searched (--method searched): {period:.2f} ns, "
        f"{_difference(100 * (by_hand / period - 1))}."
    )


def _difference(percent: float) -> str:
    """How much faster than the method by hand."""
    if abs(percent) < 0.05:
        return "as fast"
    return f"{abs(percent):.1f} % {'faster' if percent > 0 else 'slower'} than by hand"
