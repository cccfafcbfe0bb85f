#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/data/rows.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <type_traits>
#include <unordered_map>

namespace germane {

namespace {

// Where the reference's columns stand in another part, by name; empty when in the same places.
std::vector<Index> column_order(const RowSource& part, const RowSource& reference) {
  const std::vector<std::string>& names = part.column_names();
  const std::vector<std::string>& wanted = reference.column_names();
  if (names.empty() || names == wanted) {
    if (part.columns() == reference.columns()) return {};
    throw InputError("{}: {}, but {} has {}; stacked tables need the same columns", part.name(),
                     counted(part.columns(), "column"), reference.name(), reference.columns());
  }
  std::unordered_map<std::string_view, Index> place;
  for (Index column = 0; column < part.columns(); ++column)
    if (!place.emplace(names[at(column)], column).second)
      throw InputError("{}: column {} stands twice; columns are matched by name", part.name(),
                       quoted(names[at(column)]));
  std::vector<Index> order;
  std::vector<bool> used(names.size());
  for (const std::string& name : wanted) {
    const auto found = place.find(name);
    if (found == place.end())
      throw InputError("{}: column {} is missing; {} has it", part.name(), quoted(name),
                       reference.name());
    if (used[at(found->second)])
      throw InputError("{}: column {} stands twice; columns are matched by name", reference.name(),
                       quoted(name));
    used[at(found->second)] = true;
    order.push_back(found->second);
  }
  if (const auto extra = std::ranges::find(used, false); extra != used.end())
    throw InputError("{}: column {} is not in {}; exclude it", part.name(),
                     quoted(names[at(extra - used.begin())]), reference.name());
  return order;
}

// to (count x columns, contiguous) = the rows `from` .. `from + count` of a block, with columns put
// in order.
template <class T>
void copy_rows(const RowBlock& block, Index from, Index count, const std::vector<Index>& order,
               T* to) {
  const Index columns = block.columns();
  std::visit(
      [&](const auto& rows) {
        using From = typename std::decay_t<decltype(rows)>::Scalar;
        for (Index row = from; row < from + count; ++row, to += columns) {
          const From* numbers = rows.data() + row * rows.outerStride();
          if (!order.empty())
            for (Index j = 0; j < columns; ++j)
              to[j] = static_cast<T>(numbers[order[at(j)] * rows.innerStride()]);
          else if (rows.innerStride() == 1)
            std::copy(numbers, numbers + columns, to);
          else
            for (Index j = 0; j < columns; ++j)
              to[j] = static_cast<T>(numbers[j * rows.innerStride()]);
        }
      },
      block.rows);
}

// Reads the parts one after the other and cuts them anew into blocks that run across the borders.
// The parts' readers work outside the lock, several at a time, so that parsing is parallel; only
// copying is done inside. A block of a part that happens to be a block of the whole is passed on as
// it is.
template <class T>
class StackedReader final : public RowReader {
 public:
  StackedReader(const std::vector<std::unique_ptr<RowSource>>& parts,
                const std::vector<std::vector<Index>>& orders, Index block_rows)
      : parts_(parts), orders_(orders), block_rows_(block_rows) {}

  bool next(RowBlock& block) override {
    std::unique_lock lock(mutex_);
    while (true) {
      if (failed_) return false;
      if (!ready_.empty()) return hand_out(ready_, block);
      if (part_ == parts_.size())  // what is left is the last, shorter block
        return !partial_.empty() && hand_out(partial_, block);
      if (drained_) {
        if (in_flight_ == 0)
          next_part();
        else
          changed_.wait(lock);
        continue;
      }
      if (!reader_) reader_ = open_part();
      if (pull(block, lock)) return true;
    }
  }

  void leave_unchecked() override { checked_ = false; }

 private:
  // One call of the part's reader; true when its block is one of ours as it stands.
  bool pull(RowBlock& block, std::unique_lock<std::mutex>& lock) {
    ++in_flight_;
    bool got = false;
    try {
      lock.unlock();
      got = reader_->next(block);
      lock.lock();
      --in_flight_;
      changed_.notify_all();
      if (!got) {
        drained_ = true;
        return false;
      }
      rows_in_part_ += block.count();
      block.first += offset_;
      if (is_whole_block(block)) {
        block.number = block.first / block_rows_;
        return true;
      }
      deposit(block);
      return false;
    } catch (...) {
      if (!lock.owns_lock()) {
        lock.lock();
        --in_flight_;
      }
      failed_ = true;
      changed_.notify_all();
      throw;
    }
  }

  std::unique_ptr<RowReader> open_part() {
    try {
      std::unique_ptr<RowReader> reader = parts_[part_]->read(block_rows_);
      if (!checked_) reader->leave_unchecked();
      return reader;
    } catch (...) {
      failed_ = true;
      changed_.notify_all();
      throw;
    }
  }

  void next_part() {
    offset_ += rows_in_part_;
    rows_in_part_ = 0;
    drained_ = false;
    reader_.reset();
    ++part_;
    changed_.notify_all();
  }

  bool is_whole_block(const RowBlock& block) const {
    return block.first % block_rows_ == 0 && block.count() == block_rows_ &&
           orders_[part_].empty() && std::holds_alternative<RowsView<T>>(block.rows);
  }

