// base/error.hpp: how every library of Grundy reports errors.
//
// Bad input returns an Error. Its message names the place, what was found and what was expected.
// Options of the caller are written as "option `force`", which the command line turns into --force.
// Libraries never print or exit, and apart from proofs (rules/proofs/effort.hpp) they throw no
// exceptions of their own. Each outer layer translates Errc once, at its edge.
#pragma once
#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace grundy {

enum class Errc {
  usage,        // a request that makes no sense: exit status 2
  rules,        // rules or expressions that do not parse or cannot be played: 2
  unsupported,  // a sound request that this program cannot answer: 2
  corrupt,      // data that is damaged or not ours: 3
  io,           // the system refused to read or write: 4
  memory,       // more memory than allowed: 4
  interrupted,  // stopped on request: 130
  wrong,        // a solved value that contradicts the rules, a mistake of this program: 1
  unchecked,    // a requested check that could not check anything: 1
};

struct Error {
  Errc code;
  std::string message;
};

// Either a T or the Error that explains why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const noexcept { return state_.index() == 0; }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    assert(!*this);
    return *std::get_if<1>(&state_);
  }

 private:
  T& value() {
    assert(*this);
    return *std::get_if<0>(&state_);
  }
  const T& value() const {
    assert(*this);
    return *std::get_if<0>(&state_);
  }
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : failed_(true), error_(std::move(error)) {}
  explicit operator bool() const noexcept { return !failed_; }
  const Error& error() const {
    assert(failed_);
    return error_;
  }

 private:
  bool failed_ = false;
  Error error_{};
};

using Status = Result<void>;

}  // namespace grundy
