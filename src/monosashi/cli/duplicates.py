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
from monosashi.cli.site_options import SiteOptions

GATE = Group("Gate", sort_key=2)
NONE, SITE = TextOptions(), SiteOptions()
PRECISION, SHARE, CONFIDENCE = 0.95, 0.5, 0.95


def duplicates_command(
    drafts: Path,
    *,
    index: Annotated[Path, Parameter(group=DATA)],
    site: SiteOptions = SITE,
    draft_language: Annotated[str | None, Parameter(group=DATA)] = None,
    bridge: Annotated[list[str] | None, Parameter(group=GATE, negative="")] = None,
    threshold: Annotated[float | Literal["auto"], Parameter(group=GATE)] = "auto",
    precision: Annotated[float, Parameter(group=GATE)] = PRECISION,
    duplicate_share: Annotated[float, Parameter(group=GATE)] = SHARE,
    pairs: Annotated[Path | None, Parameter(group=GATE)] = None,
    calibrate_on: Annotated[int | None, at_least(2, GATE)] = None,
    untranslated: Annotated[Literal["error", "drop"], Parameter(group=GATE)] = "error",
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
    draft_language
        Language of drafts that name none; auto tells it by their script.
    bridge
        Translate drafts and search each language alone, e.g. "command:apertium -u eng-spa".
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
    from monosashi.cli.duplicates_drafts import is_same_place, read_asked
    from monosashi.cli.duplicates_screen import deliver_duplicates, exit_code
    from monosashi.cli.embedding import store_of
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repair_path import reading, related_line
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.shape_repeat import ShapeRepeat
    from monosashi.language.gate import find_duplicates
    from monosashi.stores.id_pairs import read_id_pairs
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    check_out(out)
    _check_values(precision, duplicate_share, threshold, site.k)
    translators = chosen_translators(bridge)
    model = None if texts.embedder is None else chosen_embedder(texts.embedder)
    road = road_of(translators, model, store=store_of(texts), untranslated=untranslated)
    mend = site.mend()
    known = [] if pairs is None else read_id_pairs(pairs)
    show_step("reading")
    pages = site.read(index, data, texts, model)
    asked = read_asked(drafts, pages, model, texts, data, language=draft_language,
                       column=site.language, whole=index)  # fmt: skip
    clear_step()
    sample = 300 if calibrate_on is None and translators else calibrate_on
    found = find_duplicates(
        asked, pages, language=site.language, key=site.key, draft_language=draft_language,
        embedder=model, bridge=road, repair=mend, threshold=threshold, precision=precision,
        duplicate_share=duplicate_share, pairs=known, k=site.k, calibrate_on=sample,
        store=store_of(texts), rng=site.seed,
    )  # fmt: skip
    read = reading(data, texts)
    own = {"index": index, **site.settings(), **read, "draft_language": draft_language,
           "bridge": bridge,
           "threshold": None if threshold == "auto" else threshold,
           "precision": None if precision == PRECISION else precision,
           "duplicate_share": None if duplicate_share == SHARE else duplicate_share,
           "pairs": pairs, "calibrate_on": calibrate_on,
           "untranslated": None if untranslated == "error" else untranslated,
           "title": title}  # fmt: skip
    repeat = ShapeRepeat("duplicates", {"drafts": drafts}, own)
    document = DuplicatesDocument(
        provenance=found.provenance, duplicates=found, title=title or drafts.name,
        source=index.name, command=repeat.command(), created=now(),
    )  # fmt: skip
    following = related_line(index, {**site.known_by(), **read})
    deliver_duplicates(document, out, repeat.settings(), following, json=json,
                       own=is_same_place(drafts, index))  # fmt: skip
    return exit_code(found)


def _check_values(
    precision: float, share: float, threshold: float | Literal["auto"], k: int
) -> None:  # fmt: skip
    """Numbers that promise nothing are wrong usage, before anything is read."""
    from monosashi.cli.refused_values import option_values
    from monosashi.language.gate.inputs import checked_aim

    with option_values():
        checked_aim(precision, share, CONFIDENCE, threshold=threshold, k=k)
