"""Print a document and write its folder."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monosashi.cli.layout import wrap
from monosashi.cli.options import OutputOptions
from monosashi.cli.screen import document_screen
from monosashi.words import choose_language, current_language, say


def deliver(
    document: Mapping[str, Any],
    tables: Mapping[str, list[dict[str, Any]]],
    options: OutputOptions,
    *,
    settings: str,
    following: str,
) -> None:
    """Write ``--out`` first, then print; the last line is the next command to try."""
    choose_language(options.words or current_language())
    report = None if options.out is None else write_run(options.out, document, tables, settings)
    if options.printed == "json":
        print_json(document)
    elif options.printed == "markdown":
        print_markdown(document, tables)
    else:
        place = [] if report is None else wrap(say("cli.screen.report", path=report))
        tail = [*place, *wrap(say("cli.screen.next", command=following), rest="    ")]
        print("\n".join(document_screen(document, tail)))


def print_json(document: Mapping[str, Any]) -> None:
    """One strict object, always UTF-8."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    print(json.dumps(document, ensure_ascii=False, allow_nan=False))


def print_markdown(document: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """Verdict, findings as a list, tables."""
    from monosashi.report.sentences import finding_sentences, verdict_sentence
    from monosashi.results.tables import markdown_table

    worded = [finding_sentences(finding) for finding in document["findings"]]
    lines = [f"- **{f.level_name}**: {f.headline}" for f in worded]
    parts = [f"## {verdict_sentence(document['verdict'])}", "\n".join(lines)]
    parts += [markdown_table(name, rows) for name, rows in tables.items()]
    print("\n\n".join(parts))


def write_run(
    out: Path, document: Mapping[str, Any], tables: Mapping[str, Any], settings: str
) -> Path:
    """Build everything in a hidden folder beside ``out``, then move it there.

    A run that is killed leaves ``out`` as it was; ``result.json`` moves last.
    """
    from monosashi.report import Report
    from monosashi.results.writing import write_result, write_text

    out.parent.mkdir(parents=True, exist_ok=True)
    first = current_language()
    words = (first, *(language for language in ("en", "ja") if language != first))
    stage = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        Report([document], title=document.get("title") or "monosashi").save(
            stage / "report.html", words=words
        )
        write_text(stage / "settings.toml", settings)
        write_result(stage, document, tables)
        move_into(stage, out)
    finally:
        shutil.rmtree(stage, ignore_errors=True)
    return out / "report.html"


def move_into(stage: Path, out: Path) -> None:
    """Move every file of ``stage`` over ``out``, ``result.json`` last; stale tables go."""
    stage.chmod(0o755)
    if not out.exists():
        stage.rename(out)
        return
    shutil.rmtree(out / "tables", ignore_errors=True)
    for name in sorted((p.name for p in stage.iterdir()), key=lambda name: name == "result.json"):
        target = out / name
        (stage / name).replace(target)
