"""The comparison of [BarHillel03, fig. 2]: k-means, constrained k-means, and constrained k-means after
RCA, on UCI data with little and much side-information, by the tool itself.

For each data set and share of components: pairs of one class are drawn until that share of the rows
is left as connected components (0.9 is little, 0.7 much), and the three clusterings are scored against
the classes, by the normalised accuracy that the paper uses (half the score from pairs put together,
half from pairs put apart). Scores are means over the draws; rows and the tool's defaults are the same
for all three.

    constrained_uci.py [FOLDER] --germane BINARY [--draws 20] [--score pair_accuracy] [--sets wine ...]
"""

import argparse
import pathlib
import tempfile

from side_information import find, run

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLASSES = {"wine": 3, "balance": 3, "ionosphere": 2, "soybean": 4, "boston": 3, "iris": 3}
SHARES = {"little": 0.9, "much": 0.7}
METHODS = ("kmeans", "constrained", "rca + constrained")


def scores_of_draw(options, name, share, seed, folder):
    """The three scores, in the order of METHODS."""
    data = options.folder / f"{name}.csv"
    pairs, model = folder / "pairs.csv", folder / "rca.model"
    for file in (pairs, model):
        file.unlink(missing_ok=True)
    run(options.germane, "constraints", "simulate", data, "--label", "label", "--components", share,
        "--seed", seed, "--out", pairs)
    run(options.germane, "learn", "rca", data, "--label", "label", "--pairs", pairs, "--check", "none",
        "--out", model)
    common = (data, "--label", "label", "--k", CLASSES[name], "--seed", seed)
    reports = [run(options.germane, "cluster", "kmeans", *common),
               run(options.germane, "cluster", "constrained-kmeans", *common, "--pairs", pairs),
               run(options.germane, "cluster", "constrained-kmeans", *common, "--pairs", pairs, "--model",
                   model)]
    for report in reports[1:]:
        assert find(report, "must_links_violated") == 0
    return [find(report, options.score) for report in reports]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT.parent / "shared" / "data",
                        help="of the CSV files")
    parser.add_argument("--germane", default=ROOT / "build" / "release" / "apps" / "cli" / "germane",
                        help="the tool")
    parser.add_argument("--sets", nargs="*", default=list(CLASSES), choices=list(CLASSES))
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--score", default="pair_accuracy_clustering")
    options = parser.parse_args()
    print(f"{'data':12} {'pairs':8}" + "".join(f"{method:>19}" for method in METHODS), flush=True)
    sums = {amount: [0.0] * len(METHODS) for amount in SHARES}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sets:
            for amount, share in SHARES.items():
                draws = [scores_of_draw(options, name, share, seed, pathlib.Path(folder))
                         for seed in range(options.draws)]
                means = [sum(column) / len(draws) for column in zip(*draws)]
                sums[amount] = [total + mean for total, mean in zip(sums[amount], means)]
                print(f"{name:12} {amount:8}" + "".join(f"{mean:19.3f}" for mean in means), flush=True)
    for amount, totals in sums.items():
        print(f"{'mean':12} {amount:8}" + "".join(f"{t / len(options.sets):19.3f}" for t in totals))


if __name__ == "__main__":
    main()
