"""examples/clips.py: clips of a camera as chunklets, with the tool that is tested."""

import importlib.util
import json
import subprocess
import sys

import numpy as np
import pytest

from limits import SECONDS
from reference import ROOT

WITHOUT = "Pillow is not installed (Debian: python3-pil), which the example draws with"
Image = pytest.importorskip("PIL.Image", reason=WITHOUT)
ImageCms = pytest.importorskip("PIL.ImageCms", reason=WITHOUT)

EXAMPLE = ROOT / "examples" / "clips.py"


def run_example(germane, *words):
    command = [sys.executable, EXAMPLE, "--germane", germane.binary, "--out", germane.folder / "clips", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)


@pytest.fixture(scope="module")
def clips():
    spec = importlib.util.spec_from_file_location("clips", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# In L*a*b*, D50: grey 128 has 53.6, 0, 0; pure red 54.3, 81, 70; pure blue 29.6, 68, -112.
@pytest.mark.parametrize("color, place", [((128, 128, 128), (2, 2, 2)), ((255, 0, 0), (2, 4, 4)),
                                          ((0, 0, 255), (1, 4, 0)), ((0, 0, 0), (0, 2, 2)),
                                          ((255, 255, 255), (4, 2, 2))])
def test_a_color_falls_into_its_bin_of_lab(clips, color, place):
    to_lab = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    picture = Image.new("RGB", (4, 4), color)
    histogram = clips.lab_histogram(picture, np.ones((4, 4), dtype=bool), to_lab)
    assert histogram.shape == (125,)
    assert histogram[25 * place[0] + 5 * place[1] + place[2]] == 1


def test_purity_counts_the_same_person_and_leaves_the_own_clip_out(clips):
    person, clip = np.array([0, 0, 0, 1]), np.array([0, 0, 1, 2])
    found = np.array([[1, 3, 2], [0, 2, 3], [3, 0, 1], [0, 1, 2]])
    assert clips.purity(found, [1, 3], person) == [2 / 4, (2 + 2 + 2 + 0) / 12]
    # The nearest of another clip: 3, 2, 3 and 0.
    assert clips.purity(found, [1], person, clip) == [1 / 4]


def test_clips_teach_more_than_l1_knows(germane):
    """Thirty neighbours of about 80 frames a person, four clips in five not one's own."""
    done = run_example(germane, "--people", "8", "--clips", "40", "--frames", "16", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["neighbors"] == [1, 10, 30]
    assert found["rca"][-1] > found["l1"][-1] + 0.05
    assert found["rca_other_clips"][-1] > found["l1_other_clips"][-1] + 0.1
    rows = np.load(germane.folder / "clips" / "histograms.npy")
    assert rows.shape == (found["frames"], 125)
    assert np.allclose(rows.sum(axis=1), 1)
    with Image.open(germane.folder / "clips" / "clip.png") as picture:
        assert picture.width > picture.height


def test_a_person_of_one_clip_is_refused(germane):
    done = run_example(germane, "--people", "8", "--clips", "15")
    assert done.returncode == 2
    assert "--clips 15: 8 people need two clips each, 16, or more" in done.stderr
