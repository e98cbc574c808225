"""Qdrant: a server, or a folder of its local mode."""

from monosashi.stores.qdrant.opening import open_qdrant

__all__ = ["open_qdrant"]
