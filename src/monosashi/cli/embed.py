"""`monosashi embed`: texts to a folder of vectors that every other command reads."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import DATA, OUTPUT, Words, at_least, named_path

MODEL = Group("Model", sort_key=2)


def embed_command(
    path: Path,
    *,
    embedder: Annotated[str, Parameter(group=MODEL)],
    out: Annotated[Path, Parameter(group=OUTPUT, converter=named_path)],
    text: Annotated[str | None, Parameter(group=DATA)] = None,
    id: Annotated[str | None, Parameter(group=DATA)] = None,  # noqa: A002 - the option's name
    wide: Annotated[str | None, Parameter(group=DATA)] = None,
    encoding: Annotated[str | None, Parameter(group=DATA)] = None,
    default_language: Annotated[str | None, Parameter(group=DATA)] = None,
    invalid: Annotated[Literal["error", "drop"], Parameter(group=DATA)] = "error",
    role: Annotated[Literal["both", "query", "passage"], Parameter(group=MODEL)] = "both",
    max_chars: Annotated[int | None, at_least(1, MODEL)] = None,
    batch: Annotated[int | None, at_least(1, MODEL)] = None,
    store: Annotated[str | None, Parameter(group=MODEL)] = None,
    forget: Annotated[bool, Parameter(group=MODEL, negative="")] = False,
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Embed the texts of a file and keep every answer, so that no later run asks for it again.

    Parameters
    ----------
    path
        jsonl(.gz), csv, tsv, parquet, arrow, txt or a folder of texts.
    embedder
        Model, e.g. hashing, use-multilingual or openai:MODEL?url=ADDRESS.
    out
        Folder for the vectors; the other commands read it.
    text
        Column of the texts; default the column `text`, or the only one with texts.
    id
        Column of unique ids.
    wide
        Column that holds {language: text}, or a comma list of language columns.
    encoding
        Encoding of jsonl, csv, tsv, txt and md files that are not UTF-8, e.g. cp932.
    default_language
        Language of the pages of a site that name none.
    invalid
        Empty texts: stop, or drop and count.
    role
        Side of a model with roles; both makes vectors and query vectors.
    max_chars
        Embed only this many characters of every text.
    batch
        Texts in one call of the model.
    store
        File that keeps answers for the next run, or none; default in the user's cache.
    forget
        Forget what this model has answered before and an unfinished run, and ask again.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    import time

    from monosashi.cli.chosen_models import card_name, chosen_embedder
    from monosashi.cli.embed_summary import say_begun_anew, show_summary
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.progress_bar import embedding_progress
    from monosashi.cli.streams import complain
    from monosashi.models import embed_to_folder
    from monosashi.stores import read_texts
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    model, began = chosen_embedder(embedder), time.monotonic()
    model.batch = batch or model.batch
    place = _store_path(store)
    show_step("reading")
    columns = wide.split(",") if wide and "," in wide else wide
    texts = read_texts(path, text=text, id=id, wide=columns, encoding=encoding, invalid=invalid,
                       language=default_language)  # fmt: skip
    clear_step()
    try:
        with embedding_progress(card_name(model)) as progress:
            made = embed_to_folder(texts, model, out, role=role, max_chars=max_chars,
                                   store=place, progress=progress,
                                   forget=_say_forgotten if forget else None)  # fmt: skip
    except KeyboardInterrupt as stop:
        for kept in stop.args:
            complain(str(kept))
        raise
    if made.begun_anew:
        say_begun_anew(out)
    show_summary(made, path, out, time.monotonic() - began, role, json=json)
    return FINE


def _store_path(store: str | None) -> Path | bool | None:
    if store is None:
        return None
    return False if store == "none" else Path(store)


def _say_forgotten(count: int, store: Path) -> None:
    from monosashi.cli.streams import complain
    from monosashi.words import say

    complain(say("cli.embed.forgotten", count=count, store=store))
