// Documents: texts in a table, in files or in lines, handed out block by block.
#pragma once

#include "germane/data/keys.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace germane {

// Where a text begins, for messages.
struct TextPlace {
  const std::string& file;
  Index line = 1;
};

class Documents {
 public:
  // A piece of a document: its number from 0, and its bytes, not yet known to be UTF-8.
  using Take = std::function<void(Index document, std::string_view text, const TextPlace& place)>;

  virtual ~Documents() = default;
  virtual Index count() const = 0;
  virtual const Ids& ids() const = 0;
  virtual Index blocks() const = 0;
  // Every piece of the documents of a block, in order: at least one a document, be it empty. Any
  // number of threads may read blocks at the same time. Throws InputError naming file and line.
  virtual void read(Index block, const Take& take) const = 0;
};

// A document a row, its text that of the columns; `id`: a column, "" = by number. Throws
// InputError: no such column (the nearest is named), no rows, ids that stand twice.
std::unique_ptr<Documents> open_document_table(const std::vector<std::string>& files,
                                               const std::vector<std::string>& columns,
                                               const std::string& id);

// A document a file, named by its path. A directory stands for the files in it and below, in the
// order of their names relative to it, which are their ids; hidden ones are passed over.
std::unique_ptr<Documents> open_document_files(const std::vector<std::string>& paths);

// A document a line, numbered from 0; blank lines are documents without words.
std::unique_ptr<Documents> open_document_lines(const std::string& path);

}  // namespace germane
