"""Translators by one line that says how they are made."""

from __future__ import annotations

from collections.abc import Mapping
from shutil import which
from types import MappingProxyType

from monosashi.embeddings.errors import Fault, fault
from monosashi.embeddings.kinds import kind_faults, refuse_kinds
from monosashi.models.lined_makers import LinedMakers, known_kinds
from monosashi.models.specs import COMMAND, Spec
from monosashi.models.translators.contract import Translator

TRANSLATORS: Mapping[str, tuple[str, str | None]] = MappingProxyType(
    {
        COMMAND: ("command:CommandTranslator", "COMMAND LINE"),
        "openai": ("chat:ChatTranslator", "MODEL"),
        "recorded": ("recorded:RecordedTranslator", "FILE.jsonl"),
    }
)
"""Kinds of translators: where each is found, and what follows its colon."""


def _unknown(parts: Spec) -> Fault:
    if parts.target is None and which(parts.kind.partition(" ")[0]):
        return fault("models.errors.bare_program", line=parts.kind)
    name = parts.kind if parts.target is None else f"{parts.kind}:"
    return fault("models.errors.unknown_translator", name=name, known=known_kinds(TRANSLATORS))


MAKERS = LinedMakers(
    "monosashi.models.translators", TRANSLATORS, _unknown, "models.errors.masked_translator"
)


def translator(spec: str) -> Translator:
    """Make the translator that one line describes.

    ``KIND:TARGET``, and options after ``?`` as for ``embedder``:

    - ``command:apertium -u eng-spa``; of another program that reads and writes lines say the
      languages, ``command:my-translator?source=ja&target=en``, or let it be told:
      ``command:my-translator --from {source} --to {target}``
    - ``openai:MODEL?url=http://127.0.0.1:8000/v1&key_env=`` for an OpenAI-compatible service
    - ``recorded:human.jsonl`` for translations that are there already

    Keys of services come from the environment.

    Raises
    ------
    DataError
        No such kind or option, or a value that does not fit; all of these at once.

    Examples
    --------
    >>> translator("command:apertium -u eng-spa").name
    'command:apertium'
    """
    refuse_kinds(kind_faults(str, spec=spec))
    made: Translator = MAKERS.make(spec)
    return made
