"""Debian packages divided by CCA of their words and their links, and by PCA [Chaudhuri09, 5.2].

The conditional perplexity of the archive section given the cluster, after every few divisions of one
run: divisions do not depend on how many follow, so the tree of 61 clusters holds all smaller ones.

    package_clusters.py --germane TOOL --data FOLDER [--seeds N]
"""

import argparse
import csv
import gzip
import pathlib
import subprocess
import tempfile

import numpy as np

PACKAGES = "debian_packages.tsv.gz"
CLUSTERS, PARTS = 61, 5
OPTIONS = ("--project", 500, "--ridge", 0.01, "--k", CLUSTERS, "--parts", PARTS, "--dimensions", 20,
           "--restarts", 3)


def run(*words):
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def prepare(tool, packages, folder):
    """The two views as sparse rows; the section of each package."""
    sections = []
    with gzip.open(packages, "rt", encoding="utf-8") as lines, \
            open(folder / "links.tsv", "w", encoding="utf-8") as links, \
            open(folder / "ids.txt", "w", encoding="utf-8") as ids:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            sections.append(row["section"])
            ids.write(row["name"] + "\n")
            for target in row["depends"].replace(",", " ").split():
                links.write(f"{row['name']}\t{target}\n")
    run(tool, "vectorize", packages, "--text", "description", "--id", "name", "--weights", "log-counts",
        "--out", folder / "text.mtx")
    run(tool, "vectorize", "--links", folder / "links.tsv", "--ids", folder / "ids.txt", "--direction",
        "both", "--weights", "log-counts", "--out", folder / "links.mtx")
    return np.unique(sections, return_inverse=True)[1]


def conditional_perplexity(clusters, labels):
    counts = np.zeros((clusters.max() + 1, labels.max() + 1))
    np.add.at(counts, (clusters, labels), 1)
    share = counts / counts.sum()
    of_cluster = np.broadcast_to(share.sum(axis=1, keepdims=True), share.shape)
    seen = share > 0
    return 2 ** -(share[seen] * np.log2(share[seen] / of_cluster[seen])).sum()


def after_divisions(clusters, tree, divisions):
    """The clusters as they were after the first few divisions."""
    inside = {}  # of each split, the final clusters below it

    def below(split):
        if split not in inside:
            inside[split] = [c for kind, number in tree[split]
                             for c in ([number] if kind == "cluster" else below(number))]
        return inside[split]

    name = np.arange(clusters.max() + 1)
    for split in range(divisions, len(tree)):
        name[below(split)] = min(below(split))
    return np.unique(name[clusters], return_inverse=True)[1]


def divided(tool, folder, on, space, seed, sections):
    """Perplexities by number of clusters."""
    run(tool, "cluster", "views", "--view", f"text={folder / 'text.mtx'}", "--view",
        f"links={folder / 'links.mtx'}", "--view-ids", f"text={folder / 'text.ids.txt'}", "--view-ids",
        f"links={folder / 'links.ids.txt'}", "--on", on, "--space", space, *OPTIONS, "--seed", seed, "--out",
        folder / "clusters.csv", "--tree", folder / "tree.csv")
    with open(folder / "clusters.csv", encoding="utf-8") as lines:
        clusters = np.array([int(row["cluster"]) for row in csv.DictReader(lines)])
    tree = {}
    with open(folder / "tree.csv", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            kind, number = row["leads_to"].split()
            tree.setdefault(int(row["split"]), []).append((kind, int(number)))
    return {1 + (PARTS - 1) * n: conditional_perplexity(after_divisions(clusters, tree, n), sections)
            for n in range(1, len(tree) + 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--germane", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True, help=f"the folder of {PACKAGES}")
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    packages = options.data / PACKAGES
    if not packages.exists():
        parser.error(f"{packages} is not there")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sections = prepare(options.germane, packages, folder)
        found = {(on, space): [divided(options.germane, folder, on, space, seed, sections)
                               for seed in range(options.seeds)]
                 for on in ("text", "links") for space in ("cca", "pca")}
    print("| clusters | " + " | ".join(f"{on}, {space}" for on, space in found) + " |")
    print("|---" * (len(found) + 1) + "|")
    for k in sorted(next(iter(found.values()))[0]):
        means = [np.mean([seed[k] for seed in seeds]) for seeds in found.values()]
        print(f"| {k} | " + " | ".join(f"{mean:.2f}" for mean in means) + " |")
    for on in ("text", "links"):
        below = [all(seed[k] < other[k] for k in seed) for seed, other in
                 zip(found[on, "cca"], found[on, "pca"])]
        print(f"\non {on}: cca below pca at every number of clusters in {sum(below)} of {len(below)} seeds")


if __name__ == "__main__":
    main()
