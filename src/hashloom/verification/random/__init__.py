"""Random traffic on random cores, judged by an oracle that knows the documents and nothing else.

What a core has to do is in README.md, "Streams of a message core", and docs/hmac.md; nothing here
reads the generator or the RTL. Digests come from Python's hashlib and hmac. Touch here how a
campaign goes on; what a kind of core is sent and has to answer is in `streams`, `bus`, `ring` and
`blocks`.
"""
