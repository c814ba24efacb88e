"""The error of a top module that cannot be written."""

from __future__ import annotations


class NetlistError(Exception):
    """Modules do not fit together: a fault of the generator, never of a request.

    The message is one sentence that names the module, the port and the signal.
    """
