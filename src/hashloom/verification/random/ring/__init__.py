"""Cores that read memory by themselves with random rings, judged by docs/dma.md."""
