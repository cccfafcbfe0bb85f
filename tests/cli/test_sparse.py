"""svmlight and Matrix Market: the same models as from dense files, without filling in the zeros."""

import gzip
import subprocess

import numpy
import pytest
import scipy.io
import scipy.sparse

from archive import Archive


@pytest.fixture
def counts(germane):
    """Word counts: 120 rows, 30 columns, a tenth not 0, and one column that is mostly filled."""
    random = numpy.random.default_rng(0)
    rows = random.poisson(0.12, (120, 30)).astype(float)
    rows[:, 3] = 5 + random.normal(size=120)
    groups = numpy.arange(120) // 3
    folder = germane.folder
    numpy.savetxt(folder / "x.csv", rows, delimiter=",", fmt="%.17g")
    (folder / "groups.txt").write_text("\n".join(map(str, groups)) + "\n")
    with open(folder / "x.svm", "w", encoding="ascii") as file:
        for group, row in zip(groups, rows):
            entries = (f"{j + 1}:{row[j]:.17g}" for j in numpy.flatnonzero(row))
            file.write(f"{group} {' '.join(entries)}\n")
    scipy.io.mmwrite(folder / "x.mtx", scipy.sparse.csr_matrix(rows), precision=17)
    return rows


def distances(germane, model, rows):
    archive = Archive(germane.folder / model)
    mapped = (rows - archive["center"]) @ archive["map"].T
    return numpy.linalg.norm(mapped[:, None] - mapped[None], axis=2)


@pytest.mark.parametrize("method", ["rca", "cfld", "elda", "pca"])
@pytest.mark.parametrize("file", ["x.svm", "x.mtx"])
def test_sparse_files_give_the_model_of_the_dense_one(germane, counts, method, file):
    hints = [] if method == "pca" else ["--chunklets", "groups.txt"]
    germane("learn", method, "x.csv", *hints, "--out", "dense.model")
    result = germane("learn", method, file, *hints, "--out", "sparse.model")
    assert result.code == 0, result
    dense, sparse = (distances(germane, model, counts) for model in ("dense.model", "sparse.model"))
    numpy.testing.assert_allclose(sparse, dense, rtol=1e-8, atol=1e-9)


def test_labels_and_groups_of_svmlight_are_columns(germane, counts):
    result = germane("learn", "rca", "x.svm", "--chunklet-column", "label", "--json",
                     "--out", "a.model")
    assert result.code == 0, result
    germane("learn", "rca", "x.svm", "--chunklets", "groups.txt", "--out", "b.model")
    numpy.testing.assert_array_equal(Archive(germane.folder / "a.model")["map"],
                                     Archive(germane.folder / "b.model")["map"])
    germane.refused("learn", "rca", "x.svm", "--chunklet-column", "qid",
                    says=["x.svm", "'qid'", "--chunklets FILE"])
    germane.refused("learn", "lda", "x.mtx", "--label", "label", says=["x.mtx", "--labels FILE"])


