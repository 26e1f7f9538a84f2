#include "kernels/columns.hpp"

#include <algorithm>

namespace grundy::kernels {
namespace {

std::int64_t wrap(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}
std::uint64_t bits(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  if (b < 1) return 0;
  return a / b - (a % b < 0 ? 1 : 0);
}

std::int64_t ceil_quotient(std::int64_t a, std::int64_t b) {
  if (b < 1) return 0;
  return a / b + (a % b > 0 ? 1 : 0);
}

std::int64_t remainder(std::int64_t a, std::int64_t b) {
  if (b < 1) return 0;
  const std::int64_t r = a % b;
  return r < 0 ? r + b : r;
}

template <class Function>
void map(const Instruction& step, std::int64_t* columns, std::size_t width, Function function) {
  std::int64_t* out = columns + step.out * lanes;
  const std::int64_t* left = columns + step.left * lanes;
  const std::int64_t* right = columns + step.right * lanes;
  for (std::size_t lane = 0; lane < width; ++lane) out[lane] = function(left[lane], right[lane]);
}

}  // namespace

void evaluate(std::span<const Instruction> code, std::span<std::int64_t> columns,
              std::size_t width) noexcept {
  using I = std::int64_t;
  std::int64_t* const base = columns.data();
  for (const Instruction& step : code) {
    const auto each = [&](auto function) { map(step, base, width, function); };
    switch (step.op) {
      case Op::add:
        each([](I a, I b) { return wrap(bits(a) + bits(b)); });
        break;
      case Op::subtract:
        each([](I a, I b) { return wrap(bits(a) - bits(b)); });
        break;
      case Op::multiply:
        each([](I a, I b) { return wrap(bits(a) * bits(b)); });
        break;
      case Op::floor_divide:
        each(floor_quotient);
        break;
      case Op::ceil_divide:
        each(ceil_quotient);
        break;
      case Op::modulo:
        each(remainder);
        break;
      case Op::minimum:
        each([](I a, I b) { return std::min(a, b); });
        break;
      case Op::maximum:
        each([](I a, I b) { return std::max(a, b); });
        break;
      case Op::less:
        each([](I a, I b) { return I{a < b}; });
        break;
      case Op::less_equal:
        each([](I a, I b) { return I{a <= b}; });
        break;
      case Op::equal:
        each([](I a, I b) { return I{a == b}; });
        break;
      case Op::logical_and:
        each([](I a, I b) { return a & b; });
        break;
      case Op::logical_or:
        each([](I a, I b) { return a | b; });
        break;
      case Op::logical_not:
        each([](I a, I) { return I{a == 0}; });
        break;
    }
  }
}

}  // namespace grundy::kernels
