"""The report on the published designs: their figures beside hashloom's.

Nothing is measured or judged here; both come from `hashloom.literature`.
"""
