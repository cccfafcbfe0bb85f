// open_document_files and open_document_lines of documents.h.
#include "germane/base/error.h"
#include "germane/io/csv_layout.h"
#include "germane/io/documents.h"
#include "germane/io/spool.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace germane {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlockBytes = std::size_t{1} << 18;
constexpr Index kBlockFiles = 256;

std::string_view text_of(const MappedFile& file) {
  const auto bytes = file.bytes();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  require_text(text, file.path());
  return without_byte_order_mark(text);
}

bool hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

// The names of the files in a directory and below, relative to it, sorted.
std::vector<std::string> files_below(const std::string& directory) {
  std::vector<std::string> names;
  try {
    for (auto entry = fs::recursive_directory_iterator(directory);
         entry != fs::recursive_directory_iterator(); ++entry) {
      if (hidden(entry->path())) {
        entry.disable_recursion_pending();
        continue;
      }
      if (entry->is_regular_file())
        names.push_back(entry->path().lexically_relative(directory).generic_string());
    }
  } catch (const fs::filesystem_error& error) {
    throw InputError("{}: cannot be read: {} (its permissions, or those of a directory in it)",
                     directory, error.code().message());
  }
  if (names.empty())
    throw InputError("{}: a directory without files; each file in it is to be a document",
                     directory);
  std::sort(names.begin(), names.end());
  return names;
}

class DocumentFiles final : public Documents {
 public:
  explicit DocumentFiles(const std::vector<std::string>& paths) {
    std::vector<std::string> ids;
    for (const std::string& path : paths) {
      std::error_code ignored;  // what is wrong with a path is said when it is read
      if (!fs::is_directory(path, ignored)) {
        ids.push_back(path);
        files_.push_back(path);
        continue;
      }
      for (std::string& name : files_below(path)) {
        files_.push_back((fs::path(path) / name).string());
        ids.push_back(std::move(name));
      }
    }
    std::string where = paths[0];
    for (std::size_t i = 1; i < paths.size(); ++i) where += ", " + paths[i];
    ids_ = Ids(std::move(ids), where);
    cut();
  }

  Index count() const override { return static_cast<Index>(files_.size()); }
  const Ids& ids() const override { return ids_; }
  Index blocks() const override { return static_cast<Index>(starts_.size()) - 1; }

  void read(Index block, const Take& take) const override {
    const auto at = static_cast<std::size_t>(block);
    for (Index document = starts_[at]; document < starts_[at + 1]; ++document) {
      const auto file = open_text(files_[static_cast<std::size_t>(document)]);
      take(document, text_of(*file), {file->path(), 1});
      file->require_unchanged();
    }
  }

 private:
  void cut() {
    double size = 0;
    for (Index i = 0; i < count(); ++i) {
      std::error_code unknown;
      const auto bytes = fs::file_size(files_[static_cast<std::size_t>(i)], unknown);
      if (!unknown) size += static_cast<double>(bytes);
      if (size < kBlockBytes && i + 1 - starts_.back() < kBlockFiles) continue;
      starts_.push_back(i + 1);
      size = 0;
    }
    if (starts_.back() < count()) starts_.push_back(count());
  }

  std::vector<std::string> files_;
  std::vector<Index> starts_ = {0};  // the first document of each block, and the end
  Ids ids_;
};

class DocumentLines final : public Documents {
 public:
  explicit DocumentLines(const std::string& path) : file_(open_text(path)) {
    std::string_view text = text_of(*file_);
    while (!text.empty()) {
      Block block{count_, text.substr(0, 0)};
      std::size_t size = 0;
      while (size < text.size() && size < kBlockBytes) {
        size = std::min(text.find('\n', size), text.size() - 1) + 1;
        ++count_;
      }
      block.text = text.substr(0, size);
      text.remove_prefix(size);
      blocks_.push_back(block);
    }
    if (count_ == 0) throw InputError("{}: is empty; one document a line is needed", file_->path());
  }

  Index count() const override { return count_; }
  const Ids& ids() const override { return ids_; }
  Index blocks() const override { return static_cast<Index>(blocks_.size()); }

  void read(Index number, const Take& take) const override {
    const Block& block = blocks_[static_cast<std::size_t>(number)];
    file_->require_unchanged();
    std::string_view text = block.text;
    for (Index document = block.first; !text.empty(); ++document) {
      const std::size_t stop = std::min(text.find('\n'), text.size());
      take(document, text.substr(0, stop), {file_->path(), document + 1});
      text.remove_prefix(std::min(stop + 1, text.size()));
    }
  }

 private:
  struct Block {
    Index first = 0;
    std::string_view text;
  };

  std::unique_ptr<MappedFile> file_;
  std::vector<Block> blocks_;
  Ids ids_;
  Index count_ = 0;
};

}  // namespace

std::unique_ptr<Documents> open_document_files(const std::vector<std::string>& paths) {
  return std::make_unique<DocumentFiles>(paths);
}

std::unique_ptr<Documents> open_document_lines(const std::string& path) {
  return std::make_unique<DocumentLines>(path);
}

}  // namespace germane
