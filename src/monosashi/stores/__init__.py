"""Vector stores and files in: ``read`` is the door for paths."""

from monosashi.stores.reading import read

__all__ = ["read"]