def test_parts_gz_and_standard_input_are_the_same_table(germane, counts):
    text = (germane.folder / "x.svm").read_bytes()
    lines = text.splitlines(keepends=True)
    (germane.folder / "a.svm").write_bytes(b"".join(lines[:50]))
    (germane.folder / "b.svm.gz").write_bytes(gzip.compress(b"".join(lines[50:])))
    hints = ["--chunklets", "groups.txt", "--check", "none"]
    germane("learn", "rca", "x.svm", *hints, "--out", "whole.model")
    assert germane("learn", "rca", "a.svm", "b.svm.gz", *hints, "--out", "parts.model").code == 0
    done = subprocess.run([str(germane.binary), "learn", "rca", "-", *hints, "--out", "in.model"],
                          cwd=germane.folder, input=text, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    for model in ("parts.model", "in.model"):
        numpy.testing.assert_array_equal(Archive(germane.folder / "whole.model")["map"],
                                         Archive(germane.folder / model)["map"])


def test_new_rows_may_lack_the_last_columns(germane, counts):
    germane("learn", "rca", "x.svm", "--chunklets", "groups.txt", "--out", "x.model")
    (germane.folder / "new.svm").write_text("0 1:2 4:5\n0 2:1\n")
    assert germane("transform", "x.model", "new.svm", "--out", "new.npy").code == 0
    archive = Archive(germane.folder / "x.model")
    rows = numpy.zeros((2, 30))
    rows[0, 0], rows[0, 3], rows[1, 1] = 2, 5, 1
    numpy.testing.assert_allclose(numpy.load(germane.folder / "new.npy"),
                                  (rows - archive["center"]) @ archive["map"].T, atol=1e-12)
    (germane.folder / "wide.svm").write_text("0 31:2\n")
    germane.refused("transform", "x.model", "wide.svm", "--out", "new.npy", says=["wide.svm", "31"])


def test_rows_of_unit_length_stay_sparse(germane, counts):
    hints = ["--chunklets", "groups.txt", "--prepare", "unit-rows"]
    germane("learn", "rca", "x.csv", *hints, "--out", "dense.model")
    germane("learn", "rca", "x.svm", *hints, "--out", "sparse.model")
    unit = counts / numpy.linalg.norm(counts, axis=1, keepdims=True)
    numpy.testing.assert_allclose(distances(germane, "sparse.model", unit),
                                  distances(germane, "dense.model", unit), rtol=1e-8, atol=1e-9)


def test_statistics_of_sparse_parts_merge(germane, counts):
    lines = (germane.folder / "x.svm").read_text().splitlines(keepends=True)
    for name, part in ("a", lines[:50]), ("b", lines[50:]):
        (germane.folder / f"{name}.svm").write_text("".join(part))
        result = germane("stats", f"{name}.svm", "--chunklet-column", "label",
                         "--out", f"{name}.stats")
        assert result.code == 0, result
    assert germane("merge", "a.stats", "b.stats", "--out", "all.stats").code == 0
    assert germane("learn", "rca", "all.stats", "--out", "merged.model").code == 0
    germane("learn", "rca", "x.svm", "--chunklet-column", "label", "--out", "whole.model")
    numpy.testing.assert_allclose(distances(germane, "merged.model", counts),
                                  distances(germane, "whole.model", counts), rtol=1e-8, atol=1e-9)


def test_features_in_rows_are_turned_round(germane, counts):
    scipy.io.mmwrite(germane.folder / "t.mtx", scipy.sparse.csr_matrix(counts.T), precision=17)
    germane("learn", "rca", "x.mtx", "--chunklets", "groups.txt", "--out", "a.model")
    result = germane("learn", "rca", "t.mtx", "--transpose", "--chunklets", "groups.txt",
                     "--out", "b.model")
    assert result.code == 0, result
    numpy.testing.assert_array_equal(Archive(germane.folder / "a.model")["map"],
                                     Archive(germane.folder / "b.model")["map"])


def test_missing_entries_are_filled_by_the_mean(germane):
    (germane.folder / "gap.svm").write_text("0 1:1 2:nan\n0 1:2 2:4\n1 1:5\n1 1:7 2:2\n")
    germane.refused("learn", "pca", "gap.svm", "--out", "gap.model", says=["gap.svm:1:3", "--missing"])
    assert germane("learn", "pca", "gap.svm", "--missing", "mean", "--out", "gap.model").code == 0
    numpy.testing.assert_allclose(Archive(germane.folder / "gap.model")["fill"], [3.75, 2])


def test_columns_with_gaps_are_dropped(germane):
    (germane.folder / "gap.svm").write_text("0 1:1 2:nan 3:4\n0 1:2 2:4\n1 1:5 3:1\n1 1:7 3:2\n")
    result = germane("learn", "pca", "gap.svm", "--missing", "drop-columns", "--out", "x.model")
    assert result.code == 0, result
    numpy.testing.assert_allclose(Archive(germane.folder / "x.model")["center"], [3.75, 1.75])


def test_neither_labels_nor_groups_name_the_rows(germane, counts):
    germane.refused("learn", "rca", "x.svm", "--id", "label", "--chunklets", "groups.txt",
                    says=["x.svm", "'label'", "--ids FILE"])


def test_columns_are_chosen_by_number(germane, counts):
    germane("learn", "pca", "x.csv", "--columns", "5,3,1", "--out", "dense.model")
    result = germane("learn", "pca", "x.svm", "--columns", "5,3,1", "--out", "sparse.model")
    assert result.code == 0, result
    numpy.testing.assert_allclose(Archive(germane.folder / "sparse.model")["center"],
                                  Archive(germane.folder / "dense.model")["center"], rtol=1e-12)


def test_too_wide_for_dense_sums_is_refused_with_a_way_out(germane):
    (germane.folder / "wide.svm").write_text("0 1:1 2000000000:2\n1 3:1\n")
    for verb in (["describe"], ["learn", "pca"], ["stats", "--out", "x.stats"]):
        germane.refused(*verb, "wide.svm", says=["2,000,000,000 columns"])
    germane.refused("cluster", "kmeans", "wide.svm", "--k", "2", says=["2,000,000,000 columns"])


def test_sparse_and_dense_files_are_not_one_table(germane, counts):
    germane.refused("describe", "x.svm", "x.csv", says=["x.svm, x.csv", "one kind"])


@pytest.mark.parametrize("text, says", [
    ("1 1:1\n0 2:x\n", ["bad.svm:2:2", "'x'"]),
    ("1 3:1 2:1\n", ["bad.svm:1:3", "ascend"]),
    ("1 0:1\n", ["bad.svm:1:2", "--first-index 0"]),
    ("1 1:1e999\n", ["bad.svm:1:2", "finite"]),
    ("%%MatrixMarket matrix coordinate real general\n9 9 1\n1 10 1\n", ["bad.svm:3:2", "'10'"]),
    ("%%MatrixMarket matrix coordinate real general\n2 2 9\n1 1 1\n", ["bad.svm", "cut short"]),
    ("%%MatrixMarket matrix coordinate real general\n900000000000 2 0\n", ["bad.svm", "mistake"]),
])
def test_broken_files_are_refused_by_place(germane, text, says):
    (germane.folder / "bad.svm").write_text(text)
    germane.refused("learn", "pca", "bad.svm", "--out", "x.model", says=says)


def test_rows_of_zeros_are_rows_unless_they_need_a_direction(germane):
    germane.write("z.mtx", "%%MatrixMarket matrix coordinate real general\n4 2 3\n2 1 1\n3 2 2\n4 1 3\n")
    germane.ok("learn", "pca", "z.mtx", "--out", "m")
    germane.ok("stats", "z.mtx", "--out", "s")
    germane.refused("learn", "pca", "z.mtx", "--prepare", "unit-rows", "--out", "m", says=["row 0", "all zeros"])
