"""--transpose: features in rows and samples in columns, as tables of genes are."""

import gzip
import io
import struct

import numpy as np
import pytest

from archive import Archive
from reference import bundled, csv_text

ROWS, LABELS, NAMES = bundled("wine")
SAMPLES = [f"bottle {i}" for i in range(len(ROWS))]
GIVEN = ("--chunklets", "groups.csv", "--check", "none")


def turned(rows=ROWS, names=NAMES, samples=SAMPLES, corner="feature"):
    """The table with its features in rows."""
    return csv_text(rows.T, samples, {corner: names})


def write_groups(germane, order=None):
    """Groups by id, in another order than the samples, so that only ids can match."""
    order = np.random.default_rng(4).permutation(len(ROWS)) if order is None else order
    germane.write("groups.csv", "id,group\n" + "".join(f"{SAMPLES[i]},{LABELS[i]}\n" for i in order))


@pytest.fixture
def upright(germane):
    """The model of the table as NumPy turns it round."""
    np.save(germane.folder / "upright.npy", ROWS)
    germane.write("upright.csv", csv_text(ROWS, NAMES, {"id": SAMPLES}))
    germane.write("labels.txt", "".join(f"{label}\n" for label in LABELS))
    germane.ok("learn", "rca", "upright.npy", "--chunklets", "labels.txt", "--check", "none", "--out",
               "upright.model")
    return Archive(germane.folder / "upright.model")


def assert_same_bits(model, expected):
    assert model.map.tobytes() == expected.map.tobytes()
    assert model.center.tobytes() == expected.center.tobytes()


@pytest.mark.parametrize("corner", ["feature", ""])
def test_the_header_names_the_samples_and_the_first_column_the_features(germane, upright, corner):
    germane.write("t.csv", turned(corner=corner))
    write_groups(germane)
    report = germane.ok("learn", "rca", "t.csv", "--transpose", *GIVEN, "--out", "m", "--json").json()
    assert (report["rows"], report["columns"], report["matched"]) == (178, 13, "by id")
    assert report["transposed"] == ROWS.nbytes
    model = Archive(germane.folder / "m")
    assert_same_bits(model, upright)
    assert model.texts("columns") == NAMES


def test_whole_model_files_are_those_of_the_upright_table(germane):
    germane.write("upright.csv", csv_text(ROWS, NAMES, {"id": SAMPLES}))
    germane.write("t.csv", turned())
    write_groups(germane)
    germane.ok("learn", "elda", "upright.csv", "--id", "id", "--chunklets", "groups.csv", "--out", "a")
    germane.ok("learn", "elda", "t.csv", "--transpose", "--chunklets", "groups.csv", "--out", "b")
    assert germane.bytes_of("a") == germane.bytes_of("b")


def as_npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def as_npz(save, array):
    file = io.BytesIO()
    save(file, rows=array)
    return file.getvalue()


@pytest.mark.parametrize("name,content", [
    ("t.npy", as_npy(np.ascontiguousarray(ROWS.T))),
    ("f.npy", as_npy(np.asfortranarray(ROWS.T))),
    ("t.npz", as_npz(np.savez, ROWS.T)),
    ("z.npz", as_npz(np.savez_compressed, np.ascontiguousarray(ROWS.T))),
    ("t.csv", csv_text(ROWS.T).encode()),
    ("t.csv.gz", gzip.compress(csv_text(ROWS.T).encode())),
], ids=lambda value: value if isinstance(value, str) else "")
def test_tables_without_names_are_plainly_turned(germane, upright, name, content):
    germane.write(name, content)
    germane.ok("learn", "rca", name, "--transpose", "--chunklets", "labels.txt", "--check", "none",
               "--out", "m")
    assert_same_bits(Archive(germane.folder / "m"), upright)


def test_fvecs_stay_float32(germane, upright):
    single = ROWS.T.astype("<f4")
    germane.write("t.fvecs", b"".join(struct.pack("<i", len(row)) + row.tobytes() for row in single))
    np.save(germane.folder / "single.npy", ROWS.astype("<f4"))
    given = ("--chunklets", "labels.txt", "--check", "none")
    report = germane.ok("learn", "rca", "t.fvecs", "--transpose", *given, "--out", "a", "--json").json()
    assert (report["scalar"], report["transposed"]) == ("float32", single.nbytes)
    germane.ok("learn", "rca", "single.npy", *given, "--out", "b")
    assert germane.bytes_of("a") == germane.bytes_of("b")


def test_ids_of_a_file_name_samples_without_a_header(germane, upright):
    np.save(germane.folder / "t.npy", ROWS.T)
    germane.write("ids.txt", "".join(f"{sample}\n" for sample in SAMPLES))
    write_groups(germane)
    germane.ok("learn", "rca", "t.npy", "--transpose", "--ids", "ids.txt", *GIVEN, "--out", "m")
    assert_same_bits(Archive(germane.folder / "m"), upright)


