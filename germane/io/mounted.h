// What a program holds in memory, under names that every verb takes for files: so another front end
// (python/) runs the same commands on its arrays, read where they lie.
#pragma once

#include "germane/data/keys.h"
#include "germane/data/links.h"
#include "germane/data/rows.h"
#include "germane/io/columns.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

struct MountedTable {
  // Rows under the name that messages give them; what they refer to must stay while it is mounted.
  // `gaps`: NaN is a missing cell, and not refused.
  std::function<std::unique_ptr<RowSource>(bool gaps)> rows;
  Ids ids = {};  // used wherever there are any
  // Of rows, by the names of columns: labels, groups.
  std::map<std::string, std::shared_ptr<const Codes>> codes = {};
};

// Pairs by row number, each same or different.
struct MountedLinks {
  std::vector<Link> links;
  std::vector<std::uint8_t> same;
};

// Mounted while it lives, under a name that is never used again.
class Mount {
 public:
  explicit Mount(MountedTable table);
  explicit Mount(MountedLinks links);
  explicit Mount(Codes codes);  // of rows, for options that take a file of labels or groups
  // A file, to be read and written by its name, which ends in `/name`: formats go by endings.
  Mount(std::string_view name, std::string bytes);
  ~Mount();
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;

  const std::string& name() const { return name_; }  // "memory:3", "memory:4/clusters.npy"

 private:
  std::string name_;
};

// A file whose name begins like those is reached as ./memory:3.
bool is_mounted(const std::string& path);
bool is_mounted_file(const std::string& path);  // one of bytes

// Each throws InputError when nothing of its kind is mounted under the path.
std::shared_ptr<const MountedTable> mounted_table(const std::string& path);
std::shared_ptr<const MountedLinks> mounted_links(const std::string& path);
std::shared_ptr<const Codes> mounted_codes(const std::string& path);
std::shared_ptr<const std::string> mounted_bytes(const std::string& path);
void replace_mounted_bytes(const std::string& path, std::string bytes);

// What the roles ask of the table. Throws InputError for columns of codes that it has not, for a
// choice of features, and for another number of columns than a model expects.
std::unique_ptr<RowSource> open_mounted(const MountedTable& table, const ColumnRoles& roles);
std::shared_ptr<const Codes> codes_in(const MountedTable& table, const std::string& column);

}  // namespace germane
