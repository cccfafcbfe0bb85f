#include "germane/stats/ranks.h"

#include "germane/base/error.h"
#include "germane/base/text.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <tuple>
#include <utility>
#include <vector>

#ifdef GERMANE_MPI
#include <mpi.h>
#endif

namespace germane {
namespace {

// What went wrong, in a byte that can be sent.
enum class Kind : char { kNothing = '0', kInput = 'i', kNumerical = 'n', kStopped = 's' };

std::exception_ptr error_of(Kind kind, const std::string& text) {
  switch (kind) {
    case Kind::kNothing:
      return nullptr;
    case Kind::kStopped:
      return std::make_exception_ptr(Interrupted());
    case Kind::kInput:
      return std::make_exception_ptr(InputError("{}", text));
    case Kind::kNumerical:
      break;
  }
  return std::make_exception_ptr(NumericalError("{}", text));
}

std::pair<Kind, std::string> read_error(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const InputError& input) {
    return {Kind::kInput, input.what()};
  } catch (const Interrupted& stopped) {
    return {Kind::kStopped, stopped.what()};
  } catch (const std::bad_alloc&) {
    return {Kind::kNumerical, "out of memory; use fewer columns, more ranks, or --threads 1"};
  } catch (const std::exception& other) {
    return {Kind::kNumerical, other.what()};
  }
}

int lowest_bit(int number) { return number & -number; }

}  // namespace

struct Ranks::Message {
  Kind kind = Kind::kNothing;
  bool left = false;  // some rank has gone, and takes part in no further step
  std::string step;
  std::string bytes;  // or, of an error, its text
  int rank = -1;      // of an error: whose it is; -1: it came of joining, and says itself
  int alike = 1;      // and how many ranks have the very same

  std::string pack() const {
    return fmt::format("{}{} {} {} {}\n", static_cast<char>(kind), left ? 'l' : 's', rank, alike,
                       step) +
           bytes;
  }
  static Message unpack(std::string packed) {
    Message message{static_cast<Kind>(packed[0]), packed[1] == 'l', "", ""};
    const std::size_t end = packed.find('\n');
    const std::vector<std::string> head = split(packed.substr(0, end), ' ');
    message.rank = std::stoi(head[1]);
    message.alike = std::stoi(head[2]);
    message.step = head[3];
    packed.erase(0, end + 1);
    message.bytes = std::move(packed);
    return message;
  }

  bool failed() const { return kind != Kind::kNothing; }
  void fail(const std::exception_ptr& error, int of) {
    std::tie(kind, bytes) = read_error(error);
    rank = of;
  }
  // The error of all: whose it is, unless it is everyone's.
  std::exception_ptr error(int ranks) const {
    const bool of_one = rank >= 0 && alike < ranks;
    return error_of(kind, of_one ? fmt::format("rank {}: {}", rank, bytes) : bytes);
  }

  // Joins what a rank to the right sent. Of two errors the left one stands.
  void take(Message other, const Merge& merge) {
    left = other.left = left || other.left;
    if (failed()) {
      if (other.kind == kind && other.bytes == bytes) alike += other.alike;
    } else if (other.failed()) {
      *this = std::move(other);
    } else if (other.step != step) {
      throw NumericalError("ranks are out of step: one is at '{}', one at '{}'", step, other.step);
    } else {
      bytes = merge(std::move(bytes), std::move(other.bytes));
    }
  }
};

Ranks::Message Ranks::work_of(std::string_view step, const Work& work) const {
  Message mine{Kind::kNothing, false, std::string(step), ""};
  try {
    mine.bytes = work();
  } catch (...) {
    mine.fail(std::current_exception(), rank());
  }
  return mine;
}

Ranks::Message Ranks::exchange(Message mine, const Merge& merge, Down down) {
  // Ranks nearer than this send theirs here.
  const int reach = rank() == 0 ? count() : lowest_bit(rank());
  int step = 1;
  for (; step < reach && rank() + step < count(); step *= 2) {
    Message other = Message::unpack(receive(rank() + step));
    try {
      mine.take(std::move(other), merge);
    } catch (...) {
      mine.fail(std::current_exception(), -1);
    }
  }
  std::string result;
  if (rank() == 0) {
    const bool whole = down == Down::kAll || mine.failed();
    result = (whole ? mine : Message{mine.kind, mine.left, mine.step, ""}).pack();
  } else {
    const int parent = rank() - lowest_bit(rank());
    send(parent, mine.pack());
    result = receive(parent);
    mine = Message::unpack(result);
  }
  while ((step /= 2) >= 1) send(rank() + step, result);
  return mine;
}

Ranks::Message Ranks::meeting(Message mine, const Merge& merge, Down down) {
  if (all_left_) std::rethrow_exception(end_);
  Message joined = exchange(std::move(mine), merge, down);
  if (!joined.failed()) return joined;
  const std::exception_ptr error = joined.error(count());
  if (joined.left) {
    all_left_ = true;
    end_ = error;
  }
  std::rethrow_exception(error);
}

