#include "germane/io/npz.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/file.h"
#include "germane/io/nameless_file.h"
#include "germane/io/npy_header.h"
#include "germane/io/npy_values.h"
#include "germane/io/zip.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

namespace germane {
namespace {

constexpr std::string_view kEnding = ".npy";
constexpr std::uint64_t kLongestHeader = 65536;  // numpy's own are of some hundred bytes

// The rows of a deflated array in C order.
class InflatedRows final : public RowSource {
 public:
  InflatedRows(std::unique_ptr<const MappedFile> file, std::span<const std::byte> packed,
               ZipMember member, ArrayColumns columns)
      : file_(std::move(file)),
        packed_(packed),
        member_(std::move(member)),
        columns_(std::move(columns)) {}

  std::string name() const override { return columns_.name(); }
  Index columns() const override { return columns_.count(); }
  const std::vector<std::string>& column_names() const override { return columns_.names(); }
  Scalar scalar() const override { return columns_.scalar(); }
  Index rows() const override { return columns_.layout().rows; }
  std::unique_ptr<RowReader> read(Index block_rows) const override;

  const MappedFile& file() const { return *file_; }
  const ArrayColumns& array() const { return columns_; }
  Inflater inflater() const { return {packed_, member_, name()}; }

 private:
  std::unique_ptr<const MappedFile> file_;
  std::span<const std::byte> packed_;
  ZipMember member_;
  ArrayColumns columns_;
};

// Inflating is a thing of one thread at a time; what is computed from the blocks is not.
class InflatedReader final : public RowReader {
 public:
  InflatedReader(const InflatedRows& rows, Index block_rows)
      : rows_(rows), block_rows_(block_rows), inflater_(rows.inflater()) {
    std::vector<std::byte> header(rows.array().layout().offset);
    inflater_.read(header);
  }

  bool next(RowBlock& block) override {
    std::vector<std::byte> bytes;
    Index first = 0, count = 0;
    {
      const std::lock_guard lock(mutex_);
      rows_.file().require_unchanged();
      first = std::exchange(next_, rows_.rows());  // after a fault there is nothing more
      if (first == rows_.rows()) return false;
      count = std::min(block_rows_, rows_.rows() - first);
      bytes.resize(static_cast<std::size_t>(count) * rows_.array().layout().row_step);
      inflater_.read(bytes);
      next_ = first + count;
    }
    block.number = first / block_rows_;
    rows_.array().copy(bytes.data(), first, count, block);
    if (checked_) rows_.array().require_finite(block);
    return true;
  }
  void leave_unchecked() override { checked_ = false; }

 private:
  const InflatedRows& rows_;
  const Index block_rows_;
  bool checked_ = true;
  std::mutex mutex_;
  Inflater inflater_;
  Index next_ = 0;
};

std::unique_ptr<RowReader> InflatedRows::read(Index block_rows) const {
  if (block_rows < 1) throw InputError("blocks of {} rows: must be at least 1", block_rows);
  file_->require_unchanged();
  return std::make_unique<InflatedReader>(*this, std::min(block_rows, rows()));
}

// An open archive: its bytes and those of its members that are arrays.
struct Npz {
  std::unique_ptr<const MappedFile> file;
  std::vector<ZipMember> arrays;

  explicit Npz(const std::string& path) : file(std::make_unique<MappedFile>(path)) {
    for (ZipMember& member : list_zip(file->bytes(), path))
      if (member.name.ends_with(kEnding)) arrays.push_back(std::move(member));
  }

  std::string where(const ZipMember& member) const {
    return fmt::format("{}:{}", file->path(), name_of(member));
  }
  static std::string name_of(const ZipMember& member) {
    return member.name.substr(0, member.name.size() - kEnding.size());
  }

  NpyDescription describe(const ZipMember& member) const {
    const auto packed = find_zip_member(file->bytes(), member, where(member));
    if (!member.deflated()) return describe_npy(packed, where(member));
    std::vector<std::byte> start(std::min(member.size, kLongestHeader));
    Inflater(packed, member, where(member)).read(start);
    return describe_npy(start, where(member));
  }

