"""What every shell is put together from: its numbers, and the parts around an engine.

Touch here what message cores and HMAC cores have in common; nothing here knows which one it is in.
"""
