"""The nouns of a request: what is asked for, and what each field accepts.

The ground floor. Nothing here knows how a core is made; it may say what is accepted, and how one
request is spelled in documents, names and options. What is accepted changes here and nowhere else.
"""

from __future__ import annotations

from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.request.point import DEFAULT_TARGET, Point

__all__ = ["DEFAULT_TARGET", "Architecture", "Interface", "Point"]
