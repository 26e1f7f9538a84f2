#include "work.hpp"

#include <fmt/format.h>

#include "base/box.hpp"
#include "base/cell_window.hpp"
#include "base/digest.hpp"

namespace grundy::bench {
namespace {

constexpr bool is_p(Quantity quantity, std::uint32_t value) {
  return quantity == Quantity::remoteness ? value % 2 == 0 : value == 0;
}

// One position after the other, by the definition, but for the keys of axes, which are kept.
template <class Value>
Answer answer_of(Quantity quantity, std::span<const Value> values, const Sides& sides) {
  std::vector<std::vector<Residues>> keys;
  Box box;
  for (const std::size_t side : sides) {
    box.low.push_back(0);
    box.high.push_back(static_cast<std::int64_t>(side) - 1);
    auto& of_axis = keys.emplace_back();
    for (std::int64_t i = 0; i <= box.high.back(); ++i)
      of_axis.push_back(digest_fine(keys.size() - 1, i) * digest_coarse(keys.size() - 1, i));
  }
  Answer answer;
  Digest digest;
  for (std::uint64_t rank = 0; rank < values.size(); rank += sides.back()) {
    const Position row = box.position(rank);
    Residues of_row{1, 1};
    for (std::size_t axis = 0; axis + 1 < sides.size(); ++axis)
      of_row = of_row * keys[axis][static_cast<std::size_t>(row[axis])];
    for (std::size_t i = 0; i < sides.back(); ++i) {
      if (values[rank + i] == no_position(sizeof(Value))) continue;
      digest.add(of_row * keys.back()[i], digest_weight(quantity, values[rank + i]));
      answer.p_positions += is_p(quantity, values[rank + i]);
    }
  }
  answer.digest = digest.hex();
  return answer;
}

}  // namespace

Answer answer_of_outcomes(std::span<const std::uint8_t> outcomes, const Sides& sides) {
  return answer_of(Quantity::outcome, outcomes, sides);
}

Answer answer_of_nimbers(std::span<const std::uint8_t> nimbers, const Sides& sides) {
  return answer_of(Quantity::nimber, nimbers, sides);
}
Answer answer_of_nimbers(std::span<const std::uint16_t> nimbers, const Sides& sides) {
  return answer_of(Quantity::nimber, nimbers, sides);
}
Answer answer_of_remoteness(std::span<const std::uint16_t> remoteness, const Sides& sides) {
  return answer_of(Quantity::remoteness, remoteness, sides);
}

void report(benchmark::State& state, const Work& work, const Answer& answer) {
  if (answer != Answer{work.p_positions, std::string(work.digest)}) {
    state.SkipWithError(
        fmt::format("wrong answer: {} P-positions, digest {}", answer.p_positions, answer.digest)
            .c_str());
    return;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(work.positions));
  state.counters["P"] = static_cast<double>(answer.p_positions);
}

void skip(benchmark::State& state, const Error& error) {
  state.SkipWithError(error.message.c_str());
}

}  // namespace grundy::bench
