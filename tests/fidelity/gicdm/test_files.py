"""A saved real side gives the same bytes, and refuses other reals."""

import json

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.fidelity.gicdm import GICDM


@pytest.fixture
def real():
    return np.random.default_rng(0).normal(size=(230, 4))


def codes(refused):
    return [fault.code for fault in refused.value.faults]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scaling": "none"},
        {"filter_scales": (50,)},
        {"metric": "cosine", "far": None, "calibrate": False},
    ],
)
def test_the_same_after_loading(real, tmp_path, options):
    fitted = GICDM.fit(real, **options)
    fitted.save(tmp_path / "fit")
    again = GICDM.load(tmp_path / "fit", real)
    generated = np.random.default_rng(1).normal(size=(80, 4))
    a, b = (
        one.score(generated, metrics=("density", "clipped_coverage")) for one in (fitted, again)
    )
    assert (a.corrected, a.filtered, a.parameters) == (b.corrected, b.filtered, b.parameters)
    assert (a.z_fidelity == b.z_fidelity).all()
    assert again.notices == fitted.notices
    counted = [[(scale.recomputed, scale.columns) for scale in one.every_scale]
               for one in (fitted, again)]  # fmt: skip
    assert counted[0] == counted[1]


def test_folders_without_counts_are_read(real, tmp_path):
    fitted = GICDM.fit(real)
    fitted.save(tmp_path / "fit")
    head = json.loads((tmp_path / "fit" / "gicdm.json").read_text())
    for scale in head["scales"]:
        del scale["recomputed"], scale["columns"]
    (tmp_path / "fit" / "gicdm.json").write_text(json.dumps(head))
    again = GICDM.load(tmp_path / "fit", real)
    assert (again.factors == fitted.factors).all()


def test_other_reals_are_refused(real, tmp_path):
    GICDM.fit(real).save(tmp_path / "fit")
    changed = real.copy()
    changed[7, 2] += 1e-9
    for other in (changed, real[:-1], real[:, :3]):
        with pytest.raises(DataError) as refused:
            GICDM.load(tmp_path / "fit", other)
        assert codes(refused) == ["fidelity.errors.other_reals"]


def test_what_is_no_fit_is_refused(real, tmp_path):
    with pytest.raises(DataError) as refused:
        GICDM.load(tmp_path / "nothing", real)
    assert codes(refused) == ["fidelity.errors.no_fit_there"]
    GICDM.fit(real).save(tmp_path / "fit")
    (tmp_path / "fit" / "arrays.npz").write_bytes(b"torn")
    with pytest.raises(DataError) as refused:
        GICDM.load(tmp_path / "fit", real)
    assert codes(refused) == ["fidelity.errors.not_a_fit"]
    (tmp_path / "fit" / "gicdm.json").write_text(json.dumps({"kind": "reduction", "format": 1}))
    with pytest.raises(DataError):
        GICDM.load(tmp_path / "fit", real)


def test_a_foreign_folder_is_left_alone(real, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(DataError) as refused:
        GICDM.fit(real).save(tmp_path)
    assert codes(refused) == ["fidelity.errors.foreign_fit"]
    assert (tmp_path / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("options", [{"k": 12}, {"far": 3.0}, {"filter_scales": (10, 40)}])
def test_a_fit_of_other_parameters_is_not_replaced(real, tmp_path, options):
    GICDM.fit(real).save(tmp_path / "fit")
    before = (tmp_path / "fit" / "arrays.npz").read_bytes()
    with pytest.raises(DataError) as refused:
        GICDM.fit(real, **options).save(tmp_path / "fit")
    assert codes(refused) == ["fidelity.errors.kept_other"]
    assert next(iter(options)) in str(refused.value)
    assert (tmp_path / "fit" / "arrays.npz").read_bytes() == before


def test_a_fit_of_other_reals_is_not_replaced_and_of_the_same_it_is(real, tmp_path):
    GICDM.fit(real).save(tmp_path / "fit")
    with pytest.raises(DataError) as refused:
        GICDM.fit(real[:-1]).save(tmp_path / "fit")
    assert codes(refused) == ["fidelity.errors.kept_other"]
    (tmp_path / "fit" / "arrays.npz").write_bytes(b"torn")
    GICDM.fit(real).save(tmp_path / "fit")
    assert GICDM.load(tmp_path / "fit", real).n == len(real)


@pytest.mark.parametrize("left", [0, 10, 1_000])
def test_an_archive_that_ends_early_is_refused(real, tmp_path, left):
    GICDM.fit(real).save(tmp_path / "fit")
    arrays = tmp_path / "fit" / "arrays.npz"
    arrays.write_bytes(arrays.read_bytes()[:left])
    with pytest.raises(DataError) as refused:
        GICDM.load(tmp_path / "fit", real)
    assert codes(refused) == ["fidelity.errors.not_a_fit"]


@pytest.mark.parametrize("number", [None, "a", float("inf")])
def test_numbers_that_are_none_are_refused(real, tmp_path, number):
    GICDM.fit(real).save(tmp_path / "fit")
    card = tmp_path / "fit" / "gicdm.json"
    head = json.loads(card.read_text())
    head["scales"][0]["mean_distance"] = number
    card.write_text(json.dumps(head))
    with pytest.raises(DataError) as refused:
        GICDM.load(tmp_path / "fit", real)
    assert codes(refused) == ["fidelity.errors.not_a_fit"]


@pytest.mark.parametrize("torn", ["[]", '{"kind": "gic'])
def test_what_cannot_be_read_is_not_replaced_in_silence(real, tmp_path, torn):
    GICDM.fit(real).save(tmp_path / "fit")
    (tmp_path / "fit" / "gicdm.json").write_text(torn)
    with pytest.raises(DataError) as refused:
        GICDM.fit(real).save(tmp_path / "fit")
    assert codes(refused) == ["fidelity.errors.kept_damaged"]


def test_a_correction_of_another_kind_names_its_reader(real, tmp_path):
    """ "There is none" would be wrong: there is one, and something else reads it."""
    from monosashi.hubs import ICDM, load_reduction

    GICDM.fit(real).save(tmp_path / "ours")
    ICDM.fit(real).save(tmp_path / "theirs")
    for path, load, reader in (("theirs", GICDM.load, "monosashi.load_reduction"),
                               ("ours", load_reduction, "monosashi.GICDM.load")):  # fmt: skip
        with pytest.raises(DataError) as refused:
            load(tmp_path / path, real)
        for language in ("en", "ja"):
            assert reader in refused.value.faults[0].say(language)
    with pytest.raises(DataError) as refused:
        GICDM.load(tmp_path / "nowhere", real)
    assert codes(refused) == ["fidelity.errors.no_fit_there"]
