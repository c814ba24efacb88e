"""Sources of a core with a fault in one of its modules."""

from __future__ import annotations

from hashloom.cores import Core


def faulty_sources(core: Core, module: str, there: str, instead: str) -> dict[str, str]:
    """The sources of a core, the first `there` of a module's text replaced."""
    texts = core.sources()
    (file,) = (file for file in texts if file.endswith(f"_{module}.sv"))
    head, found, tail = texts[file].partition(there)
    assert found
    return {**texts, file: f"{head}{instead}{tail}"}
