#!/usr/bin/python3
"""Rules of the tree that no compiler checks: names, who may use what, and that tests exist."""

import re

import source_tree

BANNED_NAMES = {"util", "utils", "helper", "helpers", "common", "manager", "impl", "misc"}
LONG_FILE = 400  # lines; a warning

# Headers tested by another file of tests/<folder>/ than their own, as parts of what it tests; "": there
# is nothing to test by itself.
TESTED_BY = {
    "base/each_processor.h": "",
    "base/processor.h": "",
    "base/progress.h": "parallel_test.cpp",
    "base/version.h": "",
    "cluster/chunklet_terms.h": "constrained_gmm_test.cpp",
    "cluster/clustering.h": "kmeans_test.cpp",
    "cluster/constrained_lloyd.h": "constrained_kmeans_test.cpp",
    "cluster/constrained_nodes.h": "constrained_kmeans_test.cpp",
    "cluster/exact_distance.h": "kmeans_paths_test.cpp",
    "cluster/exact_labels.h": "linked_labels_test.cpp",
    "cluster/link_field.h": "elimination_test.cpp",
    "cluster/loopy_beliefs.h": "elimination_test.cpp",
    "cluster/mixture.h": "gmm_test.cpp",
    "cluster/mixture_density.h": "gmm_test.cpp",
    "cluster/mixture_fit.h": "gmm_test.cpp",
    "cluster/mixture_pass.h": "gmm_test.cpp",
    "cluster/mixture_sums.h": "gmm_test.cpp",
    "cluster/cluster_centers.h": "neighbor_chain_test.cpp",
    "cluster/dendrogram.h": "merge_tree_test.cpp",
    "cluster/distance_matrix.h": "neighbor_chain_test.cpp",
    "cluster/kd_tree.h": "spanning_tree_test.cpp",
    "cluster/nearest_row_rule.h": "cluster_rule_test.cpp",
    "cluster/tiled_rows.h": "spanning_tree_test.cpp",
    "cluster/nearest_centers_rule.h": "cluster_rule_test.cpp",
    "cluster/group_bounds.h": "kmeans_paths_test.cpp",
    "cluster/held_rows.h": "constrained_kmeans_test.cpp",
    "cluster/lloyd.h": "kmeans_paths_test.cpp",
    "cluster/narrow_loops_body.h": "narrow_loops_test.cpp",
    "cluster/nearest_center.h": "kmeans_test.cpp",
    "cluster/node_points.h": "constrained_kmeans_test.cpp",
    "cluster/panel_kernel_body.h": "panel_kernel_test.cpp",
    "cluster/posterior_loops_body.h": "posterior_loops_test.cpp",
    "cluster/prepared_rows.h": "kmeans_paths_test.cpp",
    "cluster/row_sample.h": "sampled_kmeans_test.cpp",
    "cluster/seeding.h": "kmeans_test.cpp",
    "cluster/setups.h": "catalog_test.cpp",
    "cluster/sparse_points.h": "kmeans_paths_test.cpp",
    "cluster/view_directions.h": "view_clusters_test.cpp",
    "cluster/workers.h": "kmeans_test.cpp",
    "data/changed_reader.h": "unit_rows_test.cpp",
    "data/rows_like.h": "unit_rows_test.cpp",
    "data/components.h": "chunklets_test.cpp",
    "io/csv_layout.h": "csv_test.cpp",
    "io/csv_parser.h": "csv_test.cpp",
    "io/csv_text.h": "csv_test.cpp",
    "io/ids_beside.h": "table_writer_test.cpp",
    "io/row_lookup.h": "side_information_file_test.cpp",
    "io/temporaries.h": "file_test.cpp",
    "io/sparse_line.h": "sparse_text_test.cpp",
    "io/sparse_table.h": "table_test.cpp",
    "io/text_lines.h": "side_information_file_test.cpp",
    "io/text_table.h": "documents_test.cpp",
    "io/descriptor.h": "file_test.cpp",
    "learn/catalog.h": "every_learner_test.cpp",
    "learn/discriminant.h": "lda_test.cpp",
    "learn/mmc_pairs.h": "mmc_test.cpp",
    "learn/view_catalog.h": "cca_test.cpp",
    "learn/view_correlations.h": "view_sample_test.cpp",
    "learn/white_views.h": "cca_test.cpp",
    "learn/within_covariance.h": "rca_test.cpp",
    "linalg/matrix.h": "",
    "model/summary.h": "",
    "linalg/packed_scatter_body.h": "packed_scatter_test.cpp",
    "retrieve/candidates_body.h": "neighbors_test.cpp",
    "retrieve/candidates.h": "neighbors_test.cpp",
    "retrieve/metric.h": "neighbors_test.cpp",
    "retrieve/row_parts.h": "neighbors_test.cpp",
    "retrieve/search_points.h": "neighbors_test.cpp",
    "stats/block_sums.h": "gather_test.cpp",
    "stats/chunklet_scatter.h": "statistics_test.cpp",
    "stats/moments_sum.h": "moments_test.cpp",
    "stats/open_table.h": "gather_test.cpp",
    "stats/scatter_file.h": "statistics_test.cpp",
    "stats/statistics_archive.h": "statistics_test.cpp",
    "stats/sparse_products.h": "sparse_gather_test.cpp",
    "stats/scatter_sum.h": "moments_test.cpp",
    "model/rows_after.h": "linear_map_test.cpp",
    "reproduce/mate_tables.h": "text_views_test.cpp",
}
# Tested through the command line, in tests/cli.
FOLDERS_WITHOUT_TEST = {"commands"}

