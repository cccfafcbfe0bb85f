#!/usr/bin/python3
"""Who is this? Clips of a surveillance camera as chunklets [BarHillelTR03, sec. 8.2 and fig. 10].

A camera starts a clip when somebody appears and ends it when they are gone. Nobody writes down who it is, but all
frames of a clip are of one person: the clip is a chunklet. Colour is all that tells people apart, and the light changes
it as they walk: brighter here, neon there. RCA learns from the clips how light moves histograms, and discounts that.

The paper's 130 clips are not at hand, so clips are drawn here: people in clothes of their own cross a hall with a window
and a neon lamp. The rest is the paper's: a histogram of L*a*b* colours with 5 bins a dimension for each frame, clips as
chunklets, and how many of the nearest frames are of the same person by the L1 distance and after RCA.

    python3 examples/clips.py --germane build/release/apps/cli/germane --out clips

Needs NumPy and Pillow (Debian: python3-numpy python3-pil). Leaves in the folder of --out: the histograms, clips.txt and
people.txt (a line a frame), the model, the neighbours, and clip.png, some frames of one clip.
"""

import argparse
import json
import pathlib
import subprocess

import numpy as np
from PIL import Image, ImageCms, ImageDraw

BINS = 5  # of each of L*, a* and b*
REACH = 60  # a* and b* from -60 to 60; what is beyond falls into the outer bins
SKIN, WALL, DESK = (205, 160, 130), (170, 170, 165), (120, 90, 60)
NEIGHBORS = (1, 10, 30, 100, 200)  # at which purity is printed, where a person has as many frames


def draw_person(colors, stride, height):
    """A person in these clothes, in even light, and where the picture shows the person."""
    width = height // 2
    picture = Image.new("RGBA", (width, height))
    pen = ImageDraw.Draw(picture)
    hair, shirt, stripe, trousers, shoes = (tuple(int(part) for part in color) for color in colors)

    def box(left, top, right, bottom, color):
        pen.rectangle((left * width, top * height, right * width, bottom * height), fill=color)

    for side in (-1, 1):
        foot = 0.5 + side * stride
        pen.polygon([((0.5 + side * 0.02) * width, 0.5 * height), ((0.5 + side * 0.2) * width, 0.5 * height),
                     ((foot + 0.1) * width, 0.95 * height), ((foot - 0.1) * width, 0.95 * height)], fill=trousers)
        box(foot - 0.12, 0.94, foot + 0.12, 0.99, shoes)
    box(0.24, 0.2, 0.76, 0.55, shirt)
    box(0.24, 0.3, 0.76, 0.36, stripe)
    for side in (0.12, 0.76):
        box(side, 0.21, side + 0.12, 0.47, shirt)
        box(side, 0.47, side + 0.12, 0.52, SKIN)
    pen.ellipse((0.35 * width, 0.03 * height, 0.65 * width, 0.2 * height), fill=SKIN)
    pen.pieslice((0.33 * width, 0.02 * height, 0.67 * width, 0.18 * height), 180, 360, fill=hair)
    return picture


def light_at(place):
    """The light on red, green and blue: a window on the left of the hall, a neon lamp on the right, dark between."""
    window, lamp = np.exp(-((place - 0.1) / 0.25) ** 2), np.exp(-((place - 0.85) / 0.2) ** 2)
    return 0.3 + 0.75 * window * np.array([0.9, 0.97, 1.15]) + 0.5 * lamp * np.array([1.05, 1.1, 0.65])


def draw_clip(person, frames, random):
    """Frames of a person who walks from somewhere to elsewhere, nearer or farther, at times behind a desk."""
    start, end = random.uniform(0, 1, 2)
    far, nearer = random.uniform(40, 80), random.uniform(-15, 15)
    day = random.uniform(0.75, 1.2) * random.normal(1, 0.06, 3)  # brightness and tint of the day
    for step in np.linspace(0, 1, frames):
        place = start + (end - start) * step
        picture = draw_person(person, 0.22 * np.sin(12 * step), int(far + nearer * step))
        pixels = np.asarray(picture).astype(float)
        visible = pixels[..., 3] > 0
        colors = np.where(visible[..., None], pixels[..., :3], WALL)
        if 0.45 < place < 0.6:
            behind = int(0.62 * len(visible))
            visible[behind:], colors[behind:] = False, DESK
        across = np.linspace(1.12, 0.88, visible.shape[1])[:, None]  # one side is lit more
        lit = colors * light_at(place) * day * across + random.normal(0, 6, colors.shape)
        yield Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8)), visible


