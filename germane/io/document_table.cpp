// open_document_table of documents.h.
#include "germane/base/text.h"
#include "germane/io/documents.h"
#include "germane/io/text_table.h"

#include <cstddef>
#include <utility>

namespace germane {
namespace {

constexpr std::ptrdiff_t kBlockBytes = std::ptrdiff_t{1} << 18;

class DocumentTable final : public Documents {
 public:
  DocumentTable(const std::vector<std::string>& files, const std::vector<std::string>& columns,
                const std::string& id) {
    std::vector<std::string> ids;
    for (const std::string& file : files) {
      tables_.emplace_back(file, columns, id);
      cut(tables_.size() - 1, ids);
    }
    if (!ids.empty()) ids_ = Ids(std::move(ids), join(files, ", "));
  }

  Index count() const override { return count_; }
  const Ids& ids() const override { return ids_; }
  Index blocks() const override { return static_cast<Index>(blocks_.size()); }

  void read(Index number, const Take& take) const override {
    const Block& block = blocks_[static_cast<std::size_t>(number)];
    const TextTable& table = tables_[block.table];
    table.require_unchanged();
    Index document = block.first;
    TextRowCutter cutter = table.rows(block.rows);
    for (auto row = cutter.next(); row; row = cutter.next()) {
      table.each_text(*row, [&](std::string_view text, Index line) {
        take(document, text, {table.where(), line});
      });
      ++document;
    }
  }

 private:
  struct Block {
    std::size_t table = 0;
    Index first = 0;
    CsvRows rows;
  };

  void cut(std::size_t number, std::vector<std::string>& ids) {
    const TextTable& table = tables_[number];
    bool open = false;
    TextRowCutter cutter = table.rows();
    for (auto row = cutter.next(); row; row = cutter.next()) {
      if (!open) blocks_.push_back({number, count_, *row});
      CsvRows& rows = blocks_.back().rows;
      rows.end = row->end;
      if (table.has_ids()) ids.push_back(table.id_of(*row));
      ++count_;
      open = rows.end - rows.begin < kBlockBytes;
    }
  }

  std::vector<TextTable> tables_;
  std::vector<Block> blocks_;
  Ids ids_;
  Index count_ = 0;
};

}  // namespace

std::unique_ptr<Documents> open_document_table(const std::vector<std::string>& files,
                                               const std::vector<std::string>& columns,
                                               const std::string& id) {
  return std::make_unique<DocumentTable>(files, columns, id);
}

}  // namespace germane
