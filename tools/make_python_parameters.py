"""Writes python/germane/_parameters.py: the parameters of every estimator, from the engine's own catalog.

  make_python_parameters.py PACKAGE            rewrites the file
  make_python_parameters.py PACKAGE --check    exit 1 when the file is not what it would write

PACKAGE: the folder of the built package, with the engine in it (build/release/python/germane).
"""
import importlib.machinery
import importlib.util
import pathlib
import re
import sys
import textwrap

TARGET = pathlib.Path(__file__).resolve().parents[1] / "python" / "germane" / "_parameters.py"

ESTIMATORS = {
    "PCA": "learn pca", "LDA": "learn lda", "RCA": "learn rca", "CFLD": "learn cfld", "ELDA": "learn elda",
    "SampledLDA": "learn sampled-lda", "OnlineRCA": "learn online-rca", "MMC": "learn mmc",
    "KernelELDA": "learn kernel-elda", "KernelRCA": "learn kernel-rca", "AutoMetric": "learn auto",
    "RCA_Supervised": "learn rca", "MMC_Supervised": "learn mmc",
    "CCA": "learn cca", "MCCA": "learn mcca", "GCCA": "learn gcca", "PWCA": "learn pwca",
    "KernelCCA": "learn kernel-cca",
    "KMeans": "cluster kmeans", "ConstrainedKMeans": "cluster constrained-kmeans",
    "GaussianMixture": "cluster gmm", "ConstrainedGaussianMixture": "cluster constrained-gmm",
    "Linkage": "cluster linkage", "Balls": "cluster balls", "DivisiveViews": "cluster views",
}
# What Python's libraries call an option; all others keep their names, with _ for -.
PYTHON_NAMES = {"dimensions": "n_components", "k": "n_clusters", "seed": "random_state",
                "predict": "predicted"}
OWN_NAMES_OF_K = {"GaussianMixture": "n_components", "ConstrainedGaussianMixture": "n_components",
                  "SampledLDA": "n_classes"}
# What is richer in Python than a list of texts.
OWN_TYPES = {"view-ridge": ("dict of str to float or None", "The ridge of some views, by name, as in {'text': 0.1}; of the "
                            "others it is ridge."),
             "predict": ("str, list of str or None", "Views that predict_view is to tell from others, by name.")}
# Files and columns: in Python these are arguments of fit, or results.
NOT_PARAMETERS = {"out", "pairs", "chunklets", "chunklet-column", "id", "ids", "label", "labels", "columns", "exclude",
                  "header", "transpose", "first-index", "unknown-ids", "save", "tree", "posteriors", "model",
                  "group-vote", "view", "view-columns", "view-exclude", "view-ids", "weights", "shuffle-within",
                  "permute-within"}
# Where the command line must be told and an estimator is expected to have a default.
OWN_DEFAULTS = {("KMeans", "n_clusters"): 8, ("ConstrainedKMeans", "n_clusters"): 8,
                ("GaussianMixture", "n_components"): 1, ("ConstrainedGaussianMixture", "n_components"): 1,
                ("Linkage", "n_clusters"): 2, ("Balls", "n_clusters"): 2, ("DivisiveViews", "n_clusters"): 8}
COMMON = [
    ("n_jobs", None, "int or None", "threads to use; None or -1: one for every core. The results are the same."),
    ("verbose", False, "bool or callable", "whether progress is shown; or what is called with (step, done, total)."),
    ("plots", False, "bool", "whether plots are made for ``report_``."),
]
OF_ONE_TABLE = [
    ("preprocessor", None, "array-like, callable or None", "rows that fit and predict then name by their indices."),
]
OF_LABELS = {
    "RCA_Supervised": [("n_chunks", None, "int or None", "chunklets to draw from the classes; None: as many as there "
                        "are rows for."),
                       ("chunk_size", 2, "int", "rows of each.")],
    "MMC_Supervised": [("n_constraints", None, "int or None", "pairs of each kind to draw; None: 20 times the square "
                        "of the number of classes.")],
}


def common_of(estimator, verb):
    of_views = verb.split()[1] in ("cca", "mcca", "gcca", "pwca", "kernel-cca")
    return [*OF_LABELS.get(estimator, []), *(OF_ONE_TABLE if verb.startswith("learn") and not of_views else []), *COMMON]


def engine_of(package):
    """The engine alone: the package itself may not be importable before its parameters are written."""
    files = [file for file in pathlib.Path(package).glob("_core*") if file.suffix in (".so", ".pyd", ".dylib")]
    if not files:
        sys.exit(f"{package}: holds no engine; build the Python package first")
    loader = importlib.machinery.ExtensionFileLoader("_core", str(files[0]))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("_core", loader))
    loader.exec_module(module)
    return module


