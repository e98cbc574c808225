"""`monosashi robustness sensitivity`: whether changes of meaning move the vectors of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from monosashi.cli.options import DATA, TEXTS, OutputOptions, at_least
from monosashi.cli.robustness_options import Share

if TYPE_CHECKING:
    from monosashi.embeddings import ModelCard
    from monosashi.embeddings.texts import TextSet
    from monosashi.models import Embedder
    from monosashi.models.job import Store

Language = Literal["en", "ja"]
Role = Literal["query", "passage"]


def robustness_sensitivity_command(
    path: Path,
    *,
    embedder: Annotated[str, Parameter(group=TEXTS)],
    text: Annotated[str | None, Parameter(group=TEXTS)] = None,
    harmless: Annotated[str | None, Parameter(group=TEXTS)] = None,
    store: Annotated[str | None, Parameter(group=TEXTS)] = None,
    role: Annotated[Role, Parameter(group=TEXTS)] = "query",
    language: Annotated[
        Language | None, Parameter(group=DATA, name=("--language", "--default-language"))
    ] = None,
    encoding: Annotated[str | None, Parameter(group=DATA)] = None,
    first: Annotated[int | None, at_least(2, DATA)] = None,
    confidence: Share = 0.95,
    title: str = "",
    output: Annotated[OutputOptions, Parameter(name="*")] = OutputOptions(),
) -> int:
    """Change the meaning of texts by rules, and say how far the vectors move.

    A model that sees no difference loses nothing when texts are reworded. So negations, other
    numbers and swapped names must move its vectors, and further than harmless rewordings do.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow or txt: texts in English or Japanese.
    embedder
        The model.
    text
        Column of the texts.
    harmless
        Column with the same texts worded otherwise, to compare with.
    store
        File that keeps vectors for the next run, or none; default in the user's cache.
    role
        For models that embed queries and passages differently.
    language
        Whose rules; default by the column `language`, else by the letters.
    encoding
        Encoding of files that are not UTF-8, e.g. cp932.
    first
        Take only so many texts from the start of the file.
    confidence
        Of the intervals.
    title
        Title of the report.
    """
    from monosashi.cli.chosen_models import chosen_embedder
    from monosashi.cli.robustness_measuring import store_of
    from monosashi.cli.robustness_run import deliver_robustness, start
    from monosashi.robustness.sensitivity import measure_sensitivity
    from monosashi.stores import read_texts

    start(output)
    model = chosen_embedder(embedder)
    held = read_texts(path, text=text, encoding=encoding)
    if first is not None:
        held = held.take(range(min(first, held.n)))
    texts, spoken = [str(one) for one in held.texts], language or _language_of(held)
    cards: list[ModelCard] = []
    found = measure_sensitivity(
        texts, embedder=_vectors(model, texts, role, store_of(store), cards),
        language=spoken, harmless=_harmless(held, harmless), confidence=confidence,
    )  # fmt: skip
    found = replace(found, provenance=replace(found.provenance, model=cards[0]))
    given = {"embedder": embedder, "text": text, "harmless": harmless, "store": store,
             "role": None if role == "query" else role, "language": spoken, "encoding": encoding,
             "first": first, "confidence": confidence, "title": title or None}  # fmt: skip
    return deliver_robustness("robustness sensitivity", {"path": path}, given,
                              {"sensitivity": found}, output)  # fmt: skip


def _vectors(model: Embedder, originals: Sequence[str], role: Role, store: Store,
             cards: list[ModelCard]) -> Callable[[list[str]], Any]:  # fmt: skip
    """The model as a function that says what it is; one to be fitted learns from the originals."""
    from monosashi.models import NeedsFit, embed

    if isinstance(model, NeedsFit):
        model.fit(list(dict.fromkeys(originals)))
    asked = role if model.roles else "passage"

    def vectors(texts: list[str]) -> Any:
        made = embed(texts, model, role=asked, store=store)
        cards.append(made.model)
        return made.vectors

    return vectors


def _harmless(held: TextSet, column: str | None) -> list[str | None] | None:
    if column is None:
        return None
    return [str(one) if one and str(one).strip() else None
            for one in held.column(column, "text")]  # fmt: skip


def _language_of(held: TextSet) -> Language:
    """Japanese where the column says so, or where most texts hold kana; else English."""
    codes = {str(one).split("-")[0] for one in held.columns.get("language", ())}
    if len(codes) == 1 and codes <= {"en", "ja"}:
        return "ja" if codes == {"ja"} else "en"
    kana = sum(any("\u3041" <= sign <= "\u30ff" for sign in text) for text in held.texts)
    return "ja" if kana > held.n / 2 else "en"