# Split so that this file does not break its own rule.
_MACHINE_PATH = re.compile(r"(?<![\w./])/(?:" + "|".join(["wor" "k", "roo" "t", "hom" "e"]) + r")/")

_CALL = r"(?<![\w.>:])(?:std\s*::\s*|::\s*)?"
# (what, pattern, folders or files where it may be used, message)
_USES = [
    (re.compile(r"#\s*include\s*<(?:cblas|lapacke?|openblas\w*|cblas_\w+)\.h>"),
     ["germane/linalg/"], "only linalg/ includes BLAS and LAPACK"),
    (re.compile(r"#\s*include\s*<(?:fstream|fcntl\.h)>|\b[io]fstream\b|"
                r"(?<!\w)::\s*open\s*\(|" + _CALL + r"(?:openat|fopen|freopen|mmap)\s*\("),
     ["germane/io/", "apps/cli/output.cpp"], "only io/ opens files"),
    (re.compile(r"#\s*include\s*<nlohmann/"),
     ["germane/base/value.cpp"], "only base/value.cpp includes nlohmann-json (it is slow to compile)"),
    (re.compile(r"#\s*include\s*<mpi\.h>"),
     ["germane/stats/ranks.cpp"], "only stats/ranks.cpp knows MPI"),
    (re.compile(r"#\s*include\s*<CLI/"),
     ["apps/cli/parse.cpp"], "only apps/cli/parse.cpp includes CLI11 (it is slow to compile)"),
    (re.compile(r"#\s*include\s*<Eigen/(?!Core|SparseCore|src)"),
     [], "only Eigen/Core and SparseCore: decompositions are LAPACK's, in linalg/"),
]
_PRINTS = re.compile(r"\bstd\s*::\s*(?:cout|cerr|clog)\b|\bfmt\s*::\s*print\b|" + _CALL +
                     r"(?:printf|fprintf|puts|fputs|putchar|vprintf|perror)\s*\(")
_EXITS = re.compile(_CALL + r"(?:exit|_exit|_Exit|quick_exit|abort|terminate)\s*\(")
_USING = re.compile(r"^\s*using\s+namespace\b")
_FUNCTION_BODY = re.compile(r"\)\s*(?:const\s*)?(?:noexcept\s*)?(?:override\s*)?(?::[^;{]*)?\{")


def check_name(path):
    tokens = set(re.split(r"[_.\-]", path.name.lower())) | {p.lower() for p in path.parts[:-1]}
    for name in sorted(tokens & BANNED_NAMES):
        yield f"{path}: '{name}' does not say what is in it"


def check_machine_paths(root, path):
    for number, line in source_tree.lines(root, path):
        if match := _MACHINE_PATH.search(line):
            yield f"{path}:{number}: the path {match.group(0)} is of one machine"


def check_uses(root, path):
    for number, line in source_tree.lines(root, path, code=True):
        for pattern, allowed, message in _USES:
            if pattern.search(line) and not any(str(path).startswith(a) for a in allowed):
                yield f"{path}:{number}: {message}"
        if path.parts[0] == "germane":
            if _PRINTS.search(line):
                yield f"{path}:{number}: the library never prints"
            if _EXITS.search(line):
                yield f"{path}:{number}: the library never exits; it throws"
        if path.suffix == ".h" and _USING.match(line):
            yield f"{path}:{number}: no 'using namespace' in headers"


def check_tested(root, path):
    folder = path.parts[1]
    test = TESTED_BY.get(f"{folder}/{path.name}", f"{path.stem}_test.cpp")
    if not test or folder in FOLDERS_WITHOUT_TEST:
        return
    has_code = (root / path).with_suffix(".cpp").exists() or _FUNCTION_BODY.search(
        source_tree.code_only((root / path).read_text(encoding="utf-8")))
    if has_code and not (root / "tests" / folder / test).exists():
        yield f"{path}: no tests/{folder}/{test} (or list it in tools/check_tree.py)"


