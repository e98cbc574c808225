"""Rewriters by one line that says how they are made."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.models.rewriters.contract import Rewriter
from monosashi.models.specs import COMMAND, Spec, read_spec

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
    from monosashi.models.command_showing import MASK
    from monosashi.models.spec_options import options_of, read_options

    parts = read_spec(spec)
    if parts.kind not in REWRITERS:
        raise DataError(_unknown(parts))
    place, target = REWRITERS[parts.kind]
    maker = _load(place)
    known = options_of(maker, after=0 if target is None else 1)
    values, faults = read_options(parts.options, known, of=parts.kind)
    faults = [*parts.faults, *faults]
    if target is not None and not parts.target:
        faults.append(fault("models.errors.no_target", kind=parts.kind, target=target))
    if target is None and parts.target:
        faults.append(fault("rewriting.errors.no_such_target", kind=parts.kind, given=parts.target))
    if MASK in spec:
        faults.append(fault("rewriting.errors.masked"))
    if faults:
        raise DataError(*faults)
    return cast("Rewriter", maker(*([] if target is None else [parts.target]), **values))


def made_by(rewriter: Rewriter) -> str:
    """``model``, ``program``, ``rules`` or ``recorded``."""
    return MADE_BY.get(str(rewriter.identity().get("kind")), "model")


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"monosashi.models.rewriters.{module}"), name)


def _unknown(parts: Spec) -> Fault:
    known = ", ".join(name if target is None else f"{name}:{target}"
                      for name, (_, target) in REWRITERS.items())  # fmt: skip
    return fault("rewriting.errors.unknown", name=parts.kind, known=known)
