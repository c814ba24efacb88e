"""The shell of a message core: streams, padding, block buffers, and a hash for each message.

Touch here what becomes of a message without a key; HMAC cores use its buffers and its numbers of
hashes.
"""
