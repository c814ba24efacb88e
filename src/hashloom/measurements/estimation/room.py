"""Whether a core is far too large for its device, told before hours of tools would tell it."""

from __future__ import annotations

from collections.abc import Callable

from hashloom.cores import Core
from hashloom.errors import RequestError
from hashloom.measurements.estimation.compiled import engine_of
from hashloom.measurements.estimation.estimator import estimate, model_if_known
from hashloom.measurements.estimation.features import Outline
from hashloom.targets import Resources, Target

# By what part more look-up tables than there are an estimate has to say. Of measured cores of one
# message in flight none is estimated so much larger than it is; a test holds the estimator to it.
MARGIN = 0.25


def check_room(core: Core, larger: Callable[[Target, Resources], str | None]) -> None:
    """Raises RequestError for a core that cannot fit its device; `larger` names what holds it.

    Only look-up tables are looked at, and only where the estimator knows such cores: of folded
    ones, which are small, and of families that were not measured nothing is said.
    """
    if core.folded or model_if_known(core.target) is None:
        return
    outline = Outline(core.hash, core.architecture, core.interface, engine_of(core))
    needed, have = estimate(outline, core.target).resources, core.target.capacity.lut
    if needed.lut <= (1 + MARGIN) * have:
        return
    name = larger(core.target, needed)
    advice = f"{name} has room for it" if name else "nothing known here has room for it"
    raise RequestError(
        f"{core.name} does not fit {core.target.name}: it is estimated to need {needed.lut} lut of "
        f"{have}, which is more than {MARGIN:.0%} too many and so was not tried; {advice}."
    )
