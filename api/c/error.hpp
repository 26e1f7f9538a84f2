// c/error.hpp: the border that errors cross, and exceptions do not.
#pragma once
#include <fmt/format.h>

#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "grundy.h"

namespace grundy::c {

// Keeps the message for grundy_error_message() and says which status this is.
int fail(const Error& error) noexcept;
int fail_for_memory(const std::bad_alloc& refused) noexcept;
int fail_for_our_fault(const char* what) noexcept;

// Runs the body of an entry point, which returns a Status.
template <class Body>
int guarded(const Body& body) noexcept {
  try {
    const Status status = body();
    return status ? static_cast<int>(GRUNDY_OK) : fail(status.error());
  } catch (const std::bad_alloc& refused) {
    return fail_for_memory(refused);
  } catch (const std::exception& exception) {
    return fail_for_our_fault(exception.what());
  } catch (...) {
    return fail_for_our_fault("an exception of an unknown kind");
  }
}

// A pointer that an entry point cannot do without.
inline Status required(const void* argument, std::string_view name) {
  if (argument != nullptr) return {};
  return Error{Errc::usage, fmt::format("`{}` is NULL", name)};
}

}  // namespace grundy::c
