import json
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent / "oracles"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "oracles" / "shape"


@pytest.fixture(scope="session")
def expected():
    return json.loads((HERE / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def oracle():
    """Read a data set kept beside the tests."""
    return lambda name: np.load(HERE / f"{name}.npz")


@pytest.fixture(scope="session")
def shared_oracle():
    """Read a larger one from the material beside the checkout."""

    def read(name):
        path = SHARED / f"{name}.npz"
        if not path.exists():
            pytest.skip(f"{path.name} is not beside this checkout")
        return np.load(path)

    return read


@pytest.fixture(scope="session")
def shared_numbers():
    path = SHARED / "oracle.json"
    if not path.exists():
        pytest.skip("oracle.json is not beside this checkout")
    return json.loads(path.read_text(encoding="utf-8"))
