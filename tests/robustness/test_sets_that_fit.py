"""Sets of rewritten texts beside others: one that belongs to no task is told."""

from dataclasses import replace

import pytest
from robustness.wording import bag, made, planted, rewritten, search_task

from monosashi.embeddings import DataError
from monosashi.robustness.runs import measure_robustness


def run(task, rewrites):
    return measure_robustness(task, embedders=[planted("bag", bag)], rewrites=rewrites,
                              store=False, draws=20, sensitivity=False, rng=0)  # fmt: skip


def moved(given, **changes):
    """A set of another data set, field or ids."""
    return made(*(replace(row, **{name: change(row) for name, change in changes.items()})
                  for row in given.rows))  # fmt: skip


@pytest.fixture
def task():
    return search_task(20)


@pytest.fixture
def own(task):
    return rewritten(task, lambda text: " ".join(text.split()[::2]))


@pytest.mark.parametrize(("changes", "held"), [
    ({"dataset": lambda _: "bank"}, r"bank \(query: 0, 1, 2, …\)"),
    ({"record": lambda row: f"x{row.record}"}, r"faq \(query: x0, x1, x2, …\)"),
    ({"field": lambda _: "document"}, r"faq \(document: 0, 1, 2, …\)"),
])  # fmt: skip
def test_a_set_that_fits_no_task_is_named_with_what_it_holds_and_what_was_expected(
    task, own, changes, held
):
    foreign = moved(own, generator=lambda _: "stranger", **changes)
    said = rf"set stranger fits none.* 20 rewritings of {held}\. Expected: faq \(query: 0, 1, 2, …"
    with pytest.raises(DataError, match=said):
        run(task, [own, foreign])


def test_sets_that_fit_one_task_of_several_are_taken(task, own):
    other = replace(search_task(20, seed=1), name="bank")
    sets = [own, moved(own, dataset=lambda _: "bank", original=lambda _: "")]
    assert len(run([task, other], sets).cube) == 2


def test_two_sets_that_share_a_name_are_told_apart(task, own):
    foreign = moved(own, dataset=lambda _: "bank")
    with pytest.raises(DataError, match=r"set people 2 fits none"):
        run(task, [own, foreign])
