"""Every way to score, against slow loops and numbers worked out by hand."""

import numpy as np
import pytest
from language.score_problems import make_space, members

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.language.scored import (
    CosineScores,
    CSLSScores,
    FusedScores,
    HeldOutBlocks,
    MarginScores,
    OffsetScores,
    OtherFirstScores,
    StandardisedScores,
    csls_scores,
    margin_scores,
)
from monosashi.language.scored.fused import ranks_of_rows

ALL = {
    "cosine": lambda _: CosineScores(),
    "z_norm": lambda _: StandardisedScores(),
    "offset": OffsetScores.fit,
    "fused": lambda _: FusedScores(),
    "other_first": lambda _: OtherFirstScores(),
    "csls": lambda space: CSLSScores(space, 4),
    "margin": lambda space: MarginScores(space, 4),
}


def whole(method, space):
    return method.scores(space).block(slice(0, space.n))


def cosine_table(space):
    """(n, chunks) cosines, the document of every chunk, and its language."""
    asked = space.queries.unit(np.arange(space.n))
    rows = space.candidates.rows.unit(np.arange(len(space.candidates.rows)))
    owner = np.repeat(np.arange(space.candidates.n), space.candidates.lengths)
    language = np.searchsorted(space.candidates.pools, owner, side="right") - 1
    return asked @ rows.T, rows, owner, language


def crowded(space, k, combine):
    cosines, rows, owner, language = cosine_table(space)
    out = np.full((space.n, space.candidates.n), -np.inf)
    for query in range(space.n):
        documents = np.setdiff1d(np.arange(space.candidates.n), members(space.hidden, query))
        best = sorted((max(cosines[query, owner == d]) for d in documents), reverse=True)
        around_query = np.mean(best[:k])
        for row, document in enumerate(owner):
            probes = (language == space.spoken[query]) & (owner != document)
            around = np.mean(np.sort(rows[probes] @ rows[row])[-k:])
            value = combine(cosines[query, row], around_query, around)
            out[query, document] = max(out[query, document], value)
    return out


@pytest.mark.parametrize("chunks", [1, 3])
def test_csls_and_margin_against_slow_loops(chunks):
    space = make_space(1, chunks=chunks)
    known = crowded(space, 4, lambda cos, q, d: 2 * cos - q - d)
    np.testing.assert_allclose(whole(CSLSScores(space, 4), space), known, atol=1e-12)
    known = crowded(space, 4, lambda cos, q, d: cos / ((q + d) / 2))
    np.testing.assert_allclose(whole(MarginScores(space, 4), space), known, atol=1e-12)


def test_probes_of_a_part_leave_out_the_document_itself_only_where_it_is():
    space = make_space(3, chunks=2)
    part = space.part(np.arange(space.n), np.arange(0, space.candidates.n, 2))
    found = CSLSScores(space, 3).refit(part)
    assert found.k == 3
    assert np.array_equal(found.probes.numbers, np.arange(0, space.candidates.n, 2))
    scores = whole(found, space)
    rows, held = space.candidates.rows, part.candidates.rows
    document = 2  # stands in the part: its own chunks are not its probes
    owner = np.repeat(part.numbers, part.candidates.lengths)
    language = np.searchsorted(space.candidates.pools, owner, side="right") - 1
    query = int(np.flatnonzero(space.spoken == 0)[0])
    probes = held.unit(np.flatnonzero((language == 0) & (owner != document)))
    own = np.flatnonzero(np.repeat(np.arange(space.candidates.n), space.candidates.lengths) == 2)
    crowd = np.sort(rows.unit(own) @ probes.T, axis=1)[:, -3:].mean(axis=1)
    cosines = (space.queries.unit(np.array([query])) @ rows.unit(own).T)[0]
    first = np.flatnonzero(np.repeat(np.arange(space.candidates.n), space.candidates.lengths) == 0)
    other = (space.queries.unit(np.array([query])) @ rows.unit(first).T)[0]
    crowd_first = np.sort(rows.unit(first) @ held.unit(
        np.flatnonzero((language == 0) & (owner != 0))).T, axis=1)[:, -3:].mean(axis=1)  # fmt: skip
    expected = (2 * cosines - crowd).max() - (2 * other - crowd_first).max()
    assert scores[query, 2] - scores[query, 0] == pytest.approx(expected)


