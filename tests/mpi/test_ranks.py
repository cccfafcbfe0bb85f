"""Ranks of a job give the model of one process, and end together when one of them fails."""

import json

import numpy as np
import pytest

from archive import Archive

CLOSE = 1e-10
RANKS = (2, 3)
SHARDS = ("s0.npy", "s1.npy", "s2.npy", "s3.npy", "s4.npy")


def make_rows(n=600, d=6, seed=1):
    random = np.random.default_rng(seed)
    classes = random.integers(0, 4, n)
    centers = random.normal(0, 3, (4, d))
    return centers[classes] + random.normal(0, 1, (n, d)) @ random.normal(0, 1, (d, d)), classes


@pytest.fixture
def table(job):
    """600 rows in five shards of different lengths, their groups and their labels by line."""
    rows, classes = make_rows()
    for name, part in zip(SHARDS, np.split(rows, [50, 200, 390, 420])):
        job.save(name, part)
    random = np.random.default_rng(2)
    groups = random.permutation(len(rows)) // 5  # groups straddle shards
    (job.folder / "groups.txt").write_text("\n".join(map(str, groups)))
    (job.folder / "labels.txt").write_text("\n".join(map(str, classes)))
    pairs = random.integers(0, len(rows), (200, 2))
    lines = [f"{a} {b} {'same' if classes[a] == classes[b] else 'different'}"
             for a, b in pairs if a != b]
    (job.folder / "pairs.txt").write_text("\n".join(lines))
    return job


def arrays_of(path):
    archive = Archive(path)
    return {name: archive[name] for name in archive.arrays if archive[name].dtype == np.float64}


def expect_same_arrays(path, expected_path):
    found, expected = arrays_of(path), arrays_of(expected_path)
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        scale = max(1.0, np.abs(array).max(initial=0))
        assert np.abs(found[name] - array).max(initial=0) <= CLOSE * scale, name


LEARNERS = [
    ("rca", "--chunklets", "groups.txt"),
    ("rca", "--chunklets", "groups.txt", "--chunklet-weights", "equal"),
    ("rca", "--chunklets", "groups.txt", "--shrinkage", "ledoit-wolf"),
    ("rca", "--pairs", "pairs.txt", "--prepare", "unit-rows"),
    ("rca", "--pairs", "pairs.txt", "--links", "given"),
    ("elda", "--chunklets", "groups.txt"),
    ("elda", "--pairs", "pairs.txt", "--prepare", "standardize"),
    ("cfld", "--chunklets", "groups.txt", "--dimensions", "3"),
    ("lda", "--labels", "labels.txt"),
    ("pca", "--dimensions", "3"),
]


@pytest.mark.parametrize("method", LEARNERS, ids=" ".join)
@pytest.mark.parametrize("ranks", RANKS)
def test_learn_gives_the_model_and_the_check_of_one_process(table, method, ranks):
    one = table.ok(1, "learn", *method[:1], *SHARDS, *method[1:], "--out", "one.model", "--json")
    several = table.ok(ranks, "learn", *method[:1], *SHARDS, *method[1:], "--out", "several.model",
                       "--json")
    expect_same_arrays(table.folder / "several.model", table.folder / "one.model")
    report, expected = json.loads(several.stdout), json.loads(one.stdout)
    assert report["ranks"] == ranks
    assert report["rows"] == expected["rows"] == 600
    assert report.get("check", {}).get("verdict") == expected.get("check", {}).get("verdict")


@pytest.mark.parametrize("hints", [(), ("--chunklets", "groups.txt"), ("--labels", "labels.txt"),
                                   ("--pairs", "pairs.txt", "--links", "given")], ids=" ".join)
def test_stats_are_those_of_one_process(table, hints):
    table.ok(1, "stats", *SHARDS, *hints, "--out", "one.stats")
    for ranks in RANKS:
        table.ok(ranks, "stats", *SHARDS, *hints, "--out", "several.stats")
        expect_same_arrays(table.folder / "several.stats", table.folder / "one.stats")
    for name in ("one", "several"):
        table.ok(1, "learn", "pca", f"{name}.stats", "--out", f"{name}.model")
    expect_same_arrays(table.folder / "several.model", table.folder / "one.model")