def lab_histogram(picture, visible, to_lab):
    """The share of the person's pixels in each of 5 x 5 x 5 bins of L*a*b*."""
    lab = np.asarray(ImageCms.applyTransform(picture, to_lab)).astype(int)[visible]
    lightness = lab[:, 0] / 255
    signed = (lab[:, 1:] + 128) % 256 - 128  # Pillow keeps a* and b* as bytes with a sign
    parts = np.column_stack([lightness, (signed + REACH) / (2 * REACH)])
    places = np.clip((parts * BINS).astype(int), 0, BINS - 1)
    cells = np.ravel_multi_index(places.T, (BINS, BINS, BINS))
    return np.bincount(cells, minlength=BINS ** 3) / len(cells)


def film(people, clips, frames, seed):
    """Histograms of all frames, their clips and people, and the pictures of the first clip."""
    random = np.random.default_rng(seed)
    # Hair, shirt, its stripe, trousers, shoes: light or dark, and more or less colourful.
    clothes = np.clip(random.uniform(40, 200, (people, 5, 1)) + random.normal(0, 50, (people, 5, 3)), 0, 255)
    to_lab = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    rows, clip_of, person_of, shown = [], [], [], []
    for clip in range(clips):
        person = clip % people
        length = random.integers(2 * frames // 3, 4 * frames // 3 + 1)
        for picture, visible in draw_clip(clothes[person], length, random):
            rows.append(lab_histogram(picture, visible, to_lab))
            clip_of.append(clip)
            person_of.append(person)
            if clip == 0:
                shown.append(picture)
    return np.array(rows), np.array(clip_of), np.array(person_of), shown


def save_frames(pictures, path):
    """A few frames of a clip, side by side: the left half of the paper's figure."""
    chosen = pictures[::max(1, len(pictures) // 8)]
    sheet = Image.new("RGB", (sum(p.width for p in chosen), max(p.height for p in chosen)), "white")
    left = 0
    for picture in chosen:
        sheet.paste(picture, (left, sheet.height - picture.height))
        left += picture.width
    sheet.save(path)


def purity(found, counts, person_of, clip_of=None):
    """The mean share of the same person among so many nearest; with clips, among the nearest of other clips."""
    same = person_of[found] == person_of[:, None]
    if clip_of is not None:
        other = clip_of[found] != clip_of[:, None]
        same = np.array([row[kept][:counts[-1]] for row, kept in zip(same, other)])
    return [same[:, :count].mean() for count in counts]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--germane", default="germane", help="the tool")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("clips"), help="folder")
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--clips", type=int, default=130)
    parser.add_argument("--frames", type=int, default=46, help="of a clip, on average")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print the purities as JSON")
    given = parser.parse_args()
    if given.clips < 2 * given.people:
        parser.error(f"--clips {given.clips}: {given.people} people need two clips each, {2 * given.people}, or more")

    given.out.mkdir(parents=True, exist_ok=True)
    rows, clip_of, person_of, shown = film(given.people, given.clips, given.frames, given.seed)
    np.save(given.out / "histograms.npy", rows)
    np.savetxt(given.out / "clips.txt", clip_of, fmt="%d")
    np.savetxt(given.out / "people.txt", person_of, fmt="%d")
    save_frames(shown, given.out / "clip.png")

    def germane(*words):
        subprocess.run([given.germane, *map(str, words)], cwd=given.out, check=True, stdout=subprocess.DEVNULL)

    # So many neighbours that the last of `counts` can all be of other clips than one's own.
    counts = [count for count in NEIGHBORS if count < len(rows) / given.people]
    k = counts[-1] + max(np.bincount(clip_of))
    # As many dimensions as people, as the paper has it for faces: cFLD, then RCA.
    germane("learn", "rca", "histograms.npy", "--chunklets", "clips.txt", "--dimensions", given.people,
            "--out", "clips.model")
    germane("retrieve", "histograms.npy", "--metric", "manhattan", "--k", k, "--out", "l1.npy")
    germane("retrieve", "histograms.npy", "--model", "clips.model", "--k", k, "--out", "rca.npy")

    found = {"frames": len(rows), "clips": given.clips, "people": given.people, "neighbors": counts}
    for name in ("l1", "rca"):
        neighbors = np.load(given.out / f"{name}.npy")
        found[name] = purity(neighbors, counts, person_of)
        found[f"{name}_other_clips"] = purity(neighbors, counts, person_of, clip_of)
    if given.json:
        print(json.dumps(found))
        return
    print(f"{len(rows)} frames, {given.clips} clips, {given.people} people: share of the same person among the nearest")
    print()
    print("neighbours       L1      RCA   L1, other clips   RCA, other clips")
    columns = [found[name] for name in ("l1", "rca", "l1_other_clips", "rca_other_clips")]
    for count, l1, rca, l1_other, rca_other in zip(counts, *columns):
        print(f"{count:10d}   {l1:.4f}   {rca:.4f}   {l1_other:15.4f}   {rca_other:16.4f}")


if __name__ == "__main__":
    main()
