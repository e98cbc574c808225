"""Features of images from a small ONNX model that is written here, byte by byte."""

import numpy as np
import pytest

pytest.importorskip("onnxruntime")
from PIL import Image

from monosashi.embeddings import DataError
from monosashi.models.onnx_images import Reading, extract_images, main, pooled

PLAIN = Reading(size=4, mean=(0.0, 0.0, 0.0), std=(1.0, 1.0, 1.0))


def number(value):
    found = b""
    while value > 127:
        found += bytes([value & 127 | 128])
        value >>= 7
    return found + bytes([value])


def entry(place, value):
    """One field of a protocol buffer: a number, or bytes with their length."""
    if isinstance(value, int):
        return number(place << 3) + number(value)
    held = value.encode() if isinstance(value, str) else value
    return number(place << 3 | 2) + number(len(held)) + held


def tensor(name, *sizes):
    axes = b"".join(entry(1, entry(1, one) if isinstance(one, int) else entry(2, one))
                    for one in sizes)  # fmt: skip
    return entry(1, name) + entry(2, entry(1, entry(1, 1) + entry(2, axes)))


def write_model(path, first="n", colours=3):
    """Mean of each colour over all places: GlobalAveragePool, then Flatten."""
    nodes = [entry(1, a) + entry(2, b) + entry(4, kind)
             for a, b, kind in (("image", "maps", "GlobalAveragePool"),
                                ("maps", "features", "Flatten"))]  # fmt: skip
    graph = b"".join(entry(1, node) for node in nodes) + entry(2, "colours")
    graph += entry(11, tensor("image", first, colours, "h", "w"))
    graph += entry(12, tensor("features", first, colours))
    graph += entry(12, tensor("maps", first, colours, 1, 1))
    path.write_bytes(entry(1, 8) + entry(7, graph) + entry(8, entry(2, 13)))
    return path


@pytest.fixture
def images(tmp_path):
    folder = tmp_path / "images"
    (folder / "more").mkdir(parents=True)
    colours = {"b.png": (255, 0, 51), "more/a.png": (0, 102, 0), "c.png": (204, 204, 204)}
    for name, colour in colours.items():
        Image.new("RGB", (9, 6), colour).save(folder / name)
    Image.new("L", (4, 4), 255).save(folder / "grey.png")
    (folder / "notes.txt").write_text("no image")
    return folder


EXPECTED = {"b.png": (1, 0, 0.2), "c.png": (0.8, 0.8, 0.8), "grey.png": (1, 1, 1),
            "more/a.png": (0, 0.4, 0)}  # fmt: skip


@pytest.mark.parametrize(("first", "batch"), [("n", 32), ("n", 3), (1, 32), (3, 32)])
@pytest.mark.parametrize("output", [None, "maps"])
def test_means_of_colours(tmp_path, images, first, batch, output):
    model = write_model(tmp_path / "m.onnx", first)
    found = extract_images(model, images, reading=PLAIN, batch=batch, output=output)
    assert list(found.ids) == sorted(EXPECTED)
    assert found.model.name == "m"
    assert np.allclose(found.vectors, [EXPECTED[one] for one in found.ids], atol=1e-6)


def test_the_script_writes_what_fidelity_reads(tmp_path, images, capsys):
    import monosashi as ms

    model, out = write_model(tmp_path / "m.onnx"), tmp_path / "real.npz"
    assert main([str(model), str(images), str(out), "--size", "4"]) == 0
    found = ms.read(out)
    assert list(found.ids) == sorted(EXPECTED)
    shift = (np.array(EXPECTED["b.png"]) - (0.485, 0.456, 0.406)) / (0.229, 0.224, 0.225)
    assert np.allclose(found.vectors[0], shift, atol=1e-5)
    assert main([str(tmp_path / "none.onnx"), str(images), str(out)]) == 4
    assert "none.onnx" in capsys.readouterr().err


def test_all_that_is_wrong_is_named(tmp_path, images):
    model = write_model(tmp_path / "m.onnx")
    (images / "x.png").write_bytes(b"spoilt")
    (images / "y.jpg").write_bytes(b"")
    with pytest.raises(DataError) as wrong:
        extract_images(model, images, reading=PLAIN)
    assert {fault.values["path"].name for fault in wrong.value.faults} == {"x.png", "y.jpg"}
    with pytest.raises(DataError, match="maps"):
        extract_images(model, images, output="logits")
    with pytest.raises(DataError, match="no images"):
        extract_images(model, tmp_path / "nowhere")
    with pytest.raises(DataError, match="input image"):
        extract_images(write_model(tmp_path / "five.onnx", colours=5), images)
    (tmp_path / "no.onnx").write_bytes(b"no model")
    with pytest.raises(DataError, match=r"no\.onnx"):
        extract_images(tmp_path / "no.onnx", images)


def test_tokens_and_maps_are_averaged():
    maps = np.arange(2 * 3 * 2 * 2, dtype=np.float32).reshape(2, 3, 2, 2)
    assert np.allclose(pooled(maps, 1), maps.mean(axis=(2, 3)))
    assert np.allclose(pooled(np.moveaxis(maps, 1, 3), 3), maps.mean(axis=(2, 3)))
    tokens = np.ones((2, 5, 4))
    assert pooled(tokens, 1).shape == (2, 4)
