"""The estimator: a core's figures from its numbers, fitted to what was measured.

What is fitted lies in `hashloom.data`; nothing here is fitted by hand.
"""
