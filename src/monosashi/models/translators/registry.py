"""Translators by one line that says how they are made."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from monosashi.embeddings.errors import DataError, Fault, fault
from monosashi.models.specs import COMMAND, Spec, read_spec
from monosashi.models.translators.contract import Translator

TRANSLATORS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        COMMAND: ("command:CommandTranslator", "COMMAND LINE"),
        "openai": ("chat:ChatTranslator", "MODEL"),
        "recorded": ("recorded:RecordedTranslator", "FILE.jsonl"),
    }
)
"""Kinds of translators: where each is found, and what follows its colon."""


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
    from monosashi.models.command_showing import MASK
    from monosashi.models.spec_options import options_of, read_options

    parts = read_spec(spec)
    if parts.kind not in TRANSLATORS:
        raise DataError(_unknown(parts))
    place, target = TRANSLATORS[parts.kind]
    maker = _load(place)
    values, faults = read_options(parts.options, options_of(maker, after=1), of=parts.kind)
    faults = [*parts.faults, *faults]
    if not parts.target:
        faults.append(fault("models.errors.no_target", kind=parts.kind, target=target))
    if MASK in spec:
        faults.append(fault("models.errors.masked_translator"))
    if faults:
        raise DataError(*faults)
    made: Translator = maker(parts.target, **values)
    return made


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"monosashi.models.translators.{module}"), name)


def _unknown(parts: Spec) -> Fault:
    known = ", ".join(f"{name}:{target}" for name, (_, target) in TRANSLATORS.items())
    name = parts.kind if parts.target is None else f"{parts.kind}:"
    return fault("models.errors.unknown_translator", name=name, known=known)
