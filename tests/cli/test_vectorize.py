"""Texts and links to sparse rows, beside an independent implementation of the same definitions."""

import gzip
import os
import re
import signal
import subprocess
import time
import unicodedata

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from limits import SECONDS
from reference import ROOT

TEXTS = [
    "The cat sat on the mat. THE END",
    "Straße und STRASSE, der Weg",
    "naïve cafe\u0301 and CAFÉ",
    "Ο λόγος, ο ΛΌΓΟΣ",
    "the weg under the café",
    "1999 - 12 -- !",
    "",
]


def words(text):
    """Letters between anything else, lower case: what Unicode's rules say of such plain texts."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return re.findall(r"[^\W\d_]+", folded)


def reference(texts, least=2, weights="counts", unit=False):
    """The vocabulary and the rows."""
    documents = [words(text) for text in texts]
    holding = {}
    for document in documents:
        for word in set(document):
            holding[word] = holding.get(word, 0) + 1
    vocabulary = sorted((word for word, n in holding.items() if n >= least),
                        key=lambda word: word.encode())
    rows = np.array([[document.count(word) for word in vocabulary] for document in documents], float)
    if weights == "log-counts":
        rows = np.log(1 + rows)
    if weights == "binary":
        rows = (rows > 0).astype(float)
    if weights == "tf-idf":
        rows *= np.log((1 + len(texts)) / (1 + np.array([holding[w] for w in vocabulary]))) + 1
    if unit:
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        rows = rows / np.where(lengths > 0, lengths, 1)
    return vocabulary, rows


def table(texts=TEXTS):
    return "id\ttext\n" + "".join(f"d{i}\t{text}\n" for i, text in enumerate(texts))


def market(germane, name="x.mtx"):
    return scipy.io.mmread(str(germane.folder / name)).toarray()


def vocabulary(germane, name="x.vocabulary.tsv"):
    lines = germane.bytes_of(name).decode().splitlines()
    assert lines[0] == "word\tdocuments\tidf"
    assert lines[1].startswith("\t")
    return [line.split("\t")[0] for line in lines[2:]]


def vectorize(germane, *arguments):
    """A run that must succeed; documents without words are warned of."""
    result = germane("vectorize", *arguments)
    assert result.code == 0, result
    return result


# ---- counts and weights

@pytest.mark.parametrize("weights", ["counts", "log-counts", "tf-idf", "binary"])
@pytest.mark.parametrize("prepare", ["none", "unit-rows"])
@pytest.mark.parametrize("least", [1, 2])
def test_rows_are_those_of_the_definition(germane, weights, prepare, least):
    germane.write("t.tsv", table())
    result = vectorize(germane, "t.tsv", "--text", "text", "--id", "id", "--weights", weights,
                       "--prepare", prepare, "--least-documents", least, "--out", "x.mtx")
    expected_words, expected = reference(TEXTS, least, weights, prepare == "unit-rows")
    assert vocabulary(germane) == expected_words
    np.testing.assert_allclose(market(germane), expected, rtol=1e-14)
    assert germane.bytes_of("x.ids.txt").decode().split() == [f"d{i}" for i in range(len(TEXTS))]
    empty = int((expected == 0).all(axis=1).sum())
    assert empty >= 2 and f"warning: {empty} rows without any word" in result.err


def test_tf_idf_is_that_of_sklearn(germane):
    text = pytest.importorskip("sklearn.feature_extraction.text")
    notes = [line.split("\t")[2] for line in
             (ROOT / "data" / "notes.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    germane.ok("vectorize", "data/notes.tsv", "--text", "text", "--weights", "tf-idf", "--prepare",
               "unit-rows", "--out", "x.mtx")
    theirs = text.TfidfVectorizer(min_df=2, token_pattern=r"(?u)[^\W\d_]+")
    expected = theirs.fit_transform(notes).toarray()
    assert vocabulary(germane) == sorted(theirs.get_feature_names_out(), key=str.encode)
    np.testing.assert_allclose(market(germane), expected, rtol=1e-12)


def test_formats_hold_the_same(germane):
    datasets = pytest.importorskip("sklearn.datasets")
    for name in ("x.mtx", "x.svm"):
        germane.ok("vectorize", "data/notes.tsv", "--text", "text", "--weights", "tf-idf", "--out", name)
    rows, _ = datasets.load_svmlight_file(str(germane.folder / "x.svm"))
    np.testing.assert_array_equal(rows.toarray(), market(germane))


@pytest.mark.parametrize("name", ["x.mtx", "x.svm"])
def test_what_is_written_can_be_read_and_learned_from(germane, name):
    germane.ok("vectorize", "data/notes.tsv", "--text", "text", "--id", "id", "--out", name)
    described = germane.ok("describe", name, "--ids", "x.ids.txt", "--json").json()
    assert described["rows"] == 24
    notes = (ROOT / "data" / "notes.tsv").read_text(encoding="utf-8").splitlines()[1:]
    germane.write("topics", "".join("{}\t{}\n".format(*line.split("\t")[:2]) for line in notes))
    germane.ok("learn", "lda", name, "--ids", "x.ids.txt", "--labels", "topics", "--out", "m")


def test_the_same_bytes_for_any_number_of_threads(germane):
    random = np.random.default_rng(3)
    letters = np.array(["".join(random.choice(list("abcdefß"), 4)) for _ in range(3000)])
    germane.write("t.csv", "text\n" + "".join(
        " ".join(letters[(random.zipf(1.3, 40) % 3000)]) + "\n" for _ in range(6000)))
    written = set()
    for threads in (1, 2, 5):
        germane.ok("vectorize", "t.csv", "--text", "text", "--weights", "tf-idf", "--prepare",
                   "unit-rows", "--threads", threads, "--out", "x.mtx")
        written.add((germane.bytes_of("x.mtx"), germane.bytes_of("x.vocabulary.tsv")))
    assert len(written) == 1


# ---- where texts come from

def test_tables_files_lines_and_gzip_agree(germane):
    (germane.folder / "d").mkdir()
    for i, text in enumerate(TEXTS):
        germane.write(f"d/d{i}", text)
    germane.write("t.tsv", table())
    germane.write("t.csv", "text,id\n" + "".join(f'"{text}",d{i}\n' for i, text in enumerate(TEXTS)))
    germane.write("t.tsv.gz", gzip.compress(table().encode()))
    vectorize(germane, "d", "--out", "d.mtx")
    for name in ("t.tsv", "t.csv", "t.tsv.gz"):
        vectorize(germane, name, "--text", "text", "--id", "id", "--out", "x.mtx")
        assert germane.bytes_of("x.mtx") == germane.bytes_of("d.mtx")
        assert germane.bytes_of("x.ids.txt") == germane.bytes_of("d.ids.txt")
        assert germane.bytes_of("x.vocabulary.tsv") == germane.bytes_of("d.vocabulary.tsv")
    done = subprocess.run([str(germane.binary), "vectorize", "-", "--out", "l.mtx"],
                          cwd=germane.folder, input="".join(text + "\n" for text in TEXTS).encode(),
                          capture_output=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    assert germane.bytes_of("l.mtx") == germane.bytes_of("d.mtx")
    assert not (germane.folder / "l.ids.txt").exists()


def test_several_columns_and_files_are_one_corpus(germane):
    germane.write("a.csv", "id,title,body\np,Red apple,apple pie\n")
    germane.write("b.csv", "body,title,id\nred wine,Wine,q\n")
    germane.ok("vectorize", "a.csv", "b.csv", "--text", "title,body", "--id", "id",
               "--least-documents", 1, "--out", "x.mtx")
    assert vocabulary(germane) == ["apple", "pie", "red", "wine"]
    np.testing.assert_array_equal(market(germane), [[2, 1, 1, 0], [0, 0, 1, 2]])


def test_lists_of_names_stay_as_they_are(germane):
    germane.write("t.tsv", "name\tdepends\na\tlibc6 Lib++\nb\tlibc6\nc\t\n")
    vectorize(germane, "t.tsv", "--text", "depends", "--id", "name", "--split", "blanks",
              "--least-documents", 1, "--out", "x.mtx")
    assert vocabulary(germane) == ["Lib++", "libc6"]
    np.testing.assert_array_equal(market(germane), [[1, 1], [0, 1], [0, 0]])


# ---- the vocabulary

def test_a_saved_vocabulary_gives_new_texts_the_same_columns(germane):
    germane.write("t.tsv", table())
    vectorize(germane, "t.tsv", "--text", "text", "--weights", "tf-idf", "--out", "x.mtx",
              "--save-vocabulary", "v.tsv")
    assert not (germane.folder / "x.vocabulary.tsv").exists()
    columns, _ = reference(TEXTS)
    vectorize(germane, "t.tsv", "--text", "text", "--weights", "tf-idf", "--vocabulary", "v.tsv",
              "--out", "y.mtx")
    assert germane.bytes_of("x.mtx") == germane.bytes_of("y.mtx")

    germane.write("new.txt", "The zebra, the Café")
    result = germane.ok("vectorize", "new.txt", "--weights", "tf-idf", "--vocabulary", "v.tsv",
                        "--out", "new.mtx", "--json").json()
    expected = np.zeros((1, len(columns)))
    idf = np.log((1 + 7) / (1 + 2)) + 1  # both stand in two of the seven texts
    expected[0, columns.index("the")] = 2 * idf
    expected[0, columns.index("café")] = idf
    np.testing.assert_allclose(market(germane, "new.mtx"), expected, rtol=1e-14)
    assert result["unknown_share"] == 0.25
    assert not (germane.folder / "new.vocabulary.tsv").exists()


def test_a_vocabulary_with_numbers_counts_numbers(germane):
    germane.write("t.csv", "text\nroute 66\nroute 66\n")
    germane.ok("vectorize", "t.csv", "--text", "text", "--numbers", "--out", "x.mtx")
    assert vocabulary(germane) == ["66", "route"]
    germane.ok("vectorize", "t.csv", "--text", "text", "--vocabulary", "x.vocabulary.tsv", "--out",
               "y.mtx")
    assert germane.bytes_of("x.mtx") == germane.bytes_of("y.mtx")


def test_words_are_chosen_by_documents_and_stop_words(germane):
    germane.write("t.csv", "text\n" + "the red the\nthe blue\nthe red\nA green\n")
    germane.write("stop", "THE a\n")
    report = vectorize(germane, "t.csv", "--text", "text", "--least-documents", 1, "--most-words", 2,
                       "--stop-words", "stop", "--out", "x.mtx", "--json").json()
    assert vocabulary(germane) == ["blue", "red"]
    assert (report["stopped"], report["beyond"]) == (2, 1)
    report = vectorize(germane, "t.csv", "--text", "text", "--most-share", 0.5, "--out", "x.mtx",
                       "--json").json()
    assert vocabulary(germane) == ["red"]
    assert (report["rare"], report["frequent"]) == (3, 1)


# ---- links

LINKS = "from,to\np,q\nr,q\np,s\np,q\n"


@pytest.mark.parametrize("direction, columns, rows", [
    ("to", ["q", "s"], [[2, 1], [0, 0], [1, 0], [0, 0]]),
    ("from", ["p", "r"], [[0, 0], [2, 1], [0, 0], [1, 0]]),
])
def test_links_are_an_incidence_matrix(germane, direction, columns, rows):
    germane.write("links.csv", LINKS)
    result = germane("vectorize", "--links", "links.csv", "--direction", direction, "--out", "x.mtx")
    assert result.code == 0 and "2 rows without any word" in result.err, result
    assert germane.bytes_of("x.ids.txt").decode().split() == ["p", "q", "r", "s"]
    assert vocabulary(germane) == columns
    np.testing.assert_array_equal(market(germane), rows)


def test_both_directions_stand_side_by_side(germane):
    germane.write("links.csv", LINKS)
    found = germane.ok("vectorize", "--links", "links.csv", "--direction", "both", "--out", "x.mtx", "--json")
    assert found.json()["links"] == 4
    assert vocabulary(germane) == ["from:p", "from:r", "to:q", "to:s"]
    np.testing.assert_array_equal(market(germane), [[0, 0, 2, 1], [2, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]])


def test_links_between_known_objects(germane):
    germane.write("links.csv", LINKS)
    germane.write("ids", "s\np\nq\n")
    germane.refused("vectorize", "--links", "links.csv", "--ids", "ids", "--out", "x.mtx",
                    says=["links.csv:3:1", "'r'", "--unknown-ids skip"])
    result = germane("vectorize", "--links", "links.csv", "--ids", "ids", "--unknown-ids", "skip",
                     "--weights", "binary", "--out", "x.mtx")
    assert "1 line skipped: ids that --ids does not have" in result.err
    np.testing.assert_array_equal(market(germane), [[0, 0], [1, 1], [0, 0]])


# ---- refusals

@pytest.mark.parametrize("arguments, says", [
    (["t.tsv", "--text", "txt"], "t.tsv: no column 'txt' (asked for by --text); did you mean 'text'?"),
    (["empty", "--text", "text"], "empty: the file is empty"),
    (["nothing"], "nothing: a directory without files; each file in it is to be a document"),
    (["nowhere.txt"], "nowhere.txt: cannot be read: No such file"),
    (["empty"], "no word in 1 document: nothing in them holds a letter"),
    (["one.txt"], ["no word is left of 2 in 1 document", "--least-documents 2", "relax these"]),
    (["latin.txt"], "latin.txt:2: byte 0xfc is not UTF-8; convert the file"),
    (["t.tsv", "--text", "text", "--vocabulary", "t.tsv"], "t.tsv: is no vocabulary"),
    (["one.txt", "--vocabulary", "other.tsv"], "other.tsv: none of its 1 word stands in any document"),
    (["one.txt", "--locale", "zz"], "--locale 'zz': no language that is known"),
    (["one.txt", "--most-share", "0"], "most-share = 0: must be"),
    (["one.txt", "--stop-words", "nowhere"], "nowhere: cannot be read"),
    (["one.txt", "--id", "id"], "name the column of texts with --text COLUMN"),
    (["one.txt", "--ids", "empty"], "--ids is an option of links; name them with --links FILE"),
    (["one.txt", "--links", "t.tsv"], "vectorize: --links t.tsv and one.txt: one kind at a time"),
    (["-", "one.txt"], "vectorize: - is a document a line, the other files one each"),
    (["--links", "t.tsv", "--numbers"], "--numbers says nothing beside --links t.tsv"),
    (["one.txt", "--split", "blanks", "--locale", "de"], "--locale says nothing beside --split blanks"),
    (["one.txt", "--vocabulary", "other.tsv", "--most-words", "3"],
     "--most-words says nothing beside --vocabulary other.tsv"),
    ([], "vectorize: what documents? name a table with --text COLUMN"),
])
def test_what_cannot_be_is_refused(germane, arguments, says):
    germane.write("t.tsv", table())
    germane.write("empty", "")
    germane.write("one.txt", "two words")
    germane.write("latin.txt", "ein\nf\xfcnf\n".encode("latin-1"))
    germane.write("other.tsv", "word\tdocuments\tidf\n\t5\t1\nzebra\t2\t1.7\n")
    (germane.folder / "nothing").mkdir()
    germane.refused("vectorize", *arguments, "--out", "x.mtx", says=says)


def test_outputs_that_cannot_be_are_refused(germane):
    germane.write("one.txt", "two two words")
    one = ("vectorize", "one.txt", "--least-documents", 1)
    germane.refused(*one, says="vectorize: where to? pass --out FILE.mtx")
    germane.refused(*one, "--out", "x.csv", says="x.csv: the ending must be .mtx (Matrix Market)")
    germane.refused(*one, "--out", "no/x.mtx", says="there is no directory no")
    germane.refused(*one, "--out", "x.mtx", "--save-vocabulary", "one.txt", says="one.txt: is an input")
    germane.refused(*one, "--out", "x.mtx", "--save-vocabulary", "x.mtx",
                    says="x.mtx: is both --out and --save-vocabulary; name two files")
    germane.write("x.ids.txt", "a document")
    germane.refused("vectorize", "x.ids.txt", "--least-documents", 1, "--out", "x.mtx",
                    says="x.ids.txt: is an input, which the result would replace")


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_refused(germane):
    germane.write("secret", "words")
    (germane.folder / "secret").chmod(0)
    germane.refused("vectorize", "secret", "--out", "x.mtx", says="secret: cannot be read")


def test_bytes_that_are_not_utf8_are_replaced_on_request(germane):
    germane.write("latin.txt", "fünf fünf".encode("latin-1"))
    result = vectorize(germane, "latin.txt", "--encoding-errors", "replace", "--least-documents", 1,
                       "--out", "x.mtx")
    assert "2 sequences replaced: bytes that are not UTF-8" in result.err
    assert vocabulary(germane) == ["f", "nf"]


def cpu_seconds(process):
    fields = open(f"/proc/{process.pid}/stat", encoding="utf-8").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_interrupted_it_leaves_nothing(germane):
    line = "some words and some more of them to be counted in a line\n"
    germane.write("big.csv", "text\n" + line * 1_200_000)
    process = subprocess.Popen([str(germane.binary), "vectorize", "big.csv", "--text", "text", "--out",
                                "x.mtx", "--threads", "1"], cwd=germane.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while cpu_seconds(process) < 0.3:
        assert process.poll() is None, "it was done before it could be interrupted"
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=SECONDS)
    (germane.folder / "big.csv").unlink()
    assert process.returncode == 130
    assert germane.files() == {}
