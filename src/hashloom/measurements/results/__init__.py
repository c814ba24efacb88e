"""Measuring a core, and the document that says what came of it.

Fields of the document are read by others: they are added to, and not renamed.
"""
