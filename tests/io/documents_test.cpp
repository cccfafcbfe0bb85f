#include "germane/io/documents.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::spill;
using Texts = std::vector<std::string>;

// Pieces of a document are joined by |.
Texts texts_of(const Documents& documents) {
  Texts texts(static_cast<std::size_t>(documents.count()));
  Index last = -1;
  for (Index block = 0; block < documents.blocks(); ++block)
    documents.read(block, [&](Index document, std::string_view text, const TextPlace&) {
      EXPECT_TRUE(document == last || document == last + 1);
      std::string& all = texts.at(static_cast<std::size_t>(document));
      all += (document == last ? "|" : "") + std::string(text);
      last = document;
    });
  EXPECT_EQ(last + 1, documents.count());
  return texts;
}

class DocumentsOf : public ::testing::Test {
 protected:
  std::unique_ptr<Documents> table(const std::string& text, const Texts& columns,
                                   const std::string& id = "") {
    spill(path, text);
    return open_document_table({path}, columns, id);
  }
  // What is said after the path.
  std::string refusal(const std::string& text, const Texts& columns, const std::string& id = "") {
    const std::string message =
        message_of<InputError>([&] { texts_of(*table(text, columns, id)); });
    EXPECT_EQ(message.substr(0, path.size()), path);
    return message.substr(std::min(path.size(), message.size()));
  }

  ScratchDirectory scratch;
  const std::string path = scratch / "t.txt";
};

TEST_F(DocumentsOf, ATsvLineIsARowWhateverItsQuotes) {
  const auto documents = table(
      "id\ttext\ta\n"
      "p\t\"Foo\" is a tool, \"Bar\"\t1\r\n"
      "q\t\"never closed\t2\n"
      "r\t\"whole \"\"field\"\"\"\t3\n"
      "s\t\t4\n",
      {"text"}, "id");
  EXPECT_EQ(documents->ids().all(), (Texts{"p", "q", "r", "s"}));
  EXPECT_EQ(texts_of(*documents),
            (Texts{"\"Foo\" is a tool, \"Bar\"", "\"never closed", "whole \"field\"", ""}));
}

TEST_F(DocumentsOf, CsvFieldsMayHoldSeparatorsAndLineEnds) {
  const auto documents = table("text,id\n\"a, b\nc \"\"d\"\"\",1\nplain,2\n", {"text"}, "id");
  EXPECT_EQ(texts_of(*documents), (Texts{"a, b\nc \"d\"", "plain"}));
  std::vector<Index> lines;
  documents->read(
      0, [&](Index, std::string_view, const TextPlace& place) { lines.push_back(place.line); });
  EXPECT_EQ(lines, (std::vector<Index>{2, 4}));
}

TEST_F(DocumentsOf, SeveralColumnsAreOneDocument) {
  EXPECT_EQ(texts_of(*table("a;b;c\n1;2;3\n", {"c", "a"})), Texts{"3|1"});
}

TEST_F(DocumentsOf, WithoutAHeaderColumnsHaveNumbers) {
  EXPECT_EQ(texts_of(*table("p\tone, two\nq\tthree\n", {"1"}, "0")), (Texts{"one, two", "three"}));
  EXPECT_TRUE(table("p\tone\n", {"1"})->ids().by_number());
}

TEST_F(DocumentsOf, BlocksDoNotShow) {
  std::string text = "text\tid\n";
  Texts expected;
  for (int i = 0; i < 5000; ++i) {
    expected.push_back(std::string(static_cast<std::size_t>(i % 301), 'x') + std::to_string(i));
    text += expected.back() + '\t' + std::to_string(i) + '\n';
  }
  const auto documents = table(text, {"text"}, "id");
  EXPECT_GT(documents->blocks(), 2);
  EXPECT_EQ(texts_of(*documents), expected);
}

