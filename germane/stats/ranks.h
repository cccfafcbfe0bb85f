// The processes of one job (`mpirun -n N germane ...`), which share the rows of a table.
//
// They meet in one kind of step: every rank works on what it has, the results are joined, and all
// get the same. Neighbours are joined first, by a tree that depends on the number of ranks alone,
// always the lower rank on the left; so the bits are the same in every run.
// Cost: log2(ranks) messages up the tree, and as many down.
//
// A rank that throws inside a step takes part in it with its error, and then all ranks throw that
// error, with its rank named unless it is the error of every rank. A rank that throws elsewhere
// brings its error to leave(). Nobody waits for a rank that has failed. Ranks that come to
// different steps are told so.
//
// This header and ranks.cpp are all that knows of MPI; what carries the messages is a subclass, so
// that tests have ranks without it.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace germane {

class Ranks {
 public:
  using Work = std::function<std::string()>;
  using Merge = std::function<std::string(std::string left, std::string right)>;

  virtual ~Ranks() = default;
  virtual int rank() const = 0;   // from 0
  virtual int count() const = 0;  // 2 or more
  bool leads() const { return rank() == 0; }

  // What the ranks' work made, joined; the same on all of them. `step` names it in errors.
  std::string join(std::string_view step, const Work& work, const Merge& merge);
  // One after the other, in the order of ranks. On rank 0 alone: "" on the others.
  std::string collect(std::string_view step, const Work& work);
  // Number by number, as many on every rank.
  using Fold = std::function<void(std::span<double> left, std::span<const double> right)>;
  void fold(std::string_view step, std::span<double> numbers, const Fold& merge);
  void sum(std::string_view step, std::span<double> numbers);
  // Waits for all; throws where one has failed.
  void meet(std::string_view step);

  // The last step of a rank that goes: with all others, or because of an error, which the others
  // then throw in the step they are in. Returns what all agree on: the error of the first rank that
  // had one, or null.
  std::exception_ptr leave(const std::exception_ptr& error);

 protected:
  virtual void send(int to, std::string_view bytes) = 0;
  virtual std::string receive(int from) = 0;
  bool all_left() const { return all_left_; }

 private:
  struct Message;
  enum class Down { kAll, kNothing };
  Message exchange(Message mine, const Merge& merge, Down down);
  Message meeting(Message mine, const Merge& merge, Down down);
  Message work_of(std::string_view step, const Work& work) const;

  bool all_left_ = false;
  std::exception_ptr end_;  // what they ended with
};

// The ranks that mpirun (or srun) started; null when this process was started alone. Throws
// InputError when there are several processes and this build has no MPI. To be called once, and to
// be kept until the process ends; who ends without leave() ends the job.
std::unique_ptr<Ranks> started_ranks();

bool built_with_mpi();

}  // namespace germane
