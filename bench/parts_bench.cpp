// The inner parts, each alone on one thread, by Google Benchmark: what to look at when a method
// has become slower. `items_per_second` counts multiplications and additions where the name says
// so, else rows, numbers or words.
//
//   parts_bench [--benchmark_filter=WORD] [--benchmark_format=json]

#include "germane/base/random.h"
#include "germane/base/text.h"
#include "germane/cluster/nearest_center.h"
#include "germane/data/number_codes.h"
#include "germane/evaluate/contingency.h"
#include "germane/linalg/generalized.h"
#include "germane/linalg/one_thread.h"
#include "germane/linalg/products.h"
#include "germane/linalg/symmetric.h"
#include "germane/model/linear_map.h"
#include "germane/words/breaker.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace {

using namespace germane;
using benchmark::State;

template <class T = double>
RowMatrix<T> normal(Index rows, Index columns, std::uint64_t seed = 0) {
  Random random(seed);
  RowMatrix<T> x(rows, columns);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = static_cast<T>(random.normal());
  return x;
}

// Positive definite, of condition about 10.
Matrix planted_scatter(Index columns, std::uint64_t seed) {
  Matrix sum = Matrix::Zero(columns, columns);
  add_scatter(normal(4 * columns, columns, seed), sum);
  fill_upper(sum);
  return sum;
}

std::vector<Index> random_codes(Index rows, std::int64_t kinds, std::uint64_t seed) {
  Random random(seed);
  std::vector<Index> codes(static_cast<std::size_t>(rows));
  for (Index& code : codes) code = random.below(kinds);
  return codes;
}

void count_items(State& state, double items_each) {
  state.counters["items_per_second"] = benchmark::Counter(
      items_each * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <class T, class Sum>
void scatter_flops(State& state) {
  const Index columns = state.range(0), rows = 65536 / columns;
  const RowMatrix<T> x = normal<T>(rows, columns);
  Sum sum = Sum::Zero(columns, columns);
  for (auto _ : state) add_scatter(x, sum);
  benchmark::DoNotOptimize(sum.data());
  count_items(state, static_cast<double>(rows * columns * columns));
}
BENCHMARK_TEMPLATE(scatter_flops, double, Matrix)->Arg(16)->Arg(64)->Arg(256);
BENCHMARK_TEMPLATE(scatter_flops, float, Eigen::MatrixXf)->Arg(16)->Arg(64)->Arg(256);

void map_flops(State& state) {
  const Index columns = state.range(0), rows = 15000 / columns;  // small enough to stay in the heap
  const LinearMap map{Vector::Ones(columns), normal(columns, columns), {}};
  const RowMatrix<double> x = normal(rows, columns);
  for (auto _ : state) benchmark::DoNotOptimize(map.apply(x));
  count_items(state, static_cast<double>(2 * rows * columns * columns));
}
BENCHMARK(map_flops)->Arg(16)->Arg(128);

// As k-means asks without bounds: rows against all centres.
void nearest_center_flops(State& state) {
  const Index columns = state.range(0), k = state.range(1), rows = 512;
  const RowMatrix<float> x = normal<float>(rows, columns);
  const Eigen::VectorXf norms = x.rowwise().squaredNorm();
  std::vector<const float*> pointers;
  for (Index i = 0; i < rows; ++i) pointers.push_back(x.row(i).data());
  NearestCenter<float> centers(k, columns);
  centers.set_centers(normal(k, columns, 1));
  NearestCenter<float>::Scratch scratch;
  std::vector<std::int32_t> nearest(static_cast<std::size_t>(rows));
  for (auto _ : state) centers.find<const float*>(pointers, norms.data(), scratch, nearest.data());
  benchmark::DoNotOptimize(nearest.data());
  count_items(state, static_cast<double>(2 * rows * k * columns));
}
BENCHMARK(nearest_center_flops)->Args({16, 50})->Args({64, 256})->Args({256, 100});

void symmetric_eigen_of(State& state) {
  const Matrix a = planted_scatter(state.range(0), 0);
  for (auto _ : state) benchmark::DoNotOptimize(symmetric_eigen(a));
}
BENCHMARK(symmetric_eigen_of)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

void leading_eigen_of(State& state) {
  const Matrix a = planted_scatter(state.range(0), 0);
  for (auto _ : state) benchmark::DoNotOptimize(leading_eigen(a, 10));
}
BENCHMARK(leading_eigen_of)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

void generalized_eigen_of(State& state) {
  const Matrix a = planted_scatter(state.range(0), 0), n = planted_scatter(state.range(0), 1);
  for (auto _ : state) benchmark::DoNotOptimize(generalized_eigen(a, n, 1e-10));
}
BENCHMARK(generalized_eigen_of)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

void numbers_from_text(State& state) {
  Random random(0);
  std::vector<std::string> words(1000);
  for (std::string& word : words) word = fmt::format("{:.6g}", random.normal());
  for (auto _ : state)
    for (const std::string& word : words) benchmark::DoNotOptimize(parse_finite(word));
  count_items(state, static_cast<double>(words.size()));
}
BENCHMARK(numbers_from_text);

void words_from_text(State& state) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "The Größe of a well-known straße, 12.5 per cent; ";
  Breaker breaker({});
  const TextPlace place{"text"};
  Index words = 0;
  for (auto _ : state) {
    words = 0;
    breaker.each(text, place, [&](std::string_view) { ++words; });
  }
  count_items(state, static_cast<double>(words));
}
BENCHMARK(words_from_text);

void codes_of_numbers(State& state) {
  const std::vector<Index> codes = random_codes(state.range(0), 1 << 14, 0);
  const std::vector<std::int64_t> numbers(codes.begin(), codes.end());
  for (auto _ : state) benchmark::DoNotOptimize(encode_numbers(numbers));
  count_items(state, static_cast<double>(numbers.size()));
}
BENCHMARK(codes_of_numbers)->Arg(1 << 17);

void tabulated_rows(State& state) {
  const std::vector<Index> clusters = random_codes(state.range(0), 60, 0),
                           labels = random_codes(state.range(0), 50, 1);
  for (auto _ : state) benchmark::DoNotOptimize(tabulate(clusters, labels));
  count_items(state, static_cast<double>(clusters.size()));
}
BENCHMARK(tabulated_rows)->Arg(1 << 17);

}  // namespace

int main(int count, char** words) {
  const germane::OneThread guard;
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
