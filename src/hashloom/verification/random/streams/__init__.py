"""Cores with streams under random traffic, judged by docs/hmac.md and the README.

`oracle` is written from those documents alone and must stay so: change the document first.
"""
