// Finds the rows that lines of a file of side-information speak of.
#pragma once

#include "germane/io/side_information_file.h"
#include "germane/io/text_lines.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace germane {

class RowLookup {
 public:
  // What it is given must outlive it.
  RowLookup(const RowNames& names, const std::string& where);

  // True when the first `keys` fields of the first line name no rows, and either those of the
  // second line do or they are what such columns are usually called ("a,b", "id1,id2", "row").
  bool first_line_is_header(std::string_view text, Index keys) const;

  // The row that the i-th field of the current line names; -1 for an unknown id. Throws InputError
  // for what is no row number when rows go by number.
  Index find(const TextLines& lines, Index i);

  // Throws InputError when ids were unknown that must not be.
  void finish() const;

 private:
  bool names_a_row(std::string_view field) const;

  const RowNames& names_;
  const std::string& where_;
  std::unordered_set<std::string> unknown_;
  std::vector<std::string> first_unknown_;
  std::string first_place_;
};

}  // namespace germane
