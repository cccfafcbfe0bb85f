#include "germane/data/side_by_side.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <mutex>
#include <utility>

namespace germane {
namespace {

class SideBySideReader final : public RowReader {
 public:
  SideBySideReader(const SideBySide& source, Index block_rows) : source_(source) {
    for (std::size_t i = 0; i < source.views().size(); ++i)
      readers_.push_back(source.view(i).read(block_rows));
  }

  bool next(RowBlock& block) override {
    std::vector<RowBlock>& parts = block.parts;
    parts.resize(readers_.size());
    {
      // In step: the same call gets the same block of every view.
      const std::lock_guard lock(mutex_);
      for (std::size_t i = 0; i < readers_.size(); ++i)
        if (!readers_[i]->next(parts[i])) return false;
    }
    block.number = parts.front().number;
    block.first = parts.front().first;
    source_.scalar() == Scalar::kFloat32 ? show<float>(block) : show<double>(block);
    return true;
  }

  void leave_unchecked() override {
    for (const auto& reader : readers_) reader->leave_unchecked();
  }

  void leave_apart() override { apart_ = true; }

 private:
  template <class T>
  void show(RowBlock& block) const {
    const Index count = block.parts.front().count(), columns = source_.columns();
    if (apart_)
      block.show(view_rows<T>(nullptr, count, columns, columns));
    else
      join<T>(block, count, columns);
  }

  template <class T>
  void join(RowBlock& block, Index count, Index columns) const {
    if (!std::holds_alternative<std::vector<T>>(block.storage))
      block.storage.template emplace<std::vector<T>>();
    auto& numbers = std::get<std::vector<T>>(block.storage);
    numbers.resize(static_cast<std::size_t>(count * columns));
    Eigen::Map<RowMatrix<T>> joined(numbers.data(), count, columns);
    for (std::size_t i = 0; i < block.parts.size(); ++i) {
      const ViewColumns& view = source_.views()[i];
      std::visit(
          [&](const auto& rows) {
            joined.middleCols(view.first, view.count) = rows.template cast<T>();
          },
          block.parts[i].rows);
    }
    block.parts.clear();
    block.show(view_rows(numbers.data(), count, columns, columns));
  }

  const SideBySide& source_;
  std::vector<std::unique_ptr<RowReader>> readers_;
  bool apart_ = false;
  std::mutex mutex_;
};

}  // namespace

SideBySide::SideBySide(std::vector<ViewRows> views) : views_(std::move(views)) {
  if (views_.empty()) throw InputError("no view; at least one is needed");
  const RowSource& first = *views_.front().rows;
  for (const ViewRows& view : views_) {
    if (view.rows->rows() != first.rows())
      throw InputError(
          "{}: {}, but {} has {}; views are matched by position unless they have ids (--id COLUMN)",
          view.rows->name(), counted(view.rows->rows(), "row"), first.name(), first.rows());
    columns_of_.push_back({view.name, columns_, view.rows->columns(), view.given});
    columns_ += view.rows->columns();
    if (view.rows->scalar() == Scalar::kFloat64) scalar_ = Scalar::kFloat64;
  }
}

std::string SideBySide::name() const {
  std::vector<std::string> names;
  for (const ViewRows& view : views_) names.push_back(view.rows->name());
  return join(names, ", ");
}

std::unique_ptr<RowReader> SideBySide::read(Index block_rows) const {
  return std::make_unique<SideBySideReader>(*this, block_rows);
}

RowMatrix<double> SideBySide::gather(std::span<const Index> chosen) const {
  RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns_);
  for (std::size_t i = 0; i < views_.size(); ++i)
    gathered.middleCols(columns_of_[i].first, columns_of_[i].count) =
        views_[i].rows->gather(chosen);
  return gathered;
}

}  // namespace germane
