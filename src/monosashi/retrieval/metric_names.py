"""Metrics as people write them."""

from __future__ import annotations

SHOWN = {"ndcg": "nDCG", "mrr": "MRR", "map": "mAP"}


def metric_name(metric: str) -> str:
    """The same in every language.

    >>> metric_name("ndcg@10"), metric_name("mrr"), metric_name("recall@5")
    ('nDCG@10', 'MRR', 'recall@5')
    """
    family, _, k = metric.partition("@")
    name = SHOWN.get(family, family)
    return f"{name}@{k}" if k else name
