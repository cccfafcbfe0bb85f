#include "germane/io/mounted.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <mutex>
#include <string_view>
#include <utility>
#include <variant>

namespace germane {
namespace {

constexpr std::string_view kPrefix = "memory:";

using Held = std::variant<std::shared_ptr<const MountedTable>, std::shared_ptr<const MountedLinks>,
                          std::shared_ptr<const Codes>, std::shared_ptr<const std::string>>;

// All that is mounted in this process.
struct Mounts {
  std::mutex guard;
  std::map<std::string, Held> held;
  std::uint64_t last = 0;
};

Mounts& mounts() {
  static Mounts all;
  return all;
}

std::string mount(Held held, std::string_view ending = "") {
  Mounts& all = mounts();
  const std::lock_guard lock(all.guard);
  std::string name = fmt::format("{}{}{}", kPrefix, ++all.last, ending);
  all.held.emplace(name, std::move(held));
  return name;
}

// What holds something of a kind; the caller holds the lock.
template <class Kind>
std::shared_ptr<const Kind>& find_in(Mounts& all, const std::string& path, const char* kind) {
  const auto found = all.held.find(path);
  if (found == all.held.end())
    throw InputError("{}: nothing is mounted under this name; a file of that name is ./{}", path,
                     path);
  auto* const wanted = std::get_if<std::shared_ptr<const Kind>>(&found->second);
  if (!wanted) throw InputError("{}: holds something else; {} is needed here", path, kind);
  return *wanted;
}

template <class Kind>
std::shared_ptr<const Kind> find(const std::string& path, const char* kind) {
  Mounts& all = mounts();
  const std::lock_guard lock(all.guard);
  return find_in<Kind>(all, path, kind);
}

constexpr const char* kFileKind = "a file";

}  // namespace

Mount::Mount(MountedTable table)
    : name_(mount(std::make_shared<const MountedTable>(std::move(table)))) {}
Mount::Mount(MountedLinks links)
    : name_(mount(std::make_shared<const MountedLinks>(std::move(links)))) {}
Mount::Mount(Codes codes) : name_(mount(std::make_shared<const Codes>(std::move(codes)))) {}

Mount::Mount(std::string_view name, std::string bytes)
    : name_(
          mount(std::make_shared<const std::string>(std::move(bytes)), fmt::format("/{}", name))) {}

Mount::~Mount() {
  Mounts& all = mounts();
  const std::lock_guard lock(all.guard);
  all.held.erase(name_);
}

bool is_mounted(const std::string& path) { return path.starts_with(kPrefix); }
bool is_mounted_file(const std::string& path) {
  return is_mounted(path) && path.find('/') != std::string::npos;
}

std::shared_ptr<const MountedTable> mounted_table(const std::string& path) {
  return find<MountedTable>(path, "a table");
}
std::shared_ptr<const MountedLinks> mounted_links(const std::string& path) {
  return find<MountedLinks>(path, "a list of pairs");
}
std::shared_ptr<const Codes> mounted_codes(const std::string& path) {
  return find<Codes>(path, "a label or group for each row");
}

std::shared_ptr<const std::string> mounted_bytes(const std::string& path) {
  return find<std::string>(path, kFileKind);
}
void replace_mounted_bytes(const std::string& path, std::string bytes) {
  Mounts& all = mounts();
  const std::lock_guard lock(all.guard);
  find_in<std::string>(all, path, kFileKind) =
      std::make_shared<const std::string>(std::move(bytes));
}

std::unique_ptr<RowSource> open_mounted(const MountedTable& table, const ColumnRoles& roles) {
  std::unique_ptr<RowSource> rows = table.rows(roles.gaps);
  if (!roles.columns.empty() || !roles.exclude.empty() || roles.transpose)
    throw InputError(
        "{}: is in memory, where columns are chosen and transposed before; leave --columns, "
        "--exclude and --transpose out",
        rows->name());
  const auto expected = static_cast<Index>(roles.expected.size());
  if (expected > 0 && rows->columns() != expected)
    throw InputError("{}: {}, but the model was learned on {}", rows->name(),
                     counted(rows->columns(), "column"), expected);
  return rows;
}

std::shared_ptr<const Codes> codes_in(const MountedTable& table, const std::string& column) {
  const auto found = table.codes.find(column);
  if (found == table.codes.end())
    throw InputError("{}: is in memory without a column {}", table.rows(false)->name(),
                     quoted(column));
  return found->second;
}

}  // namespace germane
