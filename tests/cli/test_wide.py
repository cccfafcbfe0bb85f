"""Wide rows: the solver is chosen and said, and rows made narrow first give a map of the columns."""

import numpy as np

from archive import Archive


def wide_rows(n=120, d=700, seed=1):
    random = np.random.default_rng(seed)
    classes = random.integers(0, 4, n)
    centers = random.normal(0, 1, (4, 10))
    scores = 4 * centers[classes] + random.normal(0, 1, (n, 10)) * np.linspace(3, 1, 10)
    return scores @ random.normal(0, 1, (10, d)) + 0.1 * random.normal(size=(n, d)) + 20, classes


def test_the_solvers_of_pca_agree_and_are_named(germane):
    rows, _ = wide_rows()
    np.save(germane.folder / "wide.npy", rows)
    mapped = {}
    for solver in ("primal", "dual", "iterative", "auto"):
        report = germane.ok("learn", "pca", "wide.npy", "--dimensions", "4", "--solver", solver,
                            "--out", "m.model", "--json").json()
        assert report["summary"]["solver"] == ("dual" if solver == "auto" else solver)
        model = Archive(germane.folder / "m.model")
        mapped[solver] = (rows - model.center) @ model.map.T
    for solver, new in mapped.items():
        assert np.abs(new - mapped["primal"]).max() < 1e-4 * np.abs(mapped["primal"]).max(), solver
    plain = rows - rows.mean(0)
    values = np.linalg.svd(plain, compute_uv=False)[:4] ** 2 / len(rows)
    assert np.allclose(mapped["dual"].var(0), values, rtol=1e-9)


def test_rows_made_narrow_first_give_a_map_of_the_columns(germane):
    rows, classes = wide_rows()
    np.save(germane.folder / "wide.npy", rows)
    (germane.folder / "groups.txt").write_text("\n".join(map(str, classes)))
    for reduce in (["--pca", "20"], ["--project", "60"], ["--project", "200", "--pca", "20"]):
        for prepare in ("none", "standardize"):
            germane("learn", "rca", "wide.npy", "--chunklets", "groups.txt", *reduce, "--prepare",
                    prepare, "--check", "none", "--out", "m.model")
            germane.ok("transform", "m.model", "wide.npy", "--out", "new.npy")
            model = Archive(germane.folder / "m.model")
            assert model.map.shape[1] == 700
            new = np.load(germane.folder / "new.npy")
            assert np.allclose(new, (rows - model.center) @ model.map.T, rtol=1e-6, atol=1e-6)
            assert np.abs(new.mean(0)).max() < 1e-6 * np.abs(new).max()  # the mean goes to 0
            within = sum((new[classes == c] - new[classes == c].mean(0)).T
                         @ (new[classes == c] - new[classes == c].mean(0)) for c in range(4))
            spread = np.linalg.eigvalsh(within / len(rows))
            assert spread.max() < 1.5  # whitened inside groups, as far as it is not shrunk


def test_components_of_all_directions_change_nothing(germane):
    rows, classes = wide_rows(d=30)
    np.save(germane.folder / "rows.npy", rows)
    (germane.folder / "groups.txt").write_text("\n".join(map(str, classes)))
    words = ["learn", "cfld", "rows.npy", "--chunklets", "groups.txt", "--dimensions", "3",
             "--shrinkage", "0"]
    plain = germane.ok(*words, "--out", "plain.model", "--json").json()
    same = germane.ok(*words, "--pca", "30", "--out", "same.model", "--json").json()
    assert same["summary"] == plain["summary"]  # not wider than asked for


def test_a_million_sparse_columns_are_projected(germane):
    random = np.random.default_rng(1)
    with open(germane.folder / "rows.svm", "w", encoding="utf-8") as file:
        for i in range(200):
            columns = np.sort(random.choice(999_000, 20, replace=False)) + 1
            file.write(f"{i % 5} " + " ".join(f"{c}:1" for c in columns))
            file.write(f" {999_001 + i % 5}:5 1000000:1\n")
    report = germane.ok("learn", "rca", "rows.svm", "--chunklet-column", "label", "--project", "100",
                        "--dimensions", "4", "--out", "m.model", "--json").json()
    assert report["columns"] == 1_000_000
    assert Archive(germane.folder / "m.model").map.shape == (4, 1_000_000)


def test_wrong_wishes(germane):
    rows, _ = wide_rows(40)
    np.save(germane.folder / "wide.npy", rows)
    (germane.folder / "pairs.txt").write_text("0 1 same\n2 3 different\n")
    germane.refused("learn", "mmc", "wide.npy", "--pairs", "pairs.txt", "--pca", "5",
                    says="--project and --pca: learn mmc takes rows as they are")
    germane.refused("learn", "pca", "wide.npy", "--solver", "iterative",
                    says="solver = iterative: finds fewer directions")


def test_a_model_of_very_many_sparse_columns_maps_them(germane):
    """More columns than anything dense may have: learned by random signs, mapped without filling in the zeros."""
    random = np.random.default_rng(2)
    n, d = 60, 100_000
    columns = [np.sort(random.choice(d, 30, replace=False)) for _ in range(n)]
    values = random.standard_normal((n, 30))
    germane.write("s.svm", "".join(f"{i % 3} " + " ".join(f"{c + 1}:{v:.17g}" for c, v in zip(columns[i], values[i])) + "\n"
                                   for i in range(n)))
    germane.write("groups.txt", "".join(f"{i % 20}\n" for i in range(n)))
    learned = germane("learn", "rca", "s.svm", "--chunklets", "groups.txt", "--project", "20", "--out", "m.model")
    assert learned.code == 0, learned
    germane.ok("transform", "m.model", "s.svm", "--out", "new.npy", "--quiet")
    model, new = Archive(germane.folder / "m.model"), np.load(germane.folder / "new.npy")
    expected = np.array([model.map[:, c] @ v for c, v in zip(columns, values)]) - model.map @ model.center
    assert np.allclose(new, expected, atol=1e-10 * np.abs(expected).max())
