"""Equivalence of an engine that takes blocks whole with the standard.

Proved is, for all blocks and all hash values to start from, and whatever else is in the engine: a
block that begins leaves once, a fixed number of clocks later, with the standard's new hash value
and the mark that came with it; nothing leaves that did not begin, and nothing of before a reset.
How is said in `block_search`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hashloom.cache import Cache
from hashloom.rtl.engine.shape import EngineShape
from hashloom.verification.equivalence.contexts.blocks import Words
from hashloom.verification.equivalence.netlists.netlist import read_netlist
from hashloom.verification.equivalence.one_block.block_run import wrong_block
from hashloom.verification.equivalence.one_block.block_search import BlockSearch
from hashloom.verification.equivalence.one_block.proof import one_block
from hashloom.verification.equivalence.words.textbook import textbook_of
from hashloom.verification.proving import Progress, Section

PROVES = (
    "Whatever else is in it, each block leaves the engine once and in a fixed clock with the hash "
    "value of {} for its words and for the hash value that comes with it; nothing else leaves."
)
ASSUMES = (
    "rst is high for a clock at first; registers without reset hold anything",
    "a block begins only while slot_ready is high",
    "Yosys reads the portable SystemVerilog as other tools do",
)


def prove_block(
    sources: dict[str, str],
    top: str,
    hash_name: str,
    shape: EngineShape,
    jobs: int,
    progress: Progress,
) -> Section:
    """Proves the engine `top` of some texts by file name.

    Raises ToolError when a tool is missing or does not read the engine.
    """
    cache = Cache()
    textbook = textbook_of(hash_name, shape.word_bits, cache)
    search = BlockSearch(read_netlist(sources, top, cache), shape, textbook, Words(textbook))
    proves = PROVES.format(textbook.letters.standard)

    def shown() -> Iterator[tuple[str, ...]]:
        yield wrong_block(search)

    def way() -> tuple[str, int]:
        return (
            f"a block leaves {search.latency} clocks after its start, {search.apart} clocks after "
            "which the next may begin",
            1,
        )

    return one_block(search, shown, way, proves, ASSUMES, jobs, progress)
