"""Vector stores and files in and out: ``read`` is the door for vectors, others for the rest."""

from monosashi.stores.addresses import is_store
from monosashi.stores.judgements import read_gold
from monosashi.stores.lines import read_parallel
from monosashi.stores.reading import read
from monosashi.stores.runs import read_rankings
from monosashi.stores.texts import read_texts
from monosashi.stores.writing import write, write_beside
from monosashi.stores.written import Written

__all__ = ["Written", "is_store", "read", "read_gold", "read_parallel", "read_rankings",
           "read_texts", "write", "write_beside"]  # fmt: skip
