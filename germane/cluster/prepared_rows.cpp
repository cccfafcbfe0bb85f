#include "germane/cluster/prepared_rows.h"

#include "germane/base/error.h"
#include "germane/base/processor.h"
#include "germane/base/text.h"
#include "germane/cluster/exact_distance.h"
#include "germane/linalg/large_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <set>

namespace germane {
namespace {

constexpr double kLargest = 1e150;
constexpr double kLeastSpread = 1e-150;

// About a quarter of a megabyte of rows, which the caches hold while their centres are looked for.
template <class T>
Index rows_of_block(Index columns) {
  return std::clamp<Index>((Index{1} << 18) / (columns * static_cast<Index>(sizeof(T))), 64, 2048);
}

// Adds a row to the sums, and widens the ranges by it.
template <class T>
[[gnu::always_inline]] inline void add_row_loop(const T* __restrict row, double* __restrict sums,
                                                T* __restrict low, T* __restrict high,
                                                Index columns) {
  for (Index j = 0; j < columns; ++j) {
    sums[j] += static_cast<double>(row[j]);
    low[j] = row[j] < low[j] ? row[j] : low[j];
    high[j] = row[j] > high[j] ? row[j] : high[j];
  }
}
template <class T>
GERMANE_AVX2 void wide_add_row(const T* row, double* sums, T* low, T* high, Index columns) {
  add_row_loop(row, sums, low, high, columns);
}

// Sum, least and largest of each column.
template <class T>
struct ColumnRange {
  Vector sum;
  std::vector<T> least, largest;

  explicit ColumnRange(Index columns)
      : sum(Vector::Zero(columns)),
        least(static_cast<std::size_t>(columns), std::numeric_limits<T>::infinity()),
        largest(static_cast<std::size_t>(columns), -std::numeric_limits<T>::infinity()) {}

