"""`monosashi why`: which layer failed each query that misses its answer, and what mends it."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import OutputOptions, at_least
from monosashi.cli.search_options import SearchOptions

K, DRAWS = 1, 20


def why_command(
    *given: Annotated[str, Parameter(name="--given")],
    expected: Annotated[str | None, Parameter(group=MEASURE)] = None,
    search: SearchOptions = SearchOptions(),
    k: Annotated[int, at_least(1, MEASURE)] = K,
    draws: Annotated[int, at_least(9, MEASURE)] = DRAWS,
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Why queries miss: the layer that failed each, side by side with what came, and what mends it.

    Parameters
    ----------
    given
        QUERY DOCUMENTS, or DOCUMENTS alone for all misses. QUERY is an id, or the text of a query.
        DOCUMENTS as for retrieval: texts with --embedder, vectors, a saved set or a BEIR folder.
    expected
        With --embedder and a text that is no query yet: id of the document that should be found.
    k
        A query misses when no right document is among the first k.
    draws
        How many random controls stand beside each test.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from dataclasses import replace

    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.why_asked import Wanted, what_was_given
    from monosashi.cli.why_measuring import explain

    search.start("why", output)
    query, documents = what_was_given(given)
    check_out(output.out)
    wanted = Wanted(query, expected, k, draws, seed, search.language, search.asked)
    own = {"expected": expected, "language": search.language, "k": None if k == K else k,
           "draws": None if draws == DRAWS else draws, "seed": seed, "title": title}  # fmt: skip
    rest = search.settings(own)
    words: Any = given  # a query is no path, and keeps all its signs
    repeat = Repeat("why", words, rest)
    show_step("why")
    found = explain((documents,), search.data, search.texts, wanted)
    clear_step()
    result = replace(found, title=title or found.explanation.name, source=documents.name,
                     command=repeat.command(), created=now())  # fmt: skip
    following = next_query(result, Repeat("why", documents, rest), output)
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following)  # fmt: skip
    return FINE


def next_query(found: Any, repeat: Any, output: OutputOptions) -> str:
    """From all misses to one of the largest class; from one query to all of them, kept."""
    from dataclasses import replace

    held = found.explanation
    if found.query is None and held.misses:
        most = max(held.layers, key=lambda one: (one.layer != "other" and one.count, one.count))
        one = next(miss for miss in held.misses if miss.layer == most.layer)
        asked: Any = (one.query_id, repeat.arguments)
        return str(replace(repeat, arguments=asked).command())
    return str(repeat.command(out=output.out or "why"))
