"""Vector stores and files in: ``read`` is the door for paths of vectors, others for the rest."""

from monosashi.stores.judgements import read_gold
from monosashi.stores.lines import read_parallel
from monosashi.stores.reading import read
from monosashi.stores.runs import read_rankings
from monosashi.stores.texts import read_texts

__all__ = ["read", "read_gold", "read_parallel", "read_rankings", "read_texts"]