  void add(const RowMatrix<T>& rows, Index first, Index count) {
    const auto add_row = has_avx2() ? wide_add_row<T> : add_row_loop<T>;
    for (Index i = first; i < first + count; ++i)
      add_row(rows.data() + i * rows.cols(), sum.data(), least.data(), largest.data(), rows.cols());
  }
  void merge(const ColumnRange& other) {
    sum += other.sum;
    for (std::size_t j = 0; j < least.size(); ++j) {
      least[j] = std::min(least[j], other.least[j]);
      largest[j] = std::max(largest[j], other.largest[j]);
    }
  }
  // Over all ranks.
  void join(const Share& share) {
    if (!share.dealt()) return;
    const auto d = static_cast<std::size_t>(sum.size());
    std::vector<double> numbers(sum.begin(), sum.end());
    numbers.insert(numbers.end(), least.begin(), least.end());
    numbers.insert(numbers.end(), largest.begin(), largest.end());
    share.ranks().fold("column-ranges", numbers,
                       [d](std::span<double> left, std::span<const double> right) {
                         for (std::size_t j = 0; j < d; ++j) {
                           left[j] += right[j];
                           left[d + j] = std::min(left[d + j], right[d + j]);
                           left[2 * d + j] = std::max(left[2 * d + j], right[2 * d + j]);
                         }
                       });
    for (std::size_t j = 0; j < d; ++j) {
      sum[static_cast<Index>(j)] = numbers[j];
      least[j] = static_cast<T>(numbers[d + j]);
      largest[j] = static_cast<T>(numbers[2 * d + j]);
    }
  }
};

}  // namespace

void refuse_count(const RowSource& source, Index said) {
  throw InputError("{}: said to hold {}, but holds another number; did it change while being read?",
                   source.name(), counted(said, "row"));
}

double power_of_two_above(double magnitude) {
  if (!(magnitude > 0)) return 1;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
}

void require_squarable(double magnitude) {
  if (magnitude > kLargest)
    throw NumericalError(
        "k-means: a value of {} is too large to be squared; divide the columns by "
        "a constant",
        significant(magnitude));
}

void require_squarable_spread(double magnitude) {
  if (magnitude > 0 && magnitude < kLeastSpread)
    throw NumericalError(
        "k-means: no value is further than {} from its column's mean, too little to be squared; "
        "multiply the columns by a constant",
        significant(magnitude));
}

template <class T>
PreparedRows<T>::PreparedRows(const RowSource& source, double memory, const Execution& execution,
                              const Share& share)
    : source_(source),
      count_(source.rows()),
      columns_(source.columns()),
      block_rows_(rows_of_block<T>(columns_)) {
  const double bytes = static_cast<double>(count_) * static_cast<double>(columns_) * sizeof(T);
  read(bytes <= memory, execution, share);
  find_norms(execution);
}

// One pass that copies the rows, if they are to be held, and finds their mean and magnitude.
template <class T>
void PreparedRows<T>::read(bool hold, const Execution& execution, const Share& share) {
  auto held = large_matrix<RowMatrix<T>>(hold ? count_ : 0, columns_);
  ColumnRange<T> all(columns_);
  Turnstile turnstile;
  const auto add = [&](Index, Block& block) {
    ColumnRange<T> range(columns_);
    if (!hold) block.space_.resize(block.count, columns_);
    RowMatrix<T>& to = hold ? held : block.space_;
    const Index first = hold ? block.first : 0;
    std::visit(
        [&](const auto& rows) { to.middleRows(first, rows.rows()) = rows.template cast<T>(); },
        block.source_.rows);
    range.add(to, first, block.count);
    turnstile.pass(block.number, [&] { all.merge(range); });
  };
  for_raw_blocks(execution, add, &turnstile);
  all.join(share);
  const double largest =
      static_cast<double>(*std::max_element(all.largest.begin(), all.largest.end()));
  const double least = static_cast<double>(*std::min_element(all.least.begin(), all.least.end()));
  require_squarable(std::max(largest, -least));
  shift_ = all.sum / static_cast<double>(share.all(count_));
  double magnitude = 0;
  for (Index j = 0; j < columns_; ++j) {
    const std::size_t column = static_cast<std::size_t>(j);
    magnitude = std::max({magnitude, static_cast<double>(all.largest[column]) - shift_[j],
                          shift_[j] - static_cast<double>(all.least[column])});
  }
  require_squarable_spread(magnitude);
  scale_ = power_of_two_above(magnitude);
  held_ = std::move(held);
}

template <class T>
void PreparedRows<T>::find_norms(const Execution& execution) {
  squared_norms_.resize(static_cast<std::size_t>(count_));
  const Vector zero = Vector::Zero(columns_);
  for_blocks(execution, [&](Index, Block& block) {
    for (Index i = 0; i < block.count; ++i) {
      const T* row = block.row(i);
      if (!streamed()) {
        T* const own = held_.data() + (block.first + i) * columns_;
        center_row(own, own, shift_.data(), 1 / scale_, columns_);
      }
      squared_norms_[static_cast<std::size_t>(block.first + i)] =
          static_cast<float>(squared_distance(row, zero.data(), columns_));
    }
  });
}

template <class T>
void PreparedRows<T>::Block::prepare(Index i, T* out) {
  std::visit(
      [&](const auto& rows) {
        using Given = typename std::decay_t<decltype(rows)>::Scalar;
        if (std::is_same_v<Given, T> && rows.innerStride() == 1) {
          center_row(reinterpret_cast<const T*>(rows.data() + i * rows.outerStride()), out,
                     owner_->shift_.data(), 1 / owner_->scale_, columns_);
          return;
        }
        for (Index j = 0; j < columns_; ++j)
          out[j] =
              static_cast<T>((1 / owner_->scale_) *
                             (static_cast<double>(static_cast<T>(rows(i, j))) - owner_->shift_[j]));
      },
      source_.rows);
  (*ready_)[static_cast<std::size_t>(i)] = 1;
}

template <class T>
Vector PreparedRows<T>::point(Index row) const {
  if (!streamed()) return held_.row(row).template cast<double>();
  const std::array<Index, 1> chosen = {row};
  const RowMatrix<T> given = source_.gather(chosen).template cast<T>();
  RowMatrix<T> out(1, columns_);
  center_row(given.data(), out.data(), shift_.data(), 1 / scale_, columns_);
  return out.row(0).template cast<double>();
}

namespace {

using RowSet = std::set<std::vector<double>>;

// Rows one after the other, each as its length and its numbers.
std::string format_rows(const RowSet& rows) {
  std::vector<double> numbers;
  for (const std::vector<double>& row : rows) {
    numbers.push_back(static_cast<double>(row.size()));
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

RowSet parse_rows(const std::string& bytes) {
  std::vector<double> numbers(bytes.size() / sizeof(double));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  RowSet rows;
  for (auto next = numbers.begin(); next != numbers.end();) {
    const auto end = next + 1 + static_cast<std::ptrdiff_t>(*next);
    rows.emplace(next + 1, end);
    next = end;
  }
  return rows;
}

RowSet different_rows(const RowSource& source, const std::vector<double>* weights, Index enough) {
  RowSet different;
  std::vector<double> numbers;
  const auto add = [&](Index row) {
    if (!weights || (*weights)[static_cast<std::size_t>(row)] > 0) different.insert(numbers);
    return static_cast<Index>(different.size()) >= enough;
  };
  if (const SparseMatrix* sparse = source.sparse()) {
    for (Index row = 0; row < sparse->rows(); ++row) {
      numbers.clear();
      for (SparseMatrix::InnerIterator at(*sparse, row); at; ++at)
        if (at.value() != 0) {
          numbers.push_back(static_cast<double>(at.col()));
          numbers.push_back(at.value());
        }
      if (add(row)) break;
    }
    return different;
  }
  const std::unique_ptr<RowReader> reader = source.read(1024);
  RowBlock block;
  while (reader->next(block)) {
    bool found = false;
    std::visit(
        [&](const auto& rows) {
          for (Index i = 0; i < rows.rows() && !found; ++i) {
            numbers.resize(static_cast<std::size_t>(rows.cols()));
            for (Index j = 0; j < rows.cols(); ++j)
              numbers[static_cast<std::size_t>(j)] = static_cast<double>(rows(i, j));
            if (block.first + i < source.rows()) found = add(block.first + i);
          }
        },
        block.rows);
    if (found) break;
  }
  return different;
}

}  // namespace

Index count_different(const RowSource& source, const std::vector<double>* weights, Index enough,
                      const Share& share) {
  if (!share.dealt()) return static_cast<Index>(different_rows(source, weights, enough).size());
  const auto all = parse_rows(share.ranks().join(
      "different-rows", [&] { return format_rows(different_rows(source, weights, enough)); },
      [&](const std::string& left, const std::string& right) {
        RowSet both = parse_rows(left);
        both.merge(parse_rows(right));
        while (static_cast<Index>(both.size()) > enough) both.erase(std::prev(both.end()));
        return format_rows(both);
      }));
  return static_cast<Index>(all.size());
}

template class PreparedRows<float>;
template class PreparedRows<double>;

}  // namespace germane
