"""Features of images from a local ONNX model, as a file for ``monosashi fidelity``.

    python -m monosashi.models.onnx_images MODEL.onnx IMAGES OUT.npz --size 224

Nothing is downloaded. Every image is read as RGB, its shorter side is brought to the size asked
for, the middle square is cut out, and ``(value / 255 - mean) / std`` goes into the model.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, Fault, ModelCard, fault
from monosashi.models.packages import load_module

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff"})
IMAGENET = ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))
COLOURS, AXES = 3, 4
Images = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Reading:
    """How an image becomes numbers: side in pixels, means and deviations of the three colours."""

    size: int = 224
    mean: tuple[float, ...] = IMAGENET[0]
    std: tuple[float, ...] = IMAGENET[1]

    def read(self, path: Path) -> Images:
        """(size, size, 3)."""
        from PIL import Image

        with Image.open(path) as held:
            image = held.convert("RGB")
        scale = self.size / min(image.size)
        sides = [max(self.size, round(side * scale)) for side in image.size]
        image = image.resize((sides[0], sides[1]), Image.Resampling.BICUBIC)
        left, top = ((side - self.size) // 2 for side in sides)
        cut = image.crop((left, top, left + self.size, top + self.size))
        values = np.asarray(cut, np.float32) / 255
        mean, std = np.asarray(self.mean, np.float32), np.asarray(self.std, np.float32)
        shifted: Images = np.asarray((values - mean) / std, np.float32)
        return shifted


def extract_images(
    model: str | Path, folder: str | Path, *, reading: Reading = Reading(),
    output: str | None = None, batch: int = 32,
) -> EmbeddingSet:  # fmt: skip
    """One row an image of ``folder`` and the folders in it; ids are paths within it, sorted.

    Parameters
    ----------
    model : path of an .onnx file with one image input, channels first or last
    folder : path
    reading : Reading
    output : name of the model's output; by default its first. What has more than two axes is
        averaged over all but the first two (channels first) or last (tokens).
    batch : int
        Images at once; a model whose input is fixed to one gets one.

    Raises
    ------
    DataError
        onnxruntime is missing, the model cannot be read or is none of images, there is no such
        output, no images, or images that cannot be read (all are named).
    """
    place, paths = Path(folder), images_in(Path(folder))
    session = _session(Path(model))
    given = session.get_inputs()[0]
    channels = _channels_axis(given, Path(model))
    names = [one.name for one in session.get_outputs()]
    if output is not None and output not in names:
        raise DataError(fault("models.errors.onnx_output", given=output, known=", ".join(names)))
    size = batch if not isinstance(given.shape[0], int) else given.shape[0]
    rows = []
    for start in range(0, len(paths), size):
        images = np.stack(_read_all(paths[start : start + size], reading))
        short = size - len(images) if isinstance(given.shape[0], int) else 0
        whole = np.concatenate([images, np.repeat(images[-1:], short, axis=0)])
        moved = np.moveaxis(whole, -1, 1) if channels == 1 else whole
        found = session.run([output or names[0]], {given.name: np.ascontiguousarray(moved)})[0]
        rows.append(pooled(np.asarray(found), channels)[: len(images)])
    ids = [path.relative_to(place).as_posix() for path in paths]
    card = ModelCard(name=Path(model).stem)
    return EmbeddingSet.from_arrays(np.concatenate(rows), ids=ids, model=card)


def images_in(folder: Path) -> list[Path]:
    """Sorted by path, so that rows do not depend on the file system."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not found:
        raise DataError(fault("models.errors.no_images", path=folder,
                              known=", ".join(sorted(SUFFIXES))))  # fmt: skip
    return found


def pooled(found: npt.NDArray[Any], channels: int) -> npt.NDArray[np.float32]:
    """(n, features): maps are averaged over places, tokens over tokens."""
    if found.ndim == AXES:
        found = found.mean(axis=(2, 3) if channels == 1 else (1, 2))
    elif found.ndim == AXES - 1:
        found = found.mean(axis=1)
    return np.asarray(found.reshape(len(found), -1), np.float32)


def _session(model: Path) -> Any:
    runtime = load_module("onnxruntime", "onnxruntime", "onnx")
    if not model.is_file():
        raise DataError(fault("models.errors.onnx_model", path=model, why="no such file"))
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001 - the runtime has a class for every fault
        why = str(error).splitlines()[0]
        raise DataError(fault("models.errors.onnx_model", path=model, why=why)) from None


def _channels_axis(given: Any, model: Path) -> int:
    shape = given.shape
    places = [axis for axis in (1, AXES - 1) if len(shape) == AXES and shape[axis] == COLOURS]
    if not places:
        raise DataError(fault("models.errors.onnx_model", path=model,
                              why=f"input {given.name}: {shape}"))  # fmt: skip
    return places[0]


def _read_all(paths: Sequence[Path], reading: Reading) -> list[Images]:
    images: list[Images] = []
    bad: list[Fault] = []
    for path in paths:
        try:
            images.append(reading.read(path))
        except (OSError, ValueError, SyntaxError) as error:
            bad.append(fault("models.errors.image", path=path, why=error))
    if bad:
        raise DataError(*bad)
    return images


def main(arguments: Sequence[str] | None = None) -> int:
    """Write an npz with ``ids`` and ``vectors``."""
    parser = argparse.ArgumentParser(prog="python -m monosashi.models.onnx_images",
                                     description=(__doc__ or "").splitlines()[0])  # fmt: skip
    parser.add_argument("model", type=Path)
    parser.add_argument("images", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--output", help="name of an output of the model; default the first")
    parser.add_argument("--mean", type=float, nargs=3, default=IMAGENET[0])
    parser.add_argument("--std", type=float, nargs=3, default=IMAGENET[1])
    parser.add_argument("--batch", type=int, default=32)
    asked = parser.parse_args(arguments)
    reading = Reading(asked.size, tuple(asked.mean), tuple(asked.std))
    try:
        found = extract_images(asked.model, asked.images, reading=reading, output=asked.output,
                               batch=asked.batch)  # fmt: skip
    except DataError as error:
        sys.stderr.write(f"{error}\n")
        return 4
    np.savez(asked.out, ids=found.ids.astype(str), vectors=found.vectors)
    return 0


if __name__ == "__main__":
    sys.exit(main())
