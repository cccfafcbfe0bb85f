"""Finds the translation of a document: average precision of the mate [Hardoon10, sec. 4], by the tool itself.

Words are what `germane vectorize` finds. Each document of one language ranks all test documents of the
other by the similarity of what `germane transform` makes of them; the precision of its mate is 1 / rank,
averaged over the documents and over both directions. Two weightings: counts of words, and tf-idf in
rows of unit length.

    mate_retrieval.py --germane BINARY --data FOLDER [--pairs europarl/en-de help/en-de]
                      [--methods kernel-cca pwca] [--train 500] [--test 2000]

FOLDER holds europarl/en.tsv.gz and so on: doc_id and text, the same documents in every language.
"""

import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

WEIGHTINGS = {"counts": 100, "tf-idf": 400}  # and how many dimensions are learned


def documents(file):
    """{doc_id: text}, in the file's order."""
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        next(lines)
        return dict(line.rstrip("\n").split("\t") for line in lines)


def run(binary, *arguments, given=None):
    done = subprocess.run([binary, *map(str, arguments), "--quiet"], capture_output=True, text=True,
                          input=given, encoding="utf-8", check=False)
    if done.returncode != 0:
        sys.exit(f"germane {' '.join(map(str, arguments))}\n{done.stderr}")


def vectorize(options, texts, out, *words):
    """Documents x words, a document a line."""
    run(options.germane, "vectorize", "-", "--out", out, *words, given="".join(text + "\n" for text in texts))


def projections(options, method, weighting, files, folder):
    """Of the test documents, a matrix a language, by a model of the training ones."""
    model = folder / f"{method}.model"
    model.unlink(missing_ok=True)
    views = [word for name, (train, _) in files.items() for word in ("--view", f"{name}={train}")]
    kernel = ["--kernel", "linear"] if method == "kernel-cca" else []
    prepare = ["--prepare", "unit-rows"] if weighting == "tf-idf" else []
    run(options.germane, "learn", method, *views, "--ridge", options.ridge, "--dimensions",
        options.dimensions or WEIGHTINGS[weighting], "--check", "none", "--out", model, *kernel, *prepare)
    made = []
    for name, (_, test) in files.items():
        out = folder / f"{name}.npy"
        out.unlink(missing_ok=True)
        run(options.germane, "transform", model, "--view", f"{name}={test}", "--out", out)
        made.append(np.load(out))
    return made


def average_precision(similarity):
    """Mean of 1 / rank of the mate, the column of the row's own number; of ties the last rank."""
    mates = np.diag(similarity)
    there = 1 / (similarity >= mates[:, None]).sum(axis=1)
    back = 1 / (similarity >= mates).sum(axis=0)
    return float((there.mean() + back.mean()) / 2)


def unit_rows(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)


def scores(left, right):
    """By cosine, and by the magnitude of the inner product, as [Hardoon10] ranks."""
    return {"cosine": average_precision(unit_rows(left) @ unit_rows(right).T),
            "inner": average_precision(np.abs(left @ right.T))}


def corpus(options, pair):
    """{language: texts} of the documents that both languages have; None if a file is missing."""
    name, _, languages = pair.partition("/")
    languages = languages.split("-")
    if len(languages) != 2:
        sys.exit(f"--pairs {pair}: must be a folder and two languages, as in europarl/en-de")
    files = [options.data / name / f"{language}.tsv.gz" for language in languages]
    missing = [str(file) for file in files if not file.exists()]
    if missing:
        print(f"{pair}: left out, as there is no {' and no '.join(missing)}; see --data", file=sys.stderr)
        return None
    texts = [documents(file) for file in files]
    shared = [doc for doc in texts[0] if doc in texts[1]]
    return {language: [text[doc] for doc in shared] for language, text in zip(languages, texts)}


def compare(options, pair, texts):
    """One result for each weighting and method."""
    total = len(next(iter(texts.values())))
    order = np.random.default_rng(options.seed).permutation(total)
    training, test = order[:options.train], order[options.train:options.train + options.test]
    if len(test) < 2:
        sys.exit(f"{pair}: {total} documents leave {len(test)} to test with; pass a smaller --train")
    known = range(total) if options.words_of == "all" else training
    for weighting in options.weightings:
        with tempfile.TemporaryDirectory() as name:
            folder, files = pathlib.Path(name), {}
            for language, text in texts.items():
                words = folder / f"{language}.vocabulary.tsv"
                vectorize(options, [text[i] for i in known], folder / f"{language}.mtx",
                          "--least-documents", options.least_documents, "--save-vocabulary", words)
                files[language] = (folder / f"{language}_train.mtx", folder / f"{language}_test.mtx")
                for file, rows in zip(files[language], (training, test)):
                    vectorize(options, [text[i] for i in rows], file, "--vocabulary", words, "--weights", weighting)
            for method in options.methods:
                found = scores(*projections(options, method, weighting, files, folder))
                yield {"pair": pair, "train": len(training), "test": len(test),
                       "weighting": weighting, "method": method, **found}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--germane", required=True, help="the tool")
    parser.add_argument("--data", required=True, type=pathlib.Path, help="folder of europarl/ and help/")
    parser.add_argument("--pairs", nargs="+", default=["europarl/en-de", "help/en-de"])
    parser.add_argument("--methods", nargs="+", default=["kernel-cca", "pwca"])
    parser.add_argument("--weightings", nargs="+", choices=list(WEIGHTINGS), default=list(WEIGHTINGS))
    parser.add_argument("--train", type=int, default=500, help="documents, of a seeded order the first")
    parser.add_argument("--test", type=int, default=2000, help="documents, at most; those that follow")
    parser.add_argument("--dimensions", type=int, help="of all; else 100 for counts, 400 for tf-idf")
    parser.add_argument("--ridge", default="0.01", help="share of a kernel's mean diagonal")
    parser.add_argument("--least-documents", type=int, default=2, help="that must have a word")
    parser.add_argument("--words-of", choices=["all", "train"], default="all",
                        help="documents whose words and idf count")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="one object a line, no table")
    return parser.parse_args()


def main():
    options = arguments()
    if not options.json:
        print(f"{'data':16} {'train':>5} {'test':>5}  {'weights':8} {'method':12} {'cosine':>7} {'inner':>7}")
    compared = 0
    for pair in options.pairs:
        texts = corpus(options, pair)
        for row in compare(options, pair, texts) if texts else []:
            compared += 1
            print(json.dumps(row) if options.json else
                  f"{row['pair']:16} {row['train']:5} {row['test']:5}  {row['weighting']:8} "
                  f"{row['method']:12} {row['cosine']:7.4f} {row['inner']:7.4f}", flush=True)
    sys.exit(0 if compared else 1)


if __name__ == "__main__":
    main()
