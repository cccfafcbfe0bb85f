#include "germane/data/unit_rows.h"

#include "germane/base/error.h"

#include <cmath>

namespace germane {
namespace {

// Divides by the largest entry first, so that the squares neither overflow nor vanish.
template <class Row>
void scale_to_unit(Row&& row, const std::string& source, Index number) {
  using T = typename std::decay_t<Row>::Scalar;
  const T largest = row.cwiseAbs().maxCoeff();
  if (!(largest > 0))
    throw InputError("{}: row {} is all zeros and has no direction; leave it out, or use another "
                     "--prepare than unit-rows",
                     source, number);
  row /= largest;
  row /= row.norm();
}

class UnitReader final : public RowReader {
 public:
  UnitReader(std::unique_ptr<RowReader> reader, std::string name)
      : reader_(std::move(reader)), name_(std::move(name)) {}

  bool next(RowBlock& block) override {
    RowBlock given;
    if (!reader_->next(given)) return false;
    block.number = given.number;
    block.first = given.first;
    std::visit([&](const auto& rows) { keep(block, rows); }, given.rows);
    return true;
  }

 private:
  template <class View>
  void keep(RowBlock& block, const View& rows) const {
    using T = typename View::Scalar;
    auto& storage =
        block.storage.template emplace<std::vector<T>>(static_cast<std::size_t>(rows.size()));
    Eigen::Map<RowMatrix<T>> out(storage.data(), rows.rows(), rows.cols());
    out = rows;
    for (Index i = 0; i < out.rows(); ++i) scale_to_unit(out.row(i), name_, block.first + i);
    block.show(view_rows(storage.data(), out.rows(), out.cols(), out.cols()));
  }

  std::unique_ptr<RowReader> reader_;
  std::string name_;
};

}  // namespace

std::unique_ptr<RowReader> UnitRows::read(Index block_rows) const {
  return std::make_unique<UnitReader>(source_.read(block_rows), name());
}

RowMatrix<double> UnitRows::gather(std::span<const Index> chosen) const {
  RowMatrix<double> rows = source_.gather(chosen);
  for (Index i = 0; i < rows.rows(); ++i)
    scale_to_unit(rows.row(i), name(), chosen[static_cast<std::size_t>(i)]);
  return rows;
}

}  // namespace germane
