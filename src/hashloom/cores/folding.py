"""What a folded core can have, and what its shell has to know of it."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.dataflow.build import round_graph
from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.accepted import FOLDS
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.request.level import HMAC, MESSAGE
from hashloom.rtl.folded.choosing import datapath_of, require_sums
from hashloom.rtl.folded.keyed.layout import MAX_SLOTS
from hashloom.transforms.methodology import Step


@dataclass(frozen=True)
class FoldedNumbers:
    """Of a machine that takes one block after the other, see rtl.shells.around."""

    apart: int = 1
    chain_words: int = 1
    read_lag: int = 1
    result_clocks: int = 0
    skipped: int = 0


def folding_steps(hash_: Hash, fold: int) -> tuple[Step, ...]:
    """The round of the standard, and the datapath it is folded on."""
    whole = round_graph(hash_, serial_load=False, serial_chain=False)
    return Step("round of the standard", whole), Step("folding", datapath_of(hash_, fold))


def require_graph(architecture: Architecture) -> None:
    """Raises RequestError for a folded core, which has a program instead of a graph."""
    if architecture.fold:
        raise RequestError(
            "A folded core has a program in place of a graph that is retimed; accepted here is "
            "--fold 0."
        )


def require_foldable(
    architecture: Architecture, hash_: Hash, interface: Interface, several: bool
) -> None:
    """Raises RequestError for a folded core of what cannot be folded; `several` hashes cannot."""
    if not architecture.fold or architecture.fold not in FOLDS:
        return
    require_sums(hash_, architecture.fold)
    if several:
        raise RequestError(
            "A folded core has the program of one hash; accepted with several hashes is --fold 0."
        )
    if interface.level not in (MESSAGE.name, HMAC.name):
        raise RequestError(
            f"Cores of level {interface.level} with rounds that are folded so have not been built "
            f"yet; accepted with --fold {architecture.fold} are the levels {MESSAGE.name} and "
            f"{HMAC.name}."
        )
    if interface.resume or interface.private_slots:
        raise RequestError(
            "A folded core saves no states and has one tid; accepted with --fold "
            f"{architecture.fold} is a request without --resume and --private-slots."
        )
    if interface.keyed and not 1 <= interface.slots <= MAX_SLOTS:
        raise RequestError(
            f"A folded core of {interface.slots} key slots has not been built yet; accepted for "
            f"--slots with it is 1 to {MAX_SLOTS}."
        )
    if interface.length_bits not in (hash_.word_bits, 2 * hash_.word_bits):
        raise RequestError(
            f"A folded core counts the length of a message in whole words; accepted for "
            f"--length-bits with it are {hash_.word_bits} and {2 * hash_.word_bits}."
        )
