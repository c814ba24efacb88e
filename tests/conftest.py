"""Lets every test import what several of them share, `tests/support`, and sets hypothesis up."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# A deadline would measure the machine, not the code.
settings.register_profile("hashloom", deadline=None, print_blob=True)
settings.load_profile("hashloom")