std::string Ranks::join(std::string_view step, const Work& work, const Merge& merge) {
  return meeting(work_of(step, work), merge, Down::kAll).bytes;
}

std::string Ranks::collect(std::string_view step, const Work& work) {
  Message joined = meeting(
      work_of(step, work),
      [](std::string left, const std::string& right) { return std::move(left.append(right)); },
      Down::kNothing);
  return leads() ? std::move(joined.bytes) : "";
}

void Ranks::fold(std::string_view step, std::span<double> numbers, const Fold& merge) {
  const auto bytes_of = [](std::span<const double> span) {
    return std::string(reinterpret_cast<const char*>(span.data()), span.size_bytes());
  };
  const auto numbers_of = [&](const std::string& bytes) {
    std::vector<double> copy(bytes.size() / sizeof(double));
    if (!copy.empty()) std::memcpy(copy.data(), bytes.data(), copy.size() * sizeof(double));
    if (copy.size() != numbers.size())
      throw NumericalError("ranks are out of step at '{}': {} numbers and {}", step, copy.size(),
                           numbers.size());
    return copy;
  };
  const std::string joined = join(
      step, [&] { return bytes_of(numbers); },
      [&](const std::string& left, const std::string& right) {
        std::vector<double> sum = numbers_of(left);
        merge(sum, numbers_of(right));
        return bytes_of(sum);
      });
  std::ranges::copy(numbers_of(joined), numbers.begin());
}

void Ranks::sum(std::string_view step, std::span<double> numbers) {
  fold(step, numbers, [](std::span<double> left, std::span<const double> right) {
    for (std::size_t i = 0; i < left.size(); ++i) left[i] += right[i];
  });
}

void Ranks::meet(std::string_view step) { sum(step, {}); }

std::exception_ptr Ranks::leave(const std::exception_ptr& error) {
  if (all_left_) return end_;
  Message mine{Kind::kNothing, true, "end", ""};
  if (error) mine.fail(error, rank());
  const Message joined = exchange(
      std::move(mine), [](const std::string&, const std::string&) { return std::string(); },
      Down::kAll);
  all_left_ = true;
  end_ = error && joined.alike == count() ? error : joined.error(count());
  return end_;
}

namespace {

// How many processes whoever started this one says there are; 1 when nobody does.
int announced_processes() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS"}) {
    const char* value = std::getenv(name);
    if (!value) continue;
    // Inside an allocation of Slurm's, but not started by srun, there is one.
    if (std::string_view(name) == "SLURM_NTASKS" && !std::getenv("SLURM_STEP_ID")) continue;
    if (const auto number = parse_integer(value)) return static_cast<int>(*number);
  }
  return 1;
}

}  // namespace

#ifdef GERMANE_MPI

namespace {

constexpr int kTag = 0;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // MPI counts in int

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    int level = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
  }
  // A rank that never came to leave() would keep the others waiting.
  ~MpiRanks() override {
    if (count_ == 1 || all_left())
      MPI_Finalize();
    else
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int count() const override { return count_; }

 private:
  void send(int to, std::string_view bytes) override {
    const std::uint64_t size = bytes.size();
    MPI_Send(&size, sizeof size, MPI_BYTE, to, kTag, MPI_COMM_WORLD);
    for (std::size_t at = 0; at < bytes.size(); at += kMostAtOnce)
      MPI_Send(bytes.data() + at, static_cast<int>(std::min(kMostAtOnce, bytes.size() - at)),
               MPI_BYTE, to, kTag, MPI_COMM_WORLD);
  }
  std::string receive(int from) override {
    std::uint64_t size = 0;
    MPI_Recv(&size, sizeof size, MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::string bytes(size, '\0');
    for (std::size_t at = 0; at < size; at += kMostAtOnce)
      MPI_Recv(bytes.data() + at, static_cast<int>(std::min(kMostAtOnce, bytes.size() - at)),
               MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return bytes;
  }

  int rank_ = 0, count_ = 1;
};

}  // namespace

bool built_with_mpi() { return true; }

std::unique_ptr<Ranks> started_ranks() {
  if (announced_processes() == 1) return nullptr;
  auto ranks = std::make_unique<MpiRanks>();
  if (ranks->count() == 1) return nullptr;
  return ranks;
}

#else

bool built_with_mpi() { return false; }

std::unique_ptr<Ranks> started_ranks() {
  if (const int processes = announced_processes(); processes > 1)
    throw InputError(
        "started as one of {} processes, but this germane was built without MPI, so that each "
        "would do all of the work; build it with -DGERMANE_MPI=ON, or start one",
        processes);
  return nullptr;
}

#endif

}  // namespace germane