def test_transform_matches_features_by_name_and_keeps_the_ids(germane, upright):
    germane.write("t.csv", turned())
    write_groups(germane)
    germane.ok("learn", "rca", "t.csv", "--transpose", *GIVEN, "--out", "m")
    order = np.random.default_rng(5).permutation(13)
    some = [3, 170, 8]
    germane.write("new.csv", turned(np.column_stack([ROWS[:, order], ROWS[:, 0]])[some],
                                    [*(NAMES[i] for i in order), "another"],
                                    [SAMPLES[i] for i in some]))
    report = germane.ok("transform", "m", "new.csv", "--transpose", "--out", "out.csv", "--json").json()
    assert report["extra_columns"] == 1
    lines = [line.split(",") for line in (germane.folder / "out.csv").read_text().splitlines()[1:]]
    assert [line[0] for line in lines] == [SAMPLES[i] for i in some]
    np.testing.assert_allclose(np.array([line[1:] for line in lines], float),
                               (ROWS[some] - upright.center) @ upright.map.T, rtol=1e-9)
    germane.write("few.csv", turned(ROWS[:3, 1:], NAMES[1:], SAMPLES[:3]))
    germane.refused("transform", "m", "few.csv", "--transpose", "--out", "x.csv", says=["few.csv", NAMES[0]])


@pytest.mark.parametrize("how", ["mean", "drop-rows", "drop-columns"])
def test_missing_cells_are_those_of_the_upright_table(germane, how):
    rows = ROWS.copy()
    rows[[3, 7, 60], [0, 2, 0]] = np.nan
    germane.write("upright.csv", csv_text(rows, NAMES, {"id": SAMPLES}).replace("nan", "NA"))
    germane.write("t.csv", turned(rows).replace("nan", "NA"))
    np.save(germane.folder / "t.npy", rows.T)
    germane.write("ids.txt", "".join(f"{sample}\n" for sample in SAMPLES))
    write_groups(germane, np.delete(np.arange(len(ROWS)), [3, 7, 60]))
    germane.refused("learn", "rca", "t.csv", "--transpose", *GIVEN, says=["t.csv:2:5", "--missing"])
    germane.ok("learn", "rca", "upright.csv", "--id", "id", *GIVEN, "--missing", how, "--out", "a")
    germane.ok("learn", "rca", "t.csv", "--transpose", *GIVEN, "--missing", how, "--out", "b")
    assert germane.bytes_of("a") == germane.bytes_of("b")
    germane.ok("learn", "rca", "t.npy", "--ids", "ids.txt", "--transpose", *GIVEN, "--missing", how,
               "--out", "c")
    assert_same_bits(Archive(germane.folder / "c"), Archive(germane.folder / "a"))


def test_other_verbs_take_it_too(germane):
    germane.write("t.csv", turned())
    germane.write("labels.csv", "id,label\n" + "".join(f"{s},{l}\n" for s, l in zip(SAMPLES, LABELS)))
    found = germane.ok("describe", "t.csv", "--transpose", "--labels", "labels.csv", "--json").json()
    assert (found["rows"], found["columns"], found["classes"]) == (178, 13, 3)
    assert [row["column"] for row in found["features"]] == NAMES
    germane.ok("cluster", "kmeans", "t.csv", "--transpose", "--k", 3, "--prepare", "standardize",
               "--out", "clusters.csv")
    assert germane.bytes_of("clusters.csv").decode().splitlines()[1].startswith("bottle 0,")
    germane.ok("stats", "t.csv", "--transpose", "--labels", "labels.csv", "--out", "s")
    germane.ok("learn", "lda", "s", "--out", "m")
    germane.refused("learn", "lda", "s", "--transpose", says=["--transpose", "statistics"])


def test_features_are_chosen_by_name(germane):
    germane.write("t.csv", turned())
    report = germane.ok("describe", "t.csv", "--transpose", "--exclude", f"{NAMES[0]},bottle 3",
                        "--json").json()
    assert (report["rows"], report["columns"]) == (177, 12)
    report = germane.ok("describe", "t.csv", "--transpose", "--columns", f"{NAMES[4]},{NAMES[2]}",
                        "--json").json()
    assert [row["column"] for row in report["features"]] == [NAMES[4], NAMES[2]]


def test_what_makes_no_sense_is_refused(germane):
    germane.write("t.csv", turned())
    germane.refused("learn", "rca", "t.csv", "--transpose", "--chunklet-column", NAMES[0],
                    says=["--chunklet-column", "--chunklets FILE"])
    germane.refused("learn", "lda", "t.csv", "--transpose", "--label", NAMES[0],
                    says=["--label", "--labels FILE"])
    germane.refused("describe", "t.csv", "--transpose", "--columns", "nonesuch", says=["no column 'nonesuch'"])
    germane.refused("describe", "t.csv", "--transpose", "--id", "nonesuch", says=["no column 'nonesuch'"])
    germane.write("twice.csv", turned(names=[NAMES[0], *NAMES[:-1]]))
    germane.refused("learn", "pca", "twice.csv", "--transpose", says=[f"'{NAMES[0]}'", "several"])


def test_more_than_memory_is_refused_before_it_is_taken(germane):
    rows, columns = 30_000, 20_000
    path = germane.folder / "wide.npy"
    with open(path, "wb") as file:  # hollow: it takes no room on the disk
        np.lib.format.write_array_header_1_0(
            file, {"descr": "<f8", "fortran_order": False, "shape": (rows, columns)})
        file.truncate(file.tell() + 8 * rows * columns)
    result = germane("describe", "wide.npy", "--transpose")
    path.unlink()
    assert (result.code, result.out) == (2, ""), result
    for words in ("wide.npy", "20,000 samples of 30,000 features take 4.8 GB", "limit of 4 GB", "array.T"):
        assert words in result.err, result
