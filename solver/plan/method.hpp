// plan/method.hpp: which family solves the positions, and why.
//
// Whether rules belong to a family is read off their form by its own recogniser, never off their
// name. The families are asked in order, the fastest first; `search` or `generic` is always left.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/value.hpp"
#include "methods/family.hpp"
#include "methods/scope.hpp"
#include "plan/families.hpp"

namespace grundy::plan {

// Every kernel's name, for --kernel, and the kernel of a name.
std::vector<std::string_view> kernel_names();
std::optional<Kernel> kernel_named(std::string_view name);

struct Method {
  Task task;
  Quantity computed;                  // nimbers, where outcomes are found by them
  std::string reason;                 // why it applies
  std::vector<std::string> declined;  // "ray, step: line 4 is no ray": of the families before it
  std::string symmetry;               // what is made of interchangeable coordinates, and why
  bool symmetry_used = false;
  std::uint64_t solved_positions = 0;  // without copies
  std::string limit;                   // values that the kernel cannot hold; empty: it holds all
  std::optional<std::uint64_t> largest_value;  // no value of `computed` exceeds it
  std::string period_proof;                    // these as family::Recognised says
  std::optional<family::ArithmeticPeriod> growth;
  bool takes_passes = false;
  std::optional<family::Passes> passes;
  std::optional<family::Ranks> ranks;
  std::string why_one_rank;

  Kernel kernel() const noexcept;
};

// `asked` is the name of a kernel or "auto". Errc::usage for a name that there is not, or a
// kernel that does not apply, with the reason; else the errors of recognisers. scope.computed does
// not count.
Result<Method> choose_method(const family::Scope& scope, std::string_view asked);

}  // namespace grundy::plan
