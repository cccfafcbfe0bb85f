#include "germane/io/npy_writer.h"

#include "germane/io/npy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

namespace germane {

namespace {

template <class Array>
RowMatrix<double> written_and_read(const Array& array) {
  const std::string path = ::testing::TempDir() + "germane_npy_writer.npy";
  {
    OutputFile file(path);
    put_npy(file, array);
    file.commit();
  }
  const std::unique_ptr<RowSource> rows = open_npy(path, {});
  std::vector<Index> all(static_cast<std::size_t>(rows->rows()));
  std::iota(all.begin(), all.end(), Index{0});
  const RowMatrix<double> read = rows->gather(all);
  EXPECT_EQ(std::filesystem::file_size(path) % 8, 0U);
  std::filesystem::remove(path);
  return read;
}

TEST(NpyWriter, WhatIsWrittenIsRead) {
  for (const Index rows : {1, 3, 1000})
    for (const Index columns : {1, 7}) {
      RowMatrix<Index> whole(rows, columns);
      std::iota(whole.data(), whole.data() + whole.size(), Index{-5});
      const RowMatrix<double> halves = whole.cast<double>() / 2;
      EXPECT_EQ(written_and_read(whole), whole.cast<double>());
      EXPECT_EQ(written_and_read(halves), halves);
    }
  const Vector vector = Vector::LinSpaced(9, 0, 1);
  EXPECT_EQ(written_and_read(vector), RowMatrix<double>(vector));
}

TEST(NpyWriter, NamesBesideKeepFolderAndEnding) {
  EXPECT_EQ(npy_beside("a.b/near.npy", "distances"), "a.b/near.distances.npy");
}

}  // namespace
}  // namespace germane
