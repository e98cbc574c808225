"""Models that were trained with words before each text, and were run without them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

INSTRUCT = "Instruct: …\\nQuery: "
ENGLISH = "Represent this sentence for searching relevant passages: "
# families by name, as their cards say: before queries, before passages; the first that fits
FAMILIES: tuple[tuple[str, str, str], ...] = (
    (r"e5-\w+-instruct|e5-mistral|gte-qwen|qwen3-embedding|sfr-embedding|linq-embed", INSTRUCT, ""),
    (r"e5-(?:small|base|large)", "query: ", "passage: "),
    (r"glucose-base-ja-v2", "query: ", "passage: "),
    (r"ruri-v3", "検索クエリ: ", "検索文書: "),
    (r"ruri-(?:small|base|large)", "クエリ: ", "文章: "),
    (r"bge-(?:small|base|large)-en", ENGLISH, ""),
    (r"mxbai-embed-large", ENGLISH, ""),
    (r"arctic-embed-\w+-v2|arctic-embed2", "query: ", ""),
    (r"arctic-embed", ENGLISH, ""),
    (r"nomic-embed-text", "search_query: ", "search_document: "),
    (r"embeddinggemma|embedding-gemma", "task: search result | query: ", "title: none | text: "),
)


def unused_prompt(
    name: str, used: Iterable[str | None], roles: Iterable[str], own: Mapping[str, str]
) -> str | None:
    """The words that a model expects, if none of its texts had any.

    Parameters
    ----------
    name : str
        Of the model; its family may be known by it.
    used : prefixes of the roles that were embedded; None where none is recorded
    roles : roles of the texts
        Prompts of queries are missed only where there are queries.
    own : prompts in the files of the model, by name

    Examples
    --------
    >>> unused_prompt("intfloat/multilingual-e5-small", ["", ""], ["query", "passage"], {})
    'query: '
    >>> unused_prompt("intfloat/multilingual-e5-small", ["query: "], ["query"], {}) is None
    True
    >>> unused_prompt("Qwen/Qwen3-Embedding-0.6B", [""], ["passage"], {}) is None
    True
    """
    if any(used):
        return None
    held = next((text for text in own.values() if text.strip()), None)
    if held is not None:
        return held
    for pattern, query, passage in FAMILIES:
        if re.search(rf"(?:^|[/_:\-]){pattern}", name.lower()):
            return (query if "query" in set(roles) else passage) or None
    return None


def own_prompts(model: Any) -> Mapping[str, str]:
    """Prompts in the files of a model, where it has files that name them."""
    held = getattr(model, "own_prompts", None)
    return held if isinstance(held, Mapping) else {}
