"""Results as tables, text, plots and pages.

What is shown comes from below: nothing is measured or decided here. Templates are in `templates`.
Touch here how a result reads.
"""
