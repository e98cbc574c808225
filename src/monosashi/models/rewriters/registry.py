"""Rewriters by one line that says how they are made."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from monosashi.embeddings.errors import Fault, fault
from monosashi.models.lined_makers import LinedMakers, known_kinds
from monosashi.models.rewriters.contract import Rewriter
from monosashi.models.specs import COMMAND, Spec

REWRITERS: Mapping[str, tuple[str, str | None]] = MappingProxyType(
    {
        "openai": ("chat:ChatRewriter", "MODEL"),
        "ollama": ("ollama:OllamaRewriter", "MODEL"),
        "apertium": ("programs:ProgramRewriter", None),
        COMMAND: ("programs:ProgramRewriter", "COMMAND LINE"),
        "recorded": ("recorded:RecordedRewriter", "FILE_OR_FOLDER"),
        "rules": ("rules:RulesRewriter", None),
    }
)
"""Kinds of rewriters: where each is found, and what follows its colon."""

MADE_BY = MappingProxyType({"program rewriter": "program", "rules": "rules",
                            "recorded rewritings": "recorded"})  # fmt: skip


def _unknown(parts: Spec) -> Fault:
    return fault("rewriting.errors.unknown", name=parts.kind, known=known_kinds(REWRITERS))


MAKERS = LinedMakers("monosashi.models.rewriters", REWRITERS, _unknown, "rewriting.errors.masked")


def named_rewriter(spec: str) -> Rewriter:
    """Make the rewriter that one line describes.

    ``KIND:TARGET``, and options after ``?`` as for ``embedder``:

    - ``openai:MODEL?url=http://127.0.0.1:8000/v1&key_env=&top_k=64`` for any OpenAI-compatible
      chat server
    - ``ollama:gemma3:27b?context=8192`` for Ollama by its own address
    - ``apertium``, or ``command:`` and another program, for what translation can do
    - ``recorded:rewrites.jsonl`` for texts that are there already; a rewrite set, a Parquet file,
      or a folder in HTEB's layout as well
    - ``rules`` for what needs no model

    Raises
    ------
    DataError
        No such kind or option, or a value that does not fit; all of these at once.

    Examples
    --------
    >>> named_rewriter("openai:gemma-3-27b?url=http://127.0.0.1:8000/v1&key_env=&top_k=64").name
    'gemma-3-27b'
    """
    return cast("Rewriter", MAKERS.make(spec))


def made_by(rewriter: Rewriter) -> str:
    """``model``, ``program``, ``rules`` or ``recorded``."""
    return MADE_BY.get(str(rewriter.identity().get("kind")), "model")