@pytest.mark.parametrize("method", [
    ("kmeans", "--k", "4"),
    ("kmeans", "--k", "7", "--start", "random", "--prepare", "standardize"),
    ("kmeans", "--k", "4", "--memory", "60000"),  # streamed
    ("kmeans", "--k", "4", "--sample", "150"),
    ("gmm", "--k", "3"),
    ("gmm", "--k", "auto", "--k-most", "4", "--covariance", "diagonal", "--restarts", "4"),
    ("gmm", "--k", "2", "--covariance", "tied", "--restarts", "2", "--memory", "6000"),
], ids=" ".join)
def test_clusters_are_those_of_one_process(table, method):
    words = [*method[:1], *SHARDS, *method[1:], "--labels", "labels.txt", "--json"]
    one = json.loads(table.ok(1, "cluster", *words, "--out", "one.csv", "--save", "one.cl").stdout)
    for ranks in RANKS:
        done = table.ok(ranks, "cluster", *words, "--out", "several.csv", "--save", "several.cl")
        several = json.loads(done.stdout)
        assert (table.folder / "several.csv").read_text() == (table.folder / "one.csv").read_text()
        expect_same_arrays(table.folder / "several.cl", table.folder / "one.cl")
        assert several["sizes"] == one["sizes"]
        assert several["iterations"] == one["iterations"]


def test_kmeans_starts_where_it_is_told_and_weighs_rows(table):
    rows, _ = make_rows()
    table.save("start.npy", rows[[3, 210, 400]])
    weights = np.random.default_rng(3).integers(0, 4, len(rows))
    (table.folder / "weights.txt").write_text("\n".join(map(str, weights)))
    words = ["cluster", "kmeans", *SHARDS, "--k", "3", "--weights", "weights.txt"]
    for start in ("start.npy", "random", "k-means++"):
        table.ok(1, *words, "--start", start, "--save", "one.cl")
        table.ok(3, *words, "--start", start, "--save", "several.cl")
        expect_same_arrays(table.folder / "several.cl", table.folder / "one.cl")


def test_an_empty_cluster_takes_the_furthest_row_of_all_ranks(table):
    rows, _ = make_rows()
    far = rows[0] + 1e6
    table.save("start.npy", np.stack([rows[0], rows[300], far, far + 1, rows[500]]))
    words = ["cluster", "kmeans", *SHARDS, "--k", "5", "--start", "start.npy"]
    table.ok(1, *words, "--save", "one.cl")
    for ranks in RANKS:
        table.ok(ranks, *words, "--save", "several.cl")
        expect_same_arrays(table.folder / "several.cl", table.folder / "one.cl")


def test_transform_writes_the_part_of_each_rank(table):
    table.ok(1, "learn", "pca", *SHARDS, "--dimensions", "2", "--out", "m.model")
    table.ok(1, "transform", "m.model", *SHARDS, "--out", "one.npy")
    table.ok(1, "transform", "m.model", *SHARDS, "--out", "one.csv")
    for ranks in RANKS:
        table.ok(ranks, "transform", "m.model", *SHARDS, "--out", "part.npy")
        parts = [np.load(table.folder / f"part.{rank}.npy") for rank in range(ranks)]
        assert np.array_equal(np.concatenate(parts), np.load(table.folder / "one.npy"))
        table.ok(ranks, "transform", "m.model", *SHARDS, "--out", "part.csv")
        texts = [(table.folder / f"part.{rank}.csv").read_text().splitlines() for rank in range(ranks)]
        lines = texts[0] + [line for text in texts[1:] for line in text[1:]]
        assert lines == (table.folder / "one.csv").read_text().splitlines()


def test_columns_are_matched_by_name_over_ranks(job):
    rows, _ = make_rows(40, 3)
    for name, columns, part in (("a.csv", "xyz", rows[:20]), ("b.csv", "zxy", rows[20:])):
        order = ["xyz".index(c) for c in columns]
        np.savetxt(job.folder / name, part[:, order], delimiter=",", header=",".join(columns),
                   comments="", fmt="%.17g")
    job.ok(1, "learn", "pca", "a.csv", "b.csv", "--out", "one.model")
    job.ok(2, "learn", "pca", "a.csv", "b.csv", "--out", "two.model")
    expect_same_arrays(job.folder / "two.model", job.folder / "one.model")


def test_ids_and_columns_of_groups_reach_over_ranks(job):
    rows, classes = make_rows(90, 3)
    for shard in range(3):
        with open(job.folder / f"{shard}.csv", "w", encoding="utf-8") as file:
            file.write("name,group,a,b,c\n")
            for i in range(30 * shard, 30 * shard + 30):
                file.write(f"r{i},{classes[i]},{rows[i, 0]!r},{rows[i, 1]!r},{rows[i, 2]!r}\n"
                           .replace("np.float64(", "").replace(")", ""))
    words = ["learn", "rca", "0.csv", "1.csv", "2.csv", "--id", "name", "--chunklet-column", "group"]
    job.ok(1, *words, "--out", "one.model")
    job.ok(3, *words, "--out", "three.model")
    expect_same_arrays(job.folder / "three.model", job.folder / "one.model")