def value_of(option):
    """The default as a Python value."""
    text, kind = option["default"], option["kind"]
    if kind == "switch":
        return text == "true"
    if kind == "list":
        return None
    if kind in ("integer", "number"):
        try:
            number = float(text)
        except ValueError:
            return text or None
        return int(number) if kind == "integer" or text.isdigit() else number
    return text or None


def type_of(option):
    names = {"switch": "bool", "integer": "int", "number": "float", "text": "str", "list": "list of str"}
    # What leaves rows or columns out is done in Python before.
    words = ", ".join(f"'{word}'" for word in option["words"] if not word.startswith("drop-"))
    if option["kind"] in ("integer", "number"):
        return names[option["kind"]] + (f" or {{{words}}}" if words else "")
    if option["kind"] == "text" and words:
        return f"{{{words}}}"
    return names[option["kind"]]


def parameters_of(estimator, verb, options):
    found = []
    for option in options:
        if option["name"] in NOT_PARAMETERS:
            continue
        name = PYTHON_NAMES.get(option["name"], option["name"].replace("-", "_"))
        if option["name"] == "k":
            name = OWN_NAMES_OF_K.get(estimator, name)
        default = OWN_DEFAULTS.get((estimator, name), value_of(option))
        text = option["help"].split(": ", 1)[-1] if option["help"][:1].isupper() else option["help"]
        text = re.sub(r"--([a-z][a-z-]*[a-z])", lambda found: PYTHON_NAMES.get(found[1], found[1].replace("-", "_")), text)
        kind, text = OWN_TYPES.get(option["name"], (type_of(option), text.replace("; must be given", "")))
        found.append((name, option["name"], default, kind, text))
    leading = "n_components" if verb.startswith("learn") or estimator in OWN_NAMES_OF_K else "n_clusters"
    first = [entry for entry in found if entry[0] == leading]
    head = first[:1]
    return head + [entry for entry in found if entry not in head]


def signature(words, width=116):
    lines = ["    def __init__("]
    for i, word in enumerate(words):
        piece = word + (", " if i + 1 < len(words) else ") -> None:")
        if len(lines[-1]) + len(piece.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append(" " * 17)
        lines[-1] += piece
    return lines


def class_text(estimator, verb, options):
    parameters, common = parameters_of(estimator, verb, options), common_of(estimator, verb)
    lines = [f"class {estimator}Parameters(Parameters):", '    """']
    for name, _, default, kind, text in [*parameters, *((n, "", d, k, t) for n, d, k, t in common)]:
        lines.append(f"    {name} : {kind}, default={default!r}")
        lines += textwrap.wrap(text[:1].upper() + text[1:].rstrip(".") + ".", 100,
                               initial_indent="        ", subsequent_indent="        ")
    lines += ['    """', "", f'    _verb = "{verb}"', "    _options = {"]
    lines += [f'        "{name}": "{option}",' for name, option, *_ in parameters]
    lines += ["    }", ""]
    head, *rest = parameters if parameters[0][0].startswith("n_") else [None, *parameters]
    words = ["self", *([f"{head[0]}: Any = {head[2]!r}"] if head else []), "*",
             *(f"{name}: Any = {default!r}" for name, _, default, *_ in rest),
             *(f"{name}: Any = {default!r}" for name, default, *_ in common)]
    lines += ["    @with_aliases", *signature(words)]
    lines += [f"        self.{name} = {name}" for name, *_ in [*parameters, *common]]
    lines.append("")
    return "\n".join(lines)


def document(engine):
    verbs = {command["name"]: command for command in engine.commands()}
    parts = ['"""Parameters of every estimator. Made by tools/make_python_parameters.py from the engine\'s catalog; '
             'do not edit."""\n\nfrom __future__ import annotations\n\nfrom typing import Any\n\n'
             "from ._aliases import with_aliases\nfrom ._estimator import Parameters\n"]
    parts += [class_text(name, verb, verbs[verb]["options"]) for name, verb in ESTIMATORS.items()]
    return "\n\n".join(parts)


def main():
    text = document(engine_of(sys.argv[1]))
    if "--check" in sys.argv[2:]:
        if TARGET.read_text() != text:
            sys.exit(f"{TARGET.name} is not what the engine's catalog says; run {pathlib.Path(__file__).name}")
        return
    TARGET.write_text(text)


if __name__ == "__main__":
    main()
