"""The wheel and the sdist in ``dist/``, where ``.ci/run`` has built them."""

import re
import tarfile
import zipfile
from pathlib import Path

import pytest
from repository.test_tracked_files import PACKAGE, tracked_files

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("src", "tests", "docs", "benchmarks", "mkdocs.yml")
NEEDED = {"README.md", "README.ja.md", "CHANGELOG.md", "LICENSE", "DATA-LICENSES.md",
          "CITATION.cff", "constraints.txt", "pyproject.toml"}  # fmt: skip
MOST = re.compile(r"the wheel \| ([\d.]+) MB; a test keeps it below (\d+) MB")


def built(pattern):
    found = sorted((ROOT / "dist").glob(pattern))
    if not found:
        pytest.skip("nothing in dist/: python -m build makes both")
    return found[-1]


def test_the_package_says_that_it_is_typed():
    assert (PACKAGE / "py.typed").read_bytes() == b""


def test_the_wheel_has_the_size_that_is_stated():
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    stated, most = map(float, MOST.search(page).groups())
    size = built("monosashi-*.whl").stat().st_size / 1e6
    assert size < most
    assert abs(size - stated) < 0.3, f"docs/ci.md says {stated} MB, the wheel has {size:.1f}"


def test_the_wheel_is_typed_and_needs_no_compiler():
    path = built("monosashi-*.whl")
    assert path.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(path) as wheel:
        assert "monosashi/py.typed" in wheel.namelist()


def test_the_sdist_holds_all_that_is_tested_and_nothing_else():
    with tarfile.open(built("monosashi-*.tar.gz")) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    tracked = {str(path.relative_to(ROOT)) for path in tracked_files()}
    assert {name for name in tracked if name.split("/")[0] in SHIPPED} <= names
    assert names >= NEEDED
    assert names - tracked - {"PKG-INFO", ".gitignore"} == set()