# --- what fails ends, and says where

def test_a_shard_of_another_width_is_named_with_its_rank(table):
    rows, _ = make_rows()
    table.save("s3.npy", rows[:, :5])
    table.refused(2, "stats", *SHARDS, "--out", "x", says=["rank 1", "s3.npy", "5 columns"])
    # All files of a rank alike, but not like those of the others.
    table.save("wide.npy", rows)
    table.save("narrow.npy", rows[:, :4])
    table.refused(2, "learn", "pca", "wide.npy", "narrow.npy",
                  says=["rank 1: narrow.npy: 4 columns, but wide.npy of rank 0 has 6"])
    table.refused(2, "cluster", "kmeans", "wide.npy", "narrow.npy", "--k", "2",
                  says=["rank 1: narrow.npy: 4 columns"])
    assert not (table.folder / "x").exists()


def test_a_shard_of_other_numbers_is_named(table):
    rows, _ = make_rows()
    table.save("f8.npy", rows)
    table.save("f4.npy", rows.astype("float32"))
    table.refused(2, "stats", "f8.npy", "f4.npy", "--out", "x",
                  says="rank 1: f4.npy: float32 numbers, but f8.npy of rank 0 has float64")


def test_a_bad_number_on_one_rank_ends_all(table):
    rows, _ = make_rows(100)
    rows[70, 2] = np.nan
    table.save("s4.npy", rows)
    for verb in (["stats", *SHARDS, "--out", "x"], ["learn", "pca", *SHARDS],
                 ["cluster", "kmeans", *SHARDS, "--k", "2"], ["cluster", "gmm", *SHARDS, "--k", "2"]):
        table.refused(3, *verb, says=["rank 2: s4.npy: row 70"])
    table.ok(1, "learn", "pca", "s0.npy", "--out", "m.model")
    table.refused(3, "transform", "m.model", *SHARDS, "--out", "y.npy", says=["rank 2: s4.npy: row 70"])
    assert not list(table.folder.glob("y*"))


def test_a_missing_file_ends_all(table):
    table.refused(3, "stats", *SHARDS[:-1], "gone.npy", "--out", "x", says=["rank 2", "gone.npy"])


def test_a_result_that_cannot_be_written_ends_all(table):
    table.refused(2, "stats", *SHARDS, "--out", "no/x", says="no/x")  # before any work
    table.refused(2, "stats", *SHARDS, "--out", "/dev/full", says=["rank 0", "/dev/full"])


def test_wrong_words_are_said_once(table):
    table.refused(3, "stats", *SHARDS, "--nonsense", "1", says="--nonsense")
    table.refused(3, "cluster", "kmeans", *SHARDS, "--k", "0", says="k = 0")


def test_a_rank_that_is_killed_ends_the_job(table):
    (table.folder / "killed.sh").write_text(
        '[ "$OMPI_COMM_WORLD_RANK" != 1 ] || kill -KILL $$\nexec "$@"\n')
    done = table(2, "stats", *SHARDS, "--out", "x", before=["sh", "killed.sh"])
    assert done.returncode != 0
    assert not (table.folder / "x").exists()


def test_what_is_for_one_process_says_so(table):
    table.ok(1, "learn", "pca", *SHARDS, "--out", "m.model")
    for words, says in [
            (["describe", *SHARDS], "describe: is for one process, and 2 were started"),
            (["learn", "mmc", *SHARDS, "--pairs", "pairs.txt"], "learn mmc: is for one process"),
            (["learn", *SHARDS, "--pairs", "pairs.txt", "--k", "2"], "learn sampled-lda: learns from the rows"),
            (["cluster", "linkage", *SHARDS, "--k", "2"], "cluster linkage: is for one process"),
            (["learn", "cca", "--view", "a=s0.npy", "--view", "b=s0.npy"], "learn cca: is for one process"),
            (["stats", "s0.npy", "--out", "x"], "1 file for 2 ranks"),
            (["stats", "-", "s0.npy", "--out", "x"], "only rank 0 has a standard input"),
            (["learn", "pca", *SHARDS, "--missing", "mean"], "--missing mean"),
            (["cluster", "gmm", *SHARDS, "--k", "2", "--posteriors", "p.npy"], "--posteriors p.npy")]:
        table.refused(2, *words, says=says)


def test_sparse_text_is_not_dealt(job):
    for name in ("a.svm", "b.svm"):
        (job.folder / name).write_text("1 1:2 3:1\n-1 2:1\n")
    job.refused(2, "stats", "a.svm", "b.svm", "--out", "x", says=["a.svm: sparse text", "germane merge"])
