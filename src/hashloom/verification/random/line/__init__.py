"""Random packets over the line of a board, judged by docs/boards.md and docs/hmac.md."""
