"""All measured cores beside those of others: rows, and the page and the text made of them.

A figure on the page is one of a row; nothing is worked out in the browser that is not in its data.
"""
