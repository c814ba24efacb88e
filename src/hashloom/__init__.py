"""hashloom: a compiler from FIPS 180-4 to measured hash hardware."""

from hashloom.loading import offer

__version__ = "0.1.0"

# What users do with a core that takes rooms above `cores`: by method of a core, the function that
# does it, which takes the core first. A module is loaded when its function is called.
VERBS = {
    "simulate": "hashloom.verification.simulator:simulate",
    "simulate_tags": "hashloom.verification.tags:simulate_tags",
    "verify_tags": "hashloom.verification.tags:verify_tags",
    "measured": "hashloom.measurements.dataset:document_of",
    "implement": "hashloom.implementation.implementing:implement",
    "area": "hashloom.implementation.implementing:area",
    "write": "hashloom.bundles.bundle:write",
}

offer(VERBS)
