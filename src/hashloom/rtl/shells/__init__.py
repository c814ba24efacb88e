"""The shells around an engine: message cores and HMAC cores, put together from modules of `lib`.

Everything follows from their parameters; a change of what a shell does begins in `lib` and its
properties.
"""
