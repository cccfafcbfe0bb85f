#include "germane/learn/view_sample.h"

#include <algorithm>
#include <utility>

namespace germane {
namespace {

// Means and spreads of a view, without a copy of its rows.
Moments spreads_of(const RowMatrix<double>& rows, const ViewColumns& at) {
  const auto own = rows.middleCols(at.first, at.count);
  Moments result;
  result.rows = own.rows();
  result.weight = static_cast<double>(own.rows());
  // Row by row, as they stand in memory.
  result.mean = Vector::Zero(at.count);
  for (Index i = 0; i < own.rows(); ++i) result.mean += own.row(i).transpose();
  result.mean /= result.weight;
  result.spread = Vector::Zero(at.count);
  for (Index i = 0; i < own.rows(); ++i)
    result.spread += (own.row(i).transpose() - result.mean).cwiseAbs2();
  return result;
}

// Of some columns alone.
Moments cut(const Moments& moments, Index first, Index count, bool with_scatter) {
  Moments result;
  result.rows = moments.rows;
  result.weight = moments.weight;
  result.mean = moments.mean.segment(first, count);
  result.spread = moments.spread.segment(first, count);
  if (with_scatter) result.scatter = moments.scatter.block(first, first, count, count);
  result.float32 = moments.float32;
  return result;
}

}  // namespace

Index ViewPart::views() const { return std::count(has.begin(), has.end(), true); }

bool ViewSample::in_rows() const {
  return std::any_of(parts.begin(), parts.end(),
                     [](const ViewPart& part) { return part.in_rows(); });
}

Index ViewSample::objects() const {
  Index sum = 0;
  for (const ViewPart& part : parts) sum += part.objects();
  return sum;
}

Index ViewSample::objects_with(std::size_t view) const {
  Index sum = 0;
  for (const ViewPart& part : parts) sum += part.has[view] ? part.objects() : 0;
  return sum;
}

Index ViewSample::columns() const {
  Index sum = 0;
  for (const ViewColumns& view : views) sum += view.count;
  return sum;
}

bool ViewSample::is_complete() const {
  return std::all_of(parts.begin(), parts.end(), [&](const ViewPart& part) {
    return part.views() == static_cast<Index>(views.size());
  });
}

ViewSample ViewSample::complete() const {
  ViewSample result{views, {}};
  for (const ViewPart& part : parts)
    if (part.views() == static_cast<Index>(views.size())) result.parts.push_back(part);
  return result;
}

Moments ViewSample::of_view(std::size_t view, bool with_scatter) const {
  const ViewColumns& at = views[view];
  Moments result(at.count, with_scatter);
  for (const ViewPart& part : parts) {
    if (!part.has[view]) continue;
    if (!part.in_rows())
      result.merge(cut(part.moments, at.first, at.count, with_scatter));
    else if (with_scatter)
      result.merge(moments_of(part.rows.middleCols(at.first, at.count),
                              Vector::Ones(part.rows.rows()), true));
    else
      result.merge(spreads_of(part.rows, at));
  }
  return result;
}

RowMatrix<double> ViewSample::rows_of_view(std::size_t view, Vector& mean) const {
  const ViewColumns& at = views[view];
  RowMatrix<double> rows(objects_with(view), at.count);
  Index next = 0;
  for (const ViewPart& part : parts) {
    if (!part.has[view]) continue;
    rows.middleRows(next, part.rows.rows()) = part.rows.middleCols(at.first, at.count);
    next += part.rows.rows();
  }
  mean = rows.colwise().mean();
  rows.rowwise() -= mean.transpose();
  return rows;
}

ViewSample sample_of(Moments total, std::vector<ViewColumns> views) {
  ViewPart part{std::vector<bool>(views.size(), true), std::move(total)};
  return {std::move(views), {std::move(part)}};
}

ViewSample sample_of(RowMatrix<double> rows, std::vector<ViewColumns> views) {
  ViewPart part{std::vector<bool>(views.size(), true)};
  part.rows = std::move(rows);
  return {std::move(views), {std::move(part)}};
}

}  // namespace germane