def test_too_few_probes_are_named():
    space = make_space(0, sizes=(4, 9, 9), chunks=1)
    with pytest.raises(DataError, match="'a' only 3 are left"):
        CSLSScores(space, 4).scores(space)
    wide = make_space(0, sizes=(30, 30), chunks=1)
    small = wide.part(np.arange(3), np.arange(5))
    with pytest.raises(DataError, match=r"see only [45] documents, fewer than k = 6.*rows 0-2"):
        CSLSScores(wide, 6).scores(small)


def test_a_ratio_around_nothing_is_refused():
    rng = np.random.default_rng(0)
    documents = rng.normal(size=(5, 3)) + 9
    queries = documents[:2] * np.array([[1], [-1]])
    with pytest.raises(DataError, match=r"around 1 queries.*rows 1"):
        margin_scores(queries, documents, k=2)


def test_standardised_scores_have_mean_0_and_deviation_1_over_what_is_seen():
    space = make_space(4)
    scores = whole(StandardisedScores(), space)
    for query in range(space.n):
        for code in range(3):
            pool = np.arange(space.candidates.n)[space.candidates.pool(code)]
            seen = np.setdiff1d(pool, members(space.hidden, query))
            assert scores[query, seen].mean() == pytest.approx(0, abs=1e-12)
            assert scores[query, seen].std() == pytest.approx(1)
    plain = whole(CosineScores(), space)
    pool = space.candidates.pool(0)
    assert np.array_equal(scores[:, pool].argsort(axis=1), plain[:, pool].argsort(axis=1))


def test_standardising_what_is_all_level_gives_0_and_no_noise():
    space = make_space(0, sizes=(3, 3), chunks=1, n=4, dimension=4, coarse=True)
    copies = np.tile([0.1, 0.2, 0.3, 0.7], (6, 1))
    held = type(space.candidates)(type(space.queries)(copies), np.arange(6), np.array([0, 3, 6]))
    flat = type(space)(space.queries, space.spoken, held, space.hidden, ("a", "b"), np.arange(6))
    assert not whole(StandardisedScores(), flat).any()


def test_an_offset_levels_the_languages():
    space = make_space(6)
    fitted = OffsetScores.fit(space)
    scores, plain = whole(fitted, space), whole(CosineScores(), space)
    again = OffsetScores.fit(space, top=2, asking="documents")
    assert (again.top, again.asking) == (again.refit(space).top, again.refit(space).asking)
    for source in range(3):
        mine = space.spoken == source
        levels = []
        for target in range(3):
            part = [[scores[q, d] for d in range(space.candidates.n)[space.candidates.pool(target)]
                     if d not in members(space.hidden, q)]
                    for q in np.flatnonzero(mine)]  # fmt: skip
            levels.append(np.mean([np.mean(row) for row in part]))
        assert levels == pytest.approx([levels[0]] * 3)
        own = space.candidates.pool(source)
        assert np.array_equal(scores[mine][:, own], plain[mine][:, own]), "own language stays"


def test_the_gap_of_the_highest_by_hand():
    """Documents ask: a: 1.0 and 0.8 with each other, b at 0 and 0.6 from them."""
    space = make_space(0, sizes=(2, 2), chunks=1, n=2)
    vectors = np.array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [0.6, 0.8]])
    held = type(space.candidates)(type(space.queries)(vectors), np.arange(4), np.array([0, 2, 4]))
    plain = type(space)(space.queries, space.spoken, held, space.hidden, ("a", "b"), np.arange(4))
    found = OffsetScores.fit(plain, top=1, asking="documents").offsets
    own, across = 0.8, (0.6 + 0.96) / 2
    assert found == pytest.approx(np.array([[0, own - across], [0.8 - (0.6 + 0.96) / 2, 0]]))
    assert found[0, 1] == pytest.approx(0.02)


