"""What was measured, and what can be said before measuring.

The store of results and the data set that comes with hashloom; `results` makes a document,
`estimation` predicts one. Nothing here chooses or sweeps.
"""
