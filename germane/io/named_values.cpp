#include "germane/io/named_values.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/io/spool.h"
#include "germane/io/text_lines.h"

#include <algorithm>
#include <array>

namespace germane {
namespace {

bool is_header(const TextLines& lines) {
  constexpr std::array<std::string_view, 4> kValues = {"cluster", "label", "group", "weight"};
  const std::string_view value = lines.field(lines.fields() - 1);
  if (std::find(kValues.begin(), kValues.end(), value) != kValues.end()) return true;
  const bool names = lines.fields() == 2 && (lines.field(0) == "id" || lines.field(0) == "row");
  return names && !parse_integer(value);
}

}  // namespace

NamedValues parse_named_values(std::string_view text, const std::string& where) {
  NamedValues read;
  TextLines lines(text, where);
  bool more = lines.next();
  if (more && lines.fields() <= 2) read.header = is_header(lines);
  const Index fields = more ? lines.fields() : 0;
  if (read.header) more = lines.next();
  if (!more)
    throw InputError("{}: holds no values; give lines of `id value`, or one value a line", where);
  std::vector<std::string> names;
  for (; more; more = lines.next()) {
    if (lines.fields() != fields || fields > 2)
      throw InputError("{}:{}: {}; every line must be `id value`, or every line one value", where,
                       lines.line(), counted(lines.fields(), "field"));
    if (fields == 2) names.emplace_back(lines.field(0));
    read.values.emplace_back(lines.field(fields - 1));
  }
  if (fields == 2) read.ids = Ids(std::move(names), where);
  return read;
}

NamedValues read_named_values(const std::string& path) {
  const std::unique_ptr<MappedFile> file = open_text(path);
  const auto bytes = file->bytes();
  NamedValues read = parse_named_values(
      std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
      input_name(path));
  file->require_unchanged();
  return read;
}

}  // namespace germane