def test_a_language_that_did_not_ask_has_no_offset():
    space = make_space(6)
    part = space.part(np.flatnonzero(space.spoken != 1), np.arange(space.candidates.n))
    with pytest.raises(DataError, match="'b' took part"):
        OffsetScores.fit(part).scores(space)


def test_fused_lists_tie_rank_by_rank():
    space = make_space(7, chunks=1)
    scores = whole(FusedScores(), space)
    for query in range(space.n):
        for code in range(3):
            part = scores[query, space.candidates.pool(code)]
            assert sorted(-part) == list(range(1, len(part) + 1))
        seen = np.setdiff1d(np.arange(space.candidates.n), members(space.hidden, query))
        heads = scores[query, seen] == -1
        assert heads.sum() == 3, "one head a language, hidden ones aside"


def test_scores_that_differ_by_rounding_share_a_rank():
    scores = np.array([[0.5, 0.5 + 1e-12, 0.2, 0.5 + 1e-6]])
    assert ranks_of_rows(scores).tolist() == [[2, 2, 4, 1]]


def test_a_list_below_its_threshold_is_left_out():
    space = make_space(7)
    plain, seen = whole(CosineScores(), space), np.full(space.n, -np.inf)
    for query in range(space.n):
        pool = np.setdiff1d(range(13), members(space.hidden, query))
        seen[query] = plain[query, pool].max()
    limits = np.full((3, 3), np.nan)
    limits[:, 0] = np.median(seen)
    scores = whole(FusedScores(limits), space)
    silent = seen < np.median(seen)
    assert 0 < silent.sum() < space.n
    assert np.isneginf(scores[silent, :13]).all()
    assert np.isfinite(scores[~silent]).all()
    assert np.isfinite(scores[:, 13:]).all(), "NaN leaves nothing out"


def test_other_languages_first():
    space = make_space(8)
    scores = whole(OtherFirstScores(), space)
    for query, code in enumerate(space.spoken):
        own = np.zeros(space.candidates.n, dtype=bool)
        own[space.candidates.pool(code)] = True
        assert scores[query, ~own].min() > scores[query, own].max()


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", [0, 1])
def test_blocks_are_rows_of_the_whole(name, seed):
    space, make = make_space(seed), ALL[name]
    assert make(space).code == name == make(space).refit(space).code
    scores = make(space).scores(space)
    table = scores.block(slice(0, space.n))
    assert table.shape == (scores.n_queries, scores.n_documents) == (space.n, space.candidates.n)
    for rows in (slice(0, 1), slice(3, 8), slice(space.n - 2, space.n)):
        np.testing.assert_allclose(scores.block(rows), table[rows], atol=1e-12)
    needs = make(space).needs(space)
    assert needs.searches >= 1
    assert needs.memory_bytes >= 0


def test_a_large_pool_is_read_in_tiles(monkeypatch):
    from monosashi.language.scored import space as module

    small = make_space(9)
    known = whole(CSLSScores(small, 3), small)
    monkeypatch.setattr(module, "KEPT_CELLS", 0)
    monkeypatch.setattr(module, "TILE", 5)
    again = make_space(9)
    np.testing.assert_allclose(whole(CSLSScores(again, 3), again), known, atol=1e-12)


def test_a_part_keeps_what_is_hidden_and_who_is_who():
    space = make_space(10)
    documents = np.arange(1, space.candidates.n, 2)
    asked = np.array([0, 5, 16])
    part = space.part(asked, documents)
    np.testing.assert_allclose(
        whole(CosineScores(), part), whole(CosineScores(), space)[np.ix_(asked, documents)]
    )
    for place, query in enumerate(asked):
        kept = np.intersect1d(members(space.hidden, query), documents)
        assert np.array_equal(part.numbers[members(part.hidden, place)], kept)
    sizes = [sum(space.candidates.pool(c).start <= d < space.candidates.pool(c).stop
                 for d in documents) for c in range(3)]  # fmt: skip
    assert np.diff(part.candidates.pools).tolist() == sizes


