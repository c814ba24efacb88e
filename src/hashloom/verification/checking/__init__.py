"""Suites: cases with their right answers, and what becomes of them in a core.

A case says what goes in and what has to come out; `suites` and `hmac_suites` say which are run.
"""
