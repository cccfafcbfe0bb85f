// Writing sparse rows: Matrix Market or svmlight, by the ending of the path; ids beside them in
// NAME.ids.txt. Atomic: nothing exists under the final names until commit().
#pragma once

#include "germane/base/parallel.h"
#include "germane/data/keys.h"
#include "germane/io/file.h"

#include <memory>
#include <string>

namespace germane {

class SparseWriter {
 public:
  // `path` ends in .mtx, .svm, .svmlight or .libsvm; anything else is refused by name. Ids by
  // number are not written.
  SparseWriter(const std::string& path, const Ids& ids);

  // Once. Numbers are written with the fewest digits that read back the same; Matrix Market's kind
  // is integer where all are whole. svmlight's labels are 0.
  void write(const SparseMatrix& rows, const Execution& execution);
  void commit();

  std::string ids_path() const { return ids_file_ ? ids_file_->path() : ""; }

 private:
  OutputFile file_;
  std::unique_ptr<OutputFile> ids_file_;
  bool market_;
};

// The path with its ending replaced: "a/b.mtx", ".ids.txt" -> "a/b.ids.txt".
std::string beside(const std::string& path, const std::string& ending);

}  // namespace germane
