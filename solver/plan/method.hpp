// plan/method.hpp: which kernel solves the positions, and why.
//
// A kernel serves a family of rules. Whether rules belong to it is read off their form by the
// family's own recogniser, never off their name. The candidates of a question are asked in
// order, the fastest first; `generic` or `search` is always left.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "plan/bit_rows.hpp"
#include "plan/ray_nimbers.hpp"
#include "plan/rays.hpp"
#include "plan/split.hpp"
#include "plan/steps.hpp"
#include "plan/take_and_break.hpp"
#include "rules/rules.hpp"

namespace grundy::plan {

// generic  positions one after the other from the values of their options; any rules
//          whose values follow from the values of single positions
// search   whole sums, position by position, for what nimbers do not tell: remoteness,
//          and misère play, of rules whose options are sums
// ray      x - k d for every k >= 1: outcomes row by row, nimbers by the value sets of lines
// offset   x + v for finitely many v, and rays: outcomes, 64 or more positions an operation
// step     one heap, n - k for every k of a set: nimbers and outcomes, many heaps at a time
// split    sums of two positions that differ along one axis, and x - v: nimbers
// sparse   one heap under an octal code: nimbers, by the sparse space and with proved periods; also
//          where the two parts of a heap must differ
enum class Kernel : std::uint8_t { generic, search, ray, offset, step, split, sparse };

std::string_view to_string(Kernel kernel) noexcept;

// Every kernel's name, for --kernel.
std::vector<std::string_view> kernel_names();

// The rules as the kernel's family reads them; nothing for generic and search.
using Family = std::variant<std::monostate, Rays, RayNimbers, BitRows, Steps, Splits, TakeAndBreak>;

struct Method {
  Kernel kernel = Kernel::generic;
  Quantity computed = Quantity::nimber;  // nimbers, where outcomes are found by them
  std::string reason;                    // why it applies
  std::vector<std::string> declined;     // "ray: line 4 is no ray": of the candidates before it
  Family family;
  std::string symmetry;  // what a family's kernel makes of interchangeable coordinates
};

struct Question {
  const rules::Rules& rules;
  const Box& box;
  const Box& closure;
  Quantity quantity;
  Convention convention;
};

// `asked` is the name of a kernel or "auto". Errc::usage for a name that there is not, or a
// kernel that does not apply, with the reason.
Result<Method> choose_method(const Question& question, std::string_view asked);

}  // namespace grundy::plan
