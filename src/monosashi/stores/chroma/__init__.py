"""Chroma: a folder of its persistent client."""

from monosashi.stores.chroma.opening import open_chroma

__all__ = ["open_chroma"]