class Seen:
    """Remembers what it was fitted on, and scores with its number of documents."""

    def __init__(self, log):
        self.log = log

    def refit(self, space):
        self.log.append((space.n, space.numbers.tolist()))
        return OffsetScores(np.full((3, 3), float(len(space.numbers))), None, "queries", 1)


def test_a_held_out_query_is_scored_by_what_has_not_seen_its_fold():
    space, log = make_space(11), []
    folds = np.arange(space.n) % 2
    documents = (np.arange(space.candidates.n) % 3 == 0).astype(int)
    scores = HeldOutBlocks(Seen(log), space, folds, documents).block(slice(0, space.n))
    assert [n for n, _ in log] == [(folds != 0).sum(), (folds != 1).sum()]
    assert log[0][1] == np.flatnonzero(documents != 0).tolist()
    added = scores - whole(CosineScores(), space)
    np.testing.assert_allclose(added[folds == 0], (documents == 1).sum())
    np.testing.assert_allclose(added[folds == 1], (documents == 0).sum())


def shuffled(space, seed):
    """The same documents (one chunk each) as a set in mixed order, and that order."""
    order = np.random.default_rng(seed).permutation(space.candidates.n)
    codes = np.searchsorted(space.candidates.pools, order, side="right") - 1
    documents = EmbeddingSet.from_arrays(
        space.candidates.rows.unit(order),
        columns={"lang": [space.languages[code] for code in codes]},
    )
    queries = EmbeddingSet.from_arrays(
        space.queries.unit(np.arange(space.n)),
        columns={"lang": [space.languages[code] for code in space.spoken]},
    )
    return queries, documents, order


@pytest.mark.parametrize(("function", "method"), [(csls_scores, CSLSScores),
                                                  (margin_scores, MarginScores)])  # fmt: skip
def test_tables_by_language_are_in_the_order_of_the_documents(function, method):
    space = make_space(12, chunks=1)
    empty = type(space.hidden)(np.zeros(space.n + 1, dtype=int), np.zeros(0, dtype=int))
    nothing = type(space)(space.queries, space.spoken, space.candidates, empty, space.languages,
                          space.numbers)  # fmt: skip
    queries, documents, order = shuffled(space, 0)
    found = function(queries, documents, language="lang", k=4)
    known = whole(method(nothing, 4), nothing)
    np.testing.assert_allclose(found, known[:, order], atol=1e-12)
    spoken = list(queries.columns["lang"])
    again = function(queries.vectors, documents.vectors, k=4,
                     language=list(documents.columns["lang"]), query_language=spoken)  # fmt: skip
    assert np.array_equal(found, again)


def test_a_table_with_given_probes_by_hand():
    """The crowd of a document is its best probe: 1 and 0.6; that of the query its best: 0.8."""
    scores = csls_scores([[1.0, 0.0]], [[0.0, 1.0], [0.8, 0.6]], probes=[[0.0, 2.0]], k=1)
    assert scores.tolist() == [pytest.approx([0 - 0.8 - 1.0, 1.6 - 0.8 - 0.6])]
    ratios = margin_scores([[1.0, 0.0]], [[0.0, 1.0], [0.8, 0.6]], probes=[[0.0, 2.0]], k=1)
    assert ratios.tolist() == [pytest.approx([0, 0.8 / 0.7])]


@pytest.mark.parametrize(("options", "words"), [
    ({"language": ["a", "a"], "probes": [[1.0, 0.0]]}, "both say"),
    ({"k": 0}, "whole number from 1"),
    ({"k": True}, "whole number from 1"),
    ({"k": 3}, "there are only 1"),
    ({"language": ["a", "a"]}, "say which language"),
    ({"language": ["a", "a"], "query_language": ["x"]}, r"without documents.*x"),
    ({"probes": [[1.0, 0.0, 0.0]], "k": 1}, "dimension"),
])  # fmt: skip
def test_what_tables_refuse(options, words):
    with pytest.raises(DataError, match=words):
        csls_scores([[1.0, 0.0]], [[1.0, 0.0], [0.8, 0.6]], **options)