TEST_F(DocumentsOf, TablesAreRefusedWithAWayOut) {
  EXPECT_EQ(refusal("id\ttext\np\tx\n", {"txt"}),
            ": no column 'txt' (asked for by --text); did you mean 'text'?");
  EXPECT_EQ(refusal("id\ttext\np\tx\n", {"summary"}),
            ": no column 'summary' (asked for by --text); its first line is 'id', 'text'");
  EXPECT_EQ(refusal("id\ttext\np\tx\n", {"text"}, "name"),
            ": no column 'name' (asked for by --id); its first line is 'id', 'text'");
  EXPECT_EQ(refusal("p\tx\n", {"2"}),
            ": no column 2 (asked for by --text); columns are numbered from 0 to 1");
  EXPECT_EQ(refusal("text,text\nx,y\n", {"text"}),
            ": several columns are named 'text' (asked for by --text); rename all but one");
  EXPECT_EQ(refusal("", {"text"}), ": the file is empty; a header and a document a row are needed");
  EXPECT_EQ(refusal("id,text\n", {"text"}),
            ": a header and no documents; a document a row is needed after it");
  EXPECT_EQ(
      refusal("id\ttext\np\tx\ty\n", {"text"}),
      ":2: 3 fields, but the first line has 2; take tabs and line breaks out of the texts, or "
      "save the table as CSV with quotes");
  EXPECT_EQ(refusal("text\nHello, world\n", {"text"}),
            ":2: 2 fields, but the first line has 1; put quotes around texts with separators in "
            "them (a file of one document a line goes to standard input: vectorize - < FILE)");
  EXPECT_EQ(refusal("text,id\n\"a\" b,1\n", {"text"}).substr(0, 5), ":2:1:");
  EXPECT_EQ(refusal("id,text\np,x\np,y\n", {"text"}, "id"),
            ": id 'p' stands twice, in rows 0 and 1 (from 0); ids must be unique");
}

TEST_F(DocumentsOf, ADirectoryIsItsFilesInOrder) {
  std::filesystem::create_directories(scratch / "d/sub");
  std::filesystem::create_directories(scratch / "d/.git");
  spill(scratch / "d/b.txt", "\xEF\xBB\xBFsecond");
  spill(scratch / "d/a.txt", "first");
  spill(scratch / "d/sub/c.txt", "");
  spill(scratch / "d/.hidden", "no");
  spill(scratch / "d/.git/x", "no");
  spill(path, "alone");
  const auto documents = open_document_files({scratch / "d", path});
  EXPECT_EQ(documents->ids().all(), (Texts{"a.txt", "b.txt", "sub/c.txt", path}));
  EXPECT_EQ(texts_of(*documents), (Texts{"first", "second", "", "alone"}));
}

TEST_F(DocumentsOf, ManyFilesAreManyBlocks) {
  Texts files, expected;
  for (int i = 0; i < 600; ++i) {
    files.push_back(scratch / ("f" + std::to_string(i)));
    expected.push_back("text " + std::to_string(i));
    spill(files.back(), expected.back());
  }
  const auto documents = open_document_files(files);
  EXPECT_GT(documents->blocks(), 1);
  EXPECT_EQ(texts_of(*documents), expected);
}

TEST_F(DocumentsOf, FilesThatAreNoDocumentsAreRefused) {
  std::filesystem::create_directory(scratch / "empty");
  EXPECT_EQ(
      message_of<InputError>([&] { open_document_files({scratch / "empty"}); }),
      (scratch / "empty") + ": a directory without files; each file in it is to be a document");
  EXPECT_NE(message_of<InputError>([&] {
              texts_of(*open_document_files({scratch / "none"}));
            }).find("cannot be read"),
            std::string::npos);
  spill(path, std::string("a\0b", 3));
  EXPECT_NE(
      message_of<InputError>([&] { texts_of(*open_document_files({path})); }).find("is no text"),
      std::string::npos);
}

TEST_F(DocumentsOf, ALineIsADocument) {
  spill(path, "one\n\nthree\r\nfour");
  EXPECT_EQ(texts_of(*open_document_lines(path)), (Texts{"one", "", "three\r", "four"}));
  Texts expected;
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    expected.push_back("line " + std::to_string(i));
    text += expected.back() + '\n';
  }
  spill(path, text);
  const auto documents = open_document_lines(path);
  EXPECT_GT(documents->blocks(), 2);
  EXPECT_EQ(texts_of(*documents), expected);
  spill(path, "");
  EXPECT_EQ(message_of<InputError>([&] { open_document_lines(path); }),
            path + ": is empty; one document a line is needed");
}

}  // namespace
}  // namespace germane