def declared_types(root, path):
    """The classes that all of the program sees; the bodies of base/each_processor.h are in a namespace each."""
    if path.name.endswith("_body.h"):
        return []
    text = (root / path).read_text(encoding="utf-8")
    seen = re.sub(r"^namespace \{$.*?^\}  // namespace$", "", text, flags=re.M | re.S)
    return re.findall(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: : [^;{]*)? ?\{", source_tree.code_only(seen), re.M)


def check(root):
    findings = []
    declared = {}
    for path in source_tree.files(root):
        findings += check_name(path)
        if path.parts[0] == "data" and path.suffix == ".csv" or "corpus" in path.parts:
            continue
        try:
            count = len(source_tree.lines(root, path))
        except UnicodeDecodeError:
            continue  # pictures and the like
        findings += check_machine_paths(root, path)
        if path.suffix in (".h", ".cpp", ".py", ".sh") and count > LONG_FILE:
            findings.append(f"warning: {path}: {count} lines; a file is one idea, about 300")
        if path.suffix in (".h", ".cpp") and path.parts[0] in ("germane", "apps"):
            findings += check_uses(root, path)
            for name in declared_types(root, path):
                if declared.setdefault(name, path) != path:
                    findings.append(f"{path}: {declared[name]} has a '{name}' too, and the linker takes them for one")
        if path.suffix == ".h" and path.parts[0] == "germane" and len(path.parts) == 3:
            findings += check_tested(root, path)
    return findings


GOOD = {
    "germane/base/line.cpp": "namespace {\nstruct Point {\n};\n}  // namespace\nstruct Point;\n",
    "germane/base/text.h": "#include <string>\nstd::string trim(const std::string& text);\n",
    "germane/base/text.cpp": '// never exit() or printf\nauto t = "std::cout abort()";\n'
                             "auto n = snprintf(b, 1'000, f);\nauto r = source.open(x) || open(1);\n",
    "tests/base/text_test.cpp": "#include <fstream>\n",
    "germane/data/point.h": "struct Point { int x = 0; };\n",
    "germane/io/file.h": "int descriptor();\n",
    "germane/io/file.cpp": "int descriptor() { return ::open(path, 0); }\n",
    "tests/io/file_test.cpp": "\n",
    "apps/cli/parse.cpp": "#include <CLI/CLI.hpp>\nint main() { std::exit(0); }\n",
    "data/set.csv": "a\n",
}
_SOURCE = "germane/base/text.cpp"
BAD = [
    ({"germane/base/text_utils.h": "\n"}, "'utils' does not say"),
    ({"tools/misc/a.py": "\n"}, "'misc' does not say"),
    ({"docs/a.md": "see /" + "home/me/x\n"}, "is of one machine"),
    ({_SOURCE: "#include <cblas.h>\n"}, "only linalg/"),
    ({_SOURCE: "#include <fstream>\n"}, "only io/ opens files"),
    ({_SOURCE: 'auto f = std::fopen("x", "r");\n'}, "only io/ opens files"),
    ({_SOURCE: "int f = ::open(p, 0);\n"}, "only io/ opens files"),
    ({_SOURCE: "void* p = ::mmap(nullptr, 1, 0, 0, f, 0);\n"}, "only io/ opens files"),
    ({_SOURCE: "#include <nlohmann/json.hpp>\n"}, "only base/value.cpp"),
    ({_SOURCE: "#include <mpi.h>\n"}, "only stats/ranks.cpp"),
    ({_SOURCE: "#include <CLI/CLI.hpp>\n"}, "only apps/cli/parse.cpp"),
    ({_SOURCE: "#include <Eigen/Dense>\n"}, "only Eigen/Core and SparseCore"),
    ({_SOURCE: "std::cerr << 1;\n"}, "never prints"),
    ({_SOURCE: 'printf("x");\n'}, "never prints"),
    ({_SOURCE: "std::abort();\n"}, "never exits"),
    ({"germane/data/point.h": "using namespace std;\n"}, "no 'using namespace'"),
    ({"germane/data/point.h": "inline int f(int x) { return x; }\n"}, "no tests/data/point_test.cpp"),
    ({"germane/data/point.cpp": "\n"}, "no tests/data/point_test.cpp"),
    ({_SOURCE: "struct Point : Place {\n};\n"}, "has a 'Point' too"),
    ({"germane/base/text.h": "\n" * 401}, "warning: germane/base/text.h"),
]

if __name__ == "__main__":
    source_tree.main(check, GOOD, BAD)
