"""LanceDB: folders of tables."""

from monosashi.stores.lancedb.opening import open_lancedb

__all__ = ["open_lancedb"]
