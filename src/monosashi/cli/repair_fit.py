"""`monosashi repair fit`: learn a mend from documents and keep it in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from monosashi.cli.options import OUTPUT, Words, named_path
from monosashi.cli.repair_sample import REPAIR, SampleOptions
from monosashi.cli.repair_sources import LANGUAGE

if TYPE_CHECKING:
    from monosashi.embeddings import Fault
    from monosashi.language.fitted import FittedRepair

SHOWN = 12  # languages on the screen


def fit_command(
    path: Path,
    *,
    out: Annotated[Path, Parameter(group=OUTPUT, converter=named_path)],
    method: Annotated[str, Parameter(group=REPAIR)] = "centering",
    language: LANGUAGE = None,
    sample: SampleOptions = SampleOptions(),
    force: Annotated[bool, Parameter(group=REPAIR, negative="")] = False,
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """Fit one repair to all documents of an index, and keep it with where it comes from.

    Parameters
    ----------
    path
        npy, npz, parquet, jsonl(.gz), csv, tsv or a folder written by save; with --embedder texts.
    out
        Folder for the repair; an earlier repair there is kept beside it as NAME.before-DAY.
    method
        centering, query-centering, global-mean, lir, lsar, pivot-shift, shift, leace or
        all-but-top; after a colon a number or language, e.g. lir:2, centering:0.75, shift:en.
    language
        Column of language codes; default the column `language`.
    force
        Accept languages of 2 to 49 documents.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.progress import clear_step
    from monosashi.cli.read_notes import read_notes
    from monosashi.cli.reading import wide_column
    from monosashi.cli.refused_values import OF_METHODS, option_values
    from monosashi.cli.repair_sources import check_writable, start
    from monosashi.embeddings import DataError
    from monosashi.language.freshness.keeping import save_beside_earlier
    from monosashi.language.mendable import raw_faults
    from monosashi.language.named_repairs import Fitting, fit_named, parse

    start(words, sample.data.vectors, "repair fit")
    with option_values():
        parse(method)
    check_writable(out)
    column = wide_column(sample.data, language, "language") or "language"
    documents = sample.documents(path, column)
    if faults := raw_faults(documents.model):
        raise DataError(*faults)
    asked = sample.asked(column)
    held = documents.query_vectors if asked is None else asked
    with option_values(OF_METHODS):
        (fitted,) = fit_named([method], Fitting(documents, column, held, force)).values()
    if sample.key is not None:
        from monosashi.language.freshness.refresh import with_units

        fitted = with_units(fitted, documents, language=column, key=sample.key,
                            own_queries=asked is None)  # fmt: skip
    kept = save_beside_earlier(fitted, out)
    clear_step()
    following = sample.apply_line(out, path, language)
    _show(fitted, out, kept, following, read_notes(documents, asked), json=json)
    return FINE


def _show(
    fitted: FittedRepair, out: Path, kept: Path | None, following: str, read: list[Fault], *,
    json: bool,
) -> None:  # fmt: skip
    from monosashi.cli.layout import shorten, wrap
    from monosashi.cli.next_lines import next_lines
    from monosashi.cli.streams import print_json, show
    from monosashi.words import say

    if json:
        found = summary(fitted, out)
        found["notices"] += [{"code": note.code, "text": note.say()} for note in read]
        print_json({**found, "kept": kept and str(kept), "next": following})
        return
    rows = [say("cli.repair_fit.language", language=name, n=n, error=errors(fitted)[name])
            for name, n in fitted.documents.counts.items()]  # fmt: skip
    asked = {} if fitted.queries is None else fitted.queries.counts
    whose = "queries" if fitted.has_own_queries else "as_queries"
    rows += [say(f"cli.repair_fit.{whose}", language=name, n=n) for name, n in asked.items()]
    left = len(rows) - SHOWN
    told = [f"  {row}" for row in rows[:SHOWN]]
    told += [f"  {say('cli.repair_fit.more', count=left)}"] if left > 0 else []
    head = say("cli.repair_fit.made", repair=fitted.called, out=out)
    before = wrap(say("cli.repair_refresh.kept", kept=kept)) if kept else []
    notes = [line for note in (*read, *fitted.notices[:3]) for line in shorten(wrap(note.say(),
             first="· "), 2)]  # fmt: skip
    show("\n".join([*wrap(head), *told, *notes, *before,
                    *next_lines(following)]))  # fmt: skip


def errors(fitted: FittedRepair) -> dict[str, float]:
    """Expected length of the error of every mean."""
    from monosashi.language.freshness.drift import document_spread

    return {name: document_spread(fitted, name).error ** 0.5 for name in fitted.languages}


def summary(fitted: FittedRepair, out: Path) -> dict[str, Any]:
    """What was fitted, as plain values."""
    return {
        "kind": "repair_fit",
        "method": fitted.called,
        "settings": fitted.settings(),
        "out": str(out),
        "model": fitted.model.to_dict(),
        "built_at": fitted.built_at,
        "languages": {
            name: {"documents": n, "error": errors(fitted)[name]}
            for name, n in fitted.documents.counts.items()
        },
        "queries": None if fitted.queries is None else dict(fitted.queries.counts),
        "notices": [{"code": note.code, "text": note.say()} for note in fitted.notices],
    }
