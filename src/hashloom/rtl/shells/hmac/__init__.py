"""The shell of an HMAC core, section by section, from admission to answers.

Touch here what keys, tags and saved states need around an engine or two.
"""
