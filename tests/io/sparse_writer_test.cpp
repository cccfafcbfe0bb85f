#include "germane/io/sparse_writer.h"

#include "germane/base/error.h"
#include "germane/io/sparse_text.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <gtest/gtest.h>

namespace germane {
namespace {

using testing::ScratchDirectory;
using testing::slurp;

SparseMatrix example(double value) {
  SparseMatrix rows(3, 4);
  rows.insert(0, 1) = value;
  rows.insert(0, 3) = 2;
  rows.insert(2, 0) = 5;
  rows.makeCompressed();
  return rows;
}

void write(const std::string& path, const SparseMatrix& rows, const Ids& ids = {},
           int threads = 1) {
  const Pool pool(threads);
  Progress silent;
  SparseWriter writer(path, ids);
  writer.write(rows, {pool, silent});
  writer.commit();
}

TEST(SparseWriter, WorkedExample) {
  const ScratchDirectory scratch;
  write(scratch / "a.mtx", example(1), Ids({"p", "q", "r"}, "test"));
  EXPECT_EQ(slurp(scratch / "a.mtx"),
            "%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 2 1\n1 4 2\n3 1 5\n");
  EXPECT_EQ(slurp(scratch / "a.ids.txt"), "p\nq\nr\n");
  write(scratch / "b.mtx", example(0.1));
  EXPECT_EQ(slurp(scratch / "b.mtx"),
            "%%MatrixMarket matrix coordinate real general\n3 4 3\n1 2 0.1\n1 4 2\n3 1 5\n");
  write(scratch / "c.svm", example(0.1));
  EXPECT_EQ(slurp(scratch / "c.svm"), "0 2:0.1 4:2\n0\n0 1:5\n");
  EXPECT_EQ(scratch.files(), (std::vector<std::string>{"a.ids.txt", "a.mtx", "b.mtx", "c.svm"}));
}

TEST(SparseWriter, ReadsBackTheSameForAnyNumberOfThreads) {
  const ScratchDirectory scratch;
  SparseMatrix rows(9000, 50);
  for (Index i = 0; i < 9000; ++i) {
    rows.startVec(i);
    for (Index j = i % 7; j < 50; j += 1 + i % 11)
      rows.insertBack(i, j) = 1.0 / static_cast<double>(3 + i + j);
  }
  rows.finalize();
  for (const std::string name : {"a.mtx", "a.svmlight"}) {
    write(scratch / name, rows, {}, 1);
    const std::string one = slurp(scratch / name);
    write(scratch / name, rows, {}, 4);
    EXPECT_EQ(slurp(scratch / name), one);
    const SparseText read =
        name == "a.mtx" ? read_matrix_market(one, name, {}) : read_svmlight(one, name, {});
    ASSERT_EQ(read.rows.rows(), rows.rows());
    EXPECT_EQ((read.rows - rows).norm(), 0);
  }
}

TEST(SparseWriter, NothingIsThereBeforeCommit) {
  const ScratchDirectory scratch;
  {
    const Pool pool(1);
    Progress silent;
    SparseWriter writer(scratch / "a.mtx", Ids({"p", "q", "r"}, "test"));
    writer.write(example(1), {pool, silent});
  }
  EXPECT_TRUE(scratch.files().empty());
}

TEST(SparseWriter, RefusesWhatCannotBeWritten) {
  const ScratchDirectory scratch;
  EXPECT_EQ(message_of<InputError>([&] { SparseWriter("a.csv", {}); }),
            "a.csv: the ending must be .mtx (Matrix Market), .svm, .svmlight or .libsvm, as it "
            "says how sparse rows are written");
  EXPECT_EQ(message_of<InputError>([&] { SparseWriter(scratch / "a.mtx", Ids({"a\nb"}, "test")); }),
            (scratch / "a.ids.txt") +
                ": id 'a\\nb' holds a line break, but ids are written one a line; mend it");
  EXPECT_TRUE(scratch.files().empty());
}

}  // namespace
}  // namespace germane
