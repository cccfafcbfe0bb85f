"""Accuracy of k-means after learning from randomly drawn pairs [DeBie03, 4.1], by the tool itself.

For each data set and share f of components: pairs are drawn until f n components are left, the
method is learned with --k CLASSES, all rows are clustered in its space, and the pair accuracy is
averaged over the draws.

    side_information.py --germane BINARY --data FOLDER [--method elda] [--draws 30] [data ...]
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

CLASSES = {"wine": 3, "ionosphere": 2, "balance": 3, "diabetes": 2, "iris": 3, "breast_cancer": 2}
STANDARDIZED = {"breast_cancer"}
# [DeBie03, Table 1], at f = 0.9 and 0.7.
PAPER = {"wine": (0.92, 0.95), "ionosphere": (0.69, 0.75), "balance": (0.66, 0.67),
         "diabetes": (0.60, 0.61), "iris": (0.92, 0.92), "breast_cancer": (0.89, 0.91)}
SHARES = (0.9, 0.7)


def run(binary, *arguments):
    done = subprocess.run([binary, *map(str, arguments), "--json", "--quiet"], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"germane {' '.join(map(str, arguments))}\n{done.stderr}")
    return json.loads(done.stdout)


def find(tree, key):
    """The first value of a key, however deep."""
    if isinstance(tree, dict):
        if key in tree:
            return tree[key]
        tree = list(tree.values())
    if isinstance(tree, list):
        for item in tree:
            found = find(item, key)
            if found is not None:
                return found
    return None


def accuracy(options, name, share, seed, folder):
    data = options.data / f"{name}.csv"
    pairs, model = folder / "pairs.csv", folder / "learned.model"
    for file in (pairs, model):
        file.unlink(missing_ok=True)
    run(options.germane, "constraints", "simulate", data, "--label", "label", "--components", share,
        "--seed", seed, "--out", pairs)
    prepare = ["--prepare", "standardize"] if name in STANDARDIZED else []
    run(options.germane, "learn", options.method, data, "--label", "label", "--pairs", pairs, "--k",
        CLASSES[name], "--seed", seed, "--check", "none", "--out", model, *prepare,
        *options.options.split())
    scores = run(options.germane, "cluster", "kmeans", data, "--label", "label", "--model", model,
                 "--k", CLASSES[name], "--seed", seed)
    return find(scores, "pair_accuracy")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", help="data sets; all when none is named")
    parser.add_argument("--germane", required=True, help="the tool")
    parser.add_argument("--data", required=True, type=pathlib.Path, help="folder of the CSV files")
    parser.add_argument("--method", default="elda")
    parser.add_argument("--options", default="", help="passed on to learn")
    parser.add_argument("--draws", type=int, default=30)
    options = parser.parse_args()
    print(f"{'data':14} {'f':>4} {'paper':>6} {'mean':>7} {'sd':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or CLASSES:
            for share, paper in zip(SHARES, PAPER[name]):
                scores = [accuracy(options, name, share, seed, pathlib.Path(folder))
                          for seed in range(options.draws)]
                mean = sum(scores) / len(scores)
                spread = (sum((s - mean) ** 2 for s in scores) / max(1, len(scores) - 1)) ** 0.5
                print(f"{name:14} {share:4} {paper:6.2f} {mean:7.4f} {spread:6.3f}", flush=True)


if __name__ == "__main__":
    main()