  // "'a', 'b' and 3 more"
  std::string names() const {
    constexpr std::size_t kShown = 8;
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(arrays.size(), kShown); ++i)
      shown.push_back(quoted(name_of(arrays[i])));
    std::string text = join(shown, ", ");
    if (arrays.size() > kShown) text += fmt::format(" and {} more", arrays.size() - kShown);
    return text;
  }
};

const ZipMember& find_array(const Npz& npz, const std::string& name) {
  for (const ZipMember& member : npz.arrays)
    if (Npz::name_of(member) == name) return member;
  throw InputError("{}: holds no array {}; there {} {}", npz.file->path(), quoted(name),
                   npz.arrays.size() == 1 ? "is" : "are", npz.names());
}

const ZipMember& only_array(const Npz& npz) {
  if (npz.arrays.size() == 1) return npz.arrays.front();
  const ZipMember* found = nullptr;
  Index tables = 0;
  for (const ZipMember& member : npz.arrays) {
    try {
      if (npz.describe(member).shape.size() != 2) continue;
    } catch (const InputError& error) {
      throw InputError("{}; to read another array, name it as {}:NAME (there are {})", error.what(),
                       npz.file->path(), npz.names());
    }
    found = &member;
    ++tables;
  }
  if (tables != 1)
    throw InputError(
        "{}: holds {} of two dimensions, and one is needed; name the one to read as {}:NAME (there "
        "are {})",
        npz.file->path(), counted(tables, "array"), npz.file->path(), npz.names());
  return *found;
}

// Where columns stand together, rows come out only after all of them, unless there is one of
// either; so the array is inflated once, and mapped as if it had been stored.
bool comes_out_by_rows(const ArrayLayout& layout) {
  return !layout.by_columns || layout.rows == 1 || layout.columns == 1;
}

ArrayLayout layout_by_rows(const ArrayLayout& layout) {
  ArrayLayout by_rows =
      packed_layout(layout.type, false, layout.rows, layout.columns, layout.offset);
  by_rows.big_endian = layout.big_endian;
  return by_rows;
}

std::unique_ptr<const MappedFile> inflate_whole(std::span<const std::byte> packed,
                                                const ZipMember& member, const std::string& where) {
  NamelessFile file(where);
  Inflater inflater(packed, member, where);
  std::vector<std::byte> piece(std::size_t{1} << 18);
  for (std::uint64_t left = member.size; left > 0; left -= piece.size()) {
    piece.resize(std::min<std::uint64_t>(left, piece.size()));
    inflater.read(piece);
    file.write(piece);
  }
  return file.finish();
}

bool is_npz_name(std::string_view path) {
  constexpr std::string_view kNpz = ".npz";
  return path.size() >= kNpz.size() &&
         std::ranges::equal(path.substr(path.size() - kNpz.size()), kNpz, {},
                            [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
}

// Where the name of an array begins, when `path` is FILE.npz:NAME of a file that exists.
std::size_t find_array_name(const std::string& path) {
  std::error_code ignored;  // whoever reads the file will say what is wrong with it
  if (std::filesystem::exists(path, ignored)) return std::string::npos;
  for (std::size_t colon = path.find(':'); colon != std::string::npos;
       colon = path.find(':', colon + 1))
    if (is_npz_name(std::string_view(path).substr(0, colon)) &&
        std::filesystem::exists(path.substr(0, colon), ignored))
      return colon + 1;
  return std::string::npos;
}

}  // namespace

std::optional<NpzPath> find_npz(const std::string& path) {
  if (const std::size_t name = find_array_name(path); name != std::string::npos)
    return NpzPath{path.substr(0, name - 1), path.substr(name)};
  if (!looks_like_zip(MappedFile(path).bytes())) return std::nullopt;
  // Other archives, like those of spreadsheets, are not ours to explain.
  if (!is_npz_name(path) && Npz(path).arrays.empty()) return std::nullopt;
  return NpzPath{path, std::nullopt};
}

std::vector<std::string> list_npz(const std::string& file) {
  std::vector<std::string> names;
  for (const ZipMember& member : Npz(file).arrays) names.push_back(Npz::name_of(member));
  return names;
}

std::unique_ptr<RowSource> open_npz(const NpzPath& path, const ColumnRoles& roles) {
  Npz npz(path.file);
  if (npz.arrays.empty())
    throw InputError("{}: holds no arrays; write them with numpy.savez", path.file);
  const ZipMember& member = path.array ? find_array(npz, *path.array) : only_array(npz);
  const std::string where = npz.where(member);
  const NpyDescription description = npz.describe(member);
  ArrayLayout layout = npy_layout(description, member.size - description.offset, where);
  const auto packed = find_zip_member(npz.file->bytes(), member, where);
  if (!member.deflated()) {
    layout.offset += static_cast<std::size_t>(packed.data() - npz.file->bytes().data());
    return map_array(std::move(npz.file), layout, roles, where);
  }
  if (!comes_out_by_rows(layout)) {
    auto whole = inflate_whole(packed, member, where);
    npz.file->require_unchanged();
    return map_array(std::move(whole), layout, roles, where);
  }
  layout = layout_by_rows(layout);
  ColumnChoice choice = choose_columns({}, layout.columns, roles, where);
  return std::make_unique<InflatedRows>(std::move(npz.file), packed, member,
                                        ArrayColumns(layout, std::move(choice), where));
}

}  // namespace germane
