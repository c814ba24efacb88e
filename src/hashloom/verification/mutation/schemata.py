"""One text that holds many mutants, of which a run chooses one (mutant schemata, Untch 1993).

Each place that mutants change becomes a choice by the number of the mutant, which a model reads
from the environment when it starts. So a model is compiled once and run for each mutant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hashloom.verification.mutation.mutant import Form, Mutant

VARIABLE = "HASHLOOM_MUTANT"  # of the environment: the mutant's number; none or 0 for none
_PACKAGE = "mutation_choice"
_CHOSEN = f"{_PACKAGE}::chosen"
_PACKAGE_TEXT = f"""// The mutant of this run: its number, 0 for none.
package {_PACKAGE};
  int unsigned chosen = $c32("(getenv(\\"{VARIABLE}\\") ? atoi(getenv(\\"{VARIABLE}\\")) : 0)");
endpackage
"""


@dataclass
class _Site:
    """A place with the changes of the mutants, by number, and the places inside it."""

    start: int
    end: int
    form: Form
    instance: int = 0
    changes: dict[int, str] = field(default_factory=dict)
    inside: list[_Site] = field(default_factory=list)


def instrumented(sources: Mapping[str, str], mutants: Sequence[Mutant]) -> dict[str, str]:
    """The texts with all `mutants` in them, the first has the number 1.

    Only Verilator reads the result: what chooses a mutant is its own construct.
    """
    sites: dict[str, dict[tuple[int, int, Form], _Site]] = defaultdict(dict)
    for number, mutant in enumerate(mutants, start=1):
        for edit in mutant.edits:
            place = edit.start, edit.end, edit.form
            site = sites[edit.file].setdefault(place, _Site(*place, edit.instance))
            site.changes[number] = edit.text
    texts = {f"{_PACKAGE}.sv": _PACKAGE_TEXT}
    for name, text in sources.items():
        texts[name] = _instrumented_text(text, list(sites[name].values()))
    return texts


def _instrumented_text(text: str, sites: Sequence[_Site]) -> str:
    wires = _Wires(text, [site for site in sites if site.form == "output"])
    whole = _Site(0, len(text), "statement")
    open_ = [whole]
    for site in sorted([*sites, *wires.sites()], key=lambda s: (s.start, -s.end, s.form)):
        while site.start >= open_[-1].end and len(open_) > 1:
            open_.pop()
        open_[-1].inside.append(site)
        open_.append(site)
    return _inner(text, whole, wires)


def _inner(text: str, site: _Site, wires: _Wires) -> str:
    parts, at = [], site.start
    for inner in site.inside:
        parts += [text[at : inner.start], _rendered(text, inner, wires)]
        at = inner.end
    return "".join([*parts, text[at : site.end]])


def _rendered(text: str, site: _Site, wires: _Wires) -> str:
    if site.form == "output":
        return wires.name(site) if site.changes else wires.declarations(site.start)
    inner = _inner(text, site, wires)
    if site.form == "statement":
        others = " && ".join(f"{_CHOSEN} != {number}" for number in site.changes)
        return f"begin if ({others}) {inner} end"
    choices = "".join(f"{_CHOSEN} == {n} ? ({t}) : " for n, t in site.changes.items())
    return f"({choices}{inner})"


class _Wires:
    """Wires between the outputs of instances that mutants swap and what these drive."""

    def __init__(self, text: str, outputs: Sequence[_Site]) -> None:
        self.text = text
        self.outputs = outputs
        self.by_text = {(site.instance, self._driven(site)): site for site in outputs}

    def _driven(self, site: _Site) -> str:
        return self.text[site.start : site.end]

    def sites(self) -> list[_Site]:
        """A place before each such instance, for what is declared there."""
        return [_Site(at, at, "output") for at in sorted({s.instance for s in self.outputs})]

    def name(self, site: _Site) -> str:
        """The wire of an output."""
        return f"mutation_wire_{site.start}"

    def declarations(self, instance: int) -> str:
        """The wires of an instance, and what they drive."""
        lines = []
        for site in (each for each in self.outputs if each.instance == instance):
            driven = self._driven(site)
            choices = "".join(
                f"{_CHOSEN} == {number} ? {self.name(self.by_text[instance, other])} : "
                for number, other in site.changes.items()
            )
            lines.append(f"logic [$bits({driven})-1:0] {self.name(site)};\n")
            lines.append(f"  assign {driven} = {choices}{self.name(site)};\n\n  ")
        return "".join(lines)
