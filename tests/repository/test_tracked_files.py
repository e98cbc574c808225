"""What may stand in the repository and in the package."""

import json
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "monosashi"

# Each pattern is spelt so that this file does not match it.
MACHINE_PATHS = ("[/]root/", r"[/]home/\w", "[/]work/", "[/]opt/", r"[/]tmp/\w", r"C:\\[U]sers")
REGISTRY_HOSTS = (
    "[p]ypi[.]org",
    "[p]ythonhosted[.]",
    "[d]eb[.]debian[.]",
    "[n]pmjs[.]",
    "[i]ndex-url",
)
NOT_SHIPPED = re.compile(r"(?i)debian|jsquad|xquad|jglue|jsts|sts_|semeval|wikipedia|advising")
SHARE_ALIKE = re.compile(r"share\W?alike|\bCC[ -]BY[ -]SA\b|\bGPL", re.IGNORECASE)


def tracked_files():
    """Everything that git holds or would add; without git, everything in the folders we know."""
    ask = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"]
    try:
        done = subprocess.run(ask, capture_output=True, check=True)  # noqa: S603 - our own words
    except (FileNotFoundError, subprocess.CalledProcessError):
        folders = [ROOT / name for name in ("src", "tests", "docs", "benchmarks")]
        return sorted(p for folder in folders for p in folder.rglob("*") if _is_source(p))
    names = done.stdout.decode().split("\0")
    return sorted(path for name in names if name and (path := ROOT / name).is_file())


def _is_source(path):
    return path.is_file() and "__pycache__" not in path.parts


def texts():
    for path in tracked_files():
        content = path.read_bytes()
        if b"\0" not in content:
            yield path.relative_to(ROOT), content.decode("utf-8")


def test_files_are_found():
    assert len(tracked_files()) > 100


@pytest.mark.parametrize("pattern", [*MACHINE_PATHS, *REGISTRY_HOSTS])
def test_no_file_names_a_machine_or_a_registry(pattern):
    found = [str(path) for path, text in texts() if re.search(pattern, text)]
    assert found == []


def test_text_files_end_their_lines_with_a_newline_only():
    assert [str(path) for path, text in texts() if "\r" in text] == []


def test_no_share_alike_or_gpl_data_in_the_package():
    data = [p for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    assert [p.name for p in data if NOT_SHIPPED.search(p.name)] == []
    held = [p for p in data if p.suffix in {".jsonl", ".json", ".csv", ".tsv", ".txt"}]
    assert held
    assert [p.name for p in held if SHARE_ALIKE.search(p.read_text(encoding="utf-8"))] == []


def test_every_data_file_is_attributed():
    page = (ROOT / "DATA-LICENSES.md").read_text(encoding="utf-8")
    folder = PACKAGE / "demo" / "data"
    names = set(json.loads((folder / "digests.json").read_bytes()))
    assert {name for name in names if f"`{name}`" not in page and name != "cards.json"} == set()
    places = {p.parent for p in PACKAGE.rglob("*") if p.suffix in {".npz", ".jsonl", ".npy"}}
    assert places == {folder}
    for licence in ("CC BY 2.0 FR", "CC BY 4.0"):
        assert licence in page


def test_one_version_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    import monosashi
    from monosashi.results.provenance import VERSION

    assert version == monosashi.__version__
    assert version == VERSION
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_direct_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {line.split("==")[0].lower().replace("_", "-") for line in lines if "==" in line}
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    wanted = {re.split(r"[\[<>=!~ ;]", need)[0].lower() for group in groups for need in group}
    assert wanted - pins == set()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+|#.*", line) for line in lines)


def test_the_built_wheel_holds_the_package_and_nothing_else():
    wheels = sorted((ROOT / "dist").glob("monosashi-*.whl"))
    if not wheels:
        pytest.skip("no wheel in dist/: pip wheel --no-deps -w dist . builds one")
    with zipfile.ZipFile(wheels[-1]) as wheel:
        names = wheel.namelist()
        sizes = {info.filename: info.compress_size for info in wheel.infolist()}
    assert {name.split("/")[0].split("-")[0] for name in names} == {"monosashi"}
    assert [name for name in names if NOT_SHIPPED.search(name) or "__pycache__" in name] == []
    ours = {str(p.relative_to(PACKAGE.parent)) for p in PACKAGE.rglob("*") if _is_source(p)}
    assert ours <= set(names)
    assert any(name.endswith("licenses/DATA-LICENSES.md") for name in names)
    data = [size for name, size in sizes.items() if name.startswith("monosashi/demo/data/")]
    assert 0 < sum(data) < 2_000_000  # large files would come in here
    assert sum(sizes.values()) < 5_000_000  # of it 2.1 MB of code and words, which grow with it
