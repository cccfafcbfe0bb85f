// How the tests of reproduce/ run an experiment: silently, with few repetitions.
#pragma once

#include "germane/base/parallel.h"
#include "germane/reproduce/experiment.h"
#include "tests/bundled.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace germane::testing {

inline const std::string kBundled = bundled_file();

inline Execution on_threads(int threads) {
  static const Pool one(1), two(2);
  static Progress progress;
  return {threads == 1 ? one : two, progress};
}

inline Setting setting_of(const Execution& execution, Index repetitions,
                          const std::string& data = kBundled) {
  return {.data = data, .repetitions = repetitions, .seed = 0, .execution = execution};
}

// A folder that is gone when the test is over.
class DataFolder {
 public:
  explicit DataFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("germane_" + name + "_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~DataFolder() { std::filesystem::remove_all(path_); }
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

  std::string path() const { return path_.string(); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
  }

 private:
  std::filesystem::path path_;
};

// A number of a table by its row and the key of its column.
inline double cell(const ReportTable& table, std::size_t row, const std::string& column) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i] == column) return table.rows.at(row).at(i).number();
  ADD_FAILURE() << table.key << " has no column " << column;
  return 0;
}

}  // namespace germane::testing