  // Adds the rows to the one or two blocks they belong to.
  void deposit(const RowBlock& block) {
    const Index columns = block.columns();
    for (Index from = 0; from < block.count();) {
      const Index number = (block.first + from) / block_rows_;
      const Index start = block.first + from - number * block_rows_;
      const Index count = std::min(block.count() - from, block_rows_ - start);
      auto entry = partial_.try_emplace(number).first;
      Partial& target = entry->second;
      target.columns = columns;
      if (target.numbers.empty()) target.numbers = take_spare();
      const std::size_t needed = at((start + count) * columns);
      if (target.numbers.size() < needed) target.numbers.resize(needed);
      copy_rows(block, from, count, orders_[part_], target.numbers.data() + start * columns);
      target.filled += count;
      if (target.filled == block_rows_) ready_.insert(partial_.extract(entry));
      from += count;
    }
  }

  struct Partial {
    std::vector<T> numbers;
    Index filled = 0;
    Index columns = 0;
  };

  // The first of the waiting blocks; its numbers change places with those the block had.
  bool hand_out(std::map<Index, Partial>& waiting, RowBlock& block) {
    auto entry = waiting.extract(waiting.begin());
    Partial& partial = entry.mapped();
    block.number = entry.key();
    block.first = block.number * block_rows_;
    if (auto* old = std::get_if<std::vector<T>>(&block.storage); old && old->capacity() > 0)
      spares_.push_back(std::move(*old));
    std::vector<T>& numbers =
        block.storage.template emplace<std::vector<T>>(std::move(partial.numbers));
    block.show(view_rows<T>(numbers.data(), partial.filled, partial.columns, partial.columns));
    return true;
  }

  std::vector<T> take_spare() {
    if (spares_.empty()) return {};
    std::vector<T> spare = std::move(spares_.back());
    spares_.pop_back();
    return spare;
  }

  const std::vector<std::unique_ptr<RowSource>>& parts_;
  const std::vector<std::vector<Index>>& orders_;
  const Index block_rows_;
  bool checked_ = true;

  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::size_t part_ = 0;  // the part being read; changes only when no call is in flight
  std::unique_ptr<RowReader> reader_;
  Index offset_ = 0;  // number of the part's first row
  Index rows_in_part_ = 0;
  Index in_flight_ = 0;  // calls of the part's reader
  bool drained_ = false;
  bool failed_ = false;
  std::map<Index, Partial> partial_;  // blocks that still lack rows, by number
  std::map<Index, Partial> ready_;    // blocks that are complete
  std::vector<std::vector<T>> spares_;
};

}  // namespace

StackedRows::StackedRows(std::vector<std::unique_ptr<RowSource>> parts) : parts_(std::move(parts)) {
  if (parts_.empty()) throw InputError("no table was given; at least one is needed");
  const auto named =
      std::ranges::find_if(parts_, [](const auto& part) { return !part->column_names().empty(); });
  if (named != parts_.end()) reference_ = at(named - parts_.begin());
  for (const auto& part : parts_) orders_.push_back(column_order(*part, *parts_[reference_]));
}

std::string StackedRows::name() const {
  if (parts_.size() == 1) return parts_.front()->name();
  return fmt::format("{} and {} more", parts_.front()->name(), parts_.size() - 1);
}

Index StackedRows::columns() const { return parts_.front()->columns(); }

const std::vector<std::string>& StackedRows::column_names() const {
  return parts_[reference_]->column_names();
}

Scalar StackedRows::scalar() const {
  const bool all_float32 = std::ranges::all_of(
      parts_, [](const auto& part) { return part->scalar() == Scalar::kFloat32; });
  return all_float32 ? Scalar::kFloat32 : Scalar::kFloat64;
}

const std::vector<Index>& StackedRows::starts() const {
  std::call_once(counted_, [&] {
    std::vector<Index> starts{0};
    for (const auto& part : parts_) starts.push_back(starts.back() + part->rows());
    starts_ = std::move(starts);
  });
  return starts_;
}

Index StackedRows::rows() const { return starts().back(); }

std::unique_ptr<RowReader> StackedRows::read(Index block_rows) const {
  if (block_rows < 1) throw InputError("blocks of {} rows: must be at least 1", block_rows);
  if (scalar() == Scalar::kFloat32)
    return std::make_unique<StackedReader<float>>(parts_, orders_, block_rows);
  return std::make_unique<StackedReader<double>>(parts_, orders_, block_rows);
}

std::pair<Index, Index> StackedRows::locate(Index row) const {
  if (row < 0 || row >= rows())
    throw InputError("{}: row {} was asked for, but there are {} (counted from 0)", name(), row,
                     counted(rows(), "row"));
  // The last part that starts at or before the row; empty parts before it start there too.
  const auto after = std::ranges::upper_bound(starts(), row);
  const Index part = after - starts().begin() - 1;
  return {part, row - starts()[at(part)]};
}

RowMatrix<double> StackedRows::gather(std::span<const Index> chosen) const {
  std::vector<std::vector<Index>> rows_of(parts_.size()), places_of(parts_.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto [part, row] = locate(chosen[i]);
    rows_of[at(part)].push_back(row);
    places_of[at(part)].push_back(static_cast<Index>(i));
  }
  RowMatrix<double> gathered(static_cast<Index>(chosen.size()), columns());
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (rows_of[part].empty()) continue;
    const RowMatrix<double> rows = parts_[part]->gather(rows_of[part]);
    for (std::size_t i = 0; i < places_of[part].size(); ++i)
      for (Index j = 0; j < columns(); ++j)
        gathered(places_of[part][i], j) =
            rows(static_cast<Index>(i), orders_[part].empty() ? j : orders_[part][at(j)]);
  }
  return gathered;
}

}  // namespace germane
