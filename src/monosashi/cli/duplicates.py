"""`monosashi duplicates`: a gate before publication."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import (
    DATA,
    OUTPUT,
    DataOptions,
    TextOptions,
    Words,
    at_least,
    named_path,
)

GATE = Group("Gate", sort_key=2)
NONE = TextOptions()
PRECISION, SHARE, LISTED = 0.95, 0.5, 5


def duplicates_command(
    drafts: Path,
    *,
    index: Annotated[Path, Parameter(group=DATA)],
    key: Annotated[str | None, Parameter(group=DATA)] = None,
    language: Annotated[str, Parameter(group=DATA)] = "language",
    draft_language: Annotated[str | None, Parameter(group=DATA)] = None,
    bridge: Annotated[list[str] | None, Parameter(group=GATE, negative="")] = None,
    repair: Annotated[Path | None, Parameter(group=GATE)] = None,
    threshold: Annotated[float | Literal["auto"], Parameter(group=GATE)] = "auto",
    precision: Annotated[float, Parameter(group=GATE)] = PRECISION,
    duplicate_share: Annotated[float, Parameter(group=GATE)] = SHARE,
    pairs: Annotated[Path | None, Parameter(group=GATE)] = None,
    calibrate_on: Annotated[int | None, at_least(2, GATE)] = None,
    untranslated: Annotated[Literal["error", "drop"], Parameter(group=GATE)] = "error",
    k: Annotated[int, at_least(1, GATE)] = LISTED,
    seed: Annotated[int, at_least(0, GATE)] = 0,
    title: str = "",
    data: DataOptions = DataOptions(),
    texts: TextOptions = NONE,
    out: Annotated[Path | None, Parameter(group=OUTPUT, converter=named_path)] = None,
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Say which pages tell what a draft tells, in every language; exit 3 when there is one.

    Parameters
    ----------
    drafts
        A page (md, mdx, txt), a folder of them, a table of texts, or vectors.
    index
        The pages: a file or store of vectors, or a site to embed (--embedder).
    key
        Column of the index that translations share; default the column `key`.
    language
        Column of the language.
    draft_language
        Language of drafts that name none.
    bridge
        Translate drafts and search each language alone, e.g. "command:apertium -u eng-spa".
    repair
        Folder of a repair: languages meet in mended vectors.
    threshold
        auto, or a cosine that counts as a duplicate.
    precision
        Of flagged drafts, so many are to be duplicates.
    duplicate_share
        Share of drafts that are duplicates, at most 0.5.
    pairs
        Table with columns a and b: ids of pages that are known duplicates.
    calibrate_on
        Known pages that ask, a direction; default all, 300 with a bridge.
    untranslated
        Texts without a translation: stop, or leave out and count.
    k
        Nearest pages listed for each language.
    seed
        Draws the pages that calibrate.
    title
        Title of the report.
    out
        Folder for result.json, report.html and tables/.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from monosashi.advice.site_documents import DuplicatesDocument
    from monosashi.cli.chosen_models import chosen_embedder
    from monosashi.cli.chosen_translators import chosen_translators, road_of
    from monosashi.cli.clock import now
    from monosashi.cli.duplicates_drafts import read_asked
    from monosashi.cli.duplicates_screen import deliver_duplicates, exit_code
    from monosashi.cli.embedding import store_of
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repair_path import reading, related_line
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.shape_repeat import ShapeRepeat
    from monosashi.cli.site_index import read_index
    from monosashi.language import load_repair
    from monosashi.language.gate import find_duplicates
    from monosashi.stores.id_pairs import read_id_pairs
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    check_out(out)
    translators = chosen_translators(bridge)
    model = None if texts.embedder is None else chosen_embedder(texts.embedder)
    road = road_of(translators, model, store=store_of(texts), untranslated=untranslated)
    mend = None if repair is None else load_repair(repair)
    known = [] if pairs is None else read_id_pairs(pairs)
    show_step("reading")
    pages = read_index(index, data, texts, model, key=key, language=language)
    asked = read_asked(drafts, pages, model, texts, data, language=draft_language,
                       column=language, whole=index)  # fmt: skip
    clear_step()
    sample = 300 if calibrate_on is None and translators else calibrate_on
    found = find_duplicates(
        asked, pages, language=language, key=key, draft_language=draft_language, embedder=model,
        bridge=road, repair=mend, threshold=threshold, precision=precision,
        duplicate_share=duplicate_share, pairs=known, k=k, calibrate_on=sample,
        store=store_of(texts), rng=seed,
    )  # fmt: skip
    known_by = {"key": key, "language": None if language == "language" else language,
                "repair": repair, **reading(data, texts)}  # fmt: skip
    own = {"index": index, **known_by, "draft_language": draft_language, "bridge": bridge,
           "threshold": None if threshold == "auto" else threshold,
           "precision": None if precision == PRECISION else precision,
           "duplicate_share": None if duplicate_share == SHARE else duplicate_share,
           "pairs": pairs, "calibrate_on": calibrate_on,
           "untranslated": None if untranslated == "error" else untranslated,
           "k": None if k == LISTED else k, "seed": seed, "title": title}  # fmt: skip
    repeat = ShapeRepeat("duplicates", {"drafts": drafts}, own)
    document = DuplicatesDocument(
        provenance=found.provenance, duplicates=found, title=title or drafts.name,
        source=index.name, command=repeat.command(), created=now(),
    )  # fmt: skip
    deliver_duplicates(document, out, repeat.settings(), related_line(index, known_by), json=json)
    return exit_code(found)
