// The errors the library throws. It never prints, exits or aborts.
//
// A message says where, what is, what must be, and a way out:
//   groups.csv:41:3: 'x7' is not a chunklet number (an integer; -1 or empty = none)
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace germane {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The user can mend it: a wrong file, option, id or number.
class InputError : public Error {
 public:
  template <class... Args>
  explicit InputError(fmt::format_string<Args...> format, Args&&... args)
      : Error(fmt::format(format, std::forward<Args>(args)...)) {}
};

// Well-formed, but not computable: no spread, no feasible answer, no convergence of LAPACK.
class NumericalError : public Error {
 public:
  template <class... Args>
  explicit NumericalError(fmt::format_string<Args...> format, Args&&... args)
      : Error(fmt::format(format, std::forward<Args>(args)...)) {}
};

// The caller asked to stop (Progress::stop_requested); nothing was written.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace germane
