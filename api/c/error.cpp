#include "error.hpp"

#include <string>

#include "base/machine.hpp"

namespace grundy::c {
namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): as errno, one for each thread
thread_local std::string last_message;
// Points into last_message, or to a text that took no memory.
thread_local const char* last_error = "";
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

int status_of(Errc code) noexcept {
  switch (code) {
    case Errc::usage:
      return GRUNDY_USAGE;
    case Errc::rules:
      return GRUNDY_RULES;
    case Errc::unsupported:
      return GRUNDY_UNSUPPORTED;
    case Errc::corrupt:
      return GRUNDY_CORRUPT;
    case Errc::io:
      return GRUNDY_IO;
    case Errc::memory:
      return GRUNDY_MEMORY;
    case Errc::interrupted:
      return GRUNDY_INTERRUPTED;
    case Errc::wrong:
      return GRUNDY_WRONG;
    case Errc::unchecked:
      return GRUNDY_UNCHECKED;
  }
  return GRUNDY_INTERNAL;
}

}  // namespace

int fail(const Error& error) noexcept {
  try {
    last_message = error.message;
    last_error = last_message.c_str();
  } catch (const std::bad_alloc&) {
    last_error = "there was not even memory to say what went wrong";
  }
  return status_of(error.code);
}

int fail_for_memory(const std::bad_alloc& refused) noexcept {
  last_error = "out of memory; ask for less, or for fewer threads";
  if (dynamic_cast<const OutOfMemory*>(&refused) == nullptr) return GRUNDY_MEMORY;
  return fail({Errc::memory, fmt::format("out of memory: {}; ask for less, or for fewer threads",
                                         refused.what())});
}

int fail_for_our_fault(const char* what) noexcept {
  try {
    last_message = fmt::format("a fault of Grundy: {}; please report it", what);
    last_error = last_message.c_str();
  } catch (...) {
    last_error = "a fault of Grundy; please report it";
  }
  return GRUNDY_INTERNAL;
}

}  // namespace grundy::c

const char* grundy_error_message() {
  return grundy::c::last_error;
}
