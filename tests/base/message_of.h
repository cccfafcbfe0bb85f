// The message of the error that an action throws, for tests of refusals.
#pragma once

#include "germane/base/error.h"

#include <gtest/gtest.h>

#include <string>

namespace germane {

template <class Expected = InputError, class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Expected& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace germane
