"""constraints-oldest.txt names the lower bounds that pyproject.toml allows, and nothing else."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def plain(name):
    return name.lower().replace("_", "-")


def bounds():
    """Lower bounds by name: of the package, and of what extras and tests ask for."""
    found = {}
    for needs in (*PROJECT["optional-dependencies"].values(), PROJECT["dependencies"]):
        for need in needs:
            if match := re.fullmatch(r"([\w.-]+)(?:\[\w+\])?>=([\w.]+)", need):
                found[plain(match[1])] = match[2]  # those of the package count last
    return found


def pins():
    lines = (ROOT / "constraints-oldest.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+|#.*", line) for line in lines)
    return {plain(line.split("==")[0]): line.split("==")[1] for line in lines if "==" in line}


def same(pin, bound):
    """1.26.0 is 1.26."""
    one, other = (re.sub(r"(\.0)+$", "", text) for text in (pin, bound))
    return one == other


def test_the_oldest_versions_are_the_lower_bounds():
    held, allowed = pins(), bounds()
    wrong = {name: (held[name], allowed[name]) for name in held.keys() & allowed.keys()
             if not same(held[name], allowed[name])}  # fmt: skip
    assert wrong == {}


def test_every_dependency_of_the_package_is_among_them():
    names = {plain(re.split(r"[\[<>=!~ ;]", need)[0]) for need in PROJECT["dependencies"]}
    assert names - pins().keys() == set()
