#include "work.hpp"

#include <fmt/format.h>

#include "core/digest.hpp"

namespace grundy::bench {
namespace {

template <class Value, class IsP>
Answer answer_of(std::span<const Value> values, const IsP& is_p) {
  Answer answer;
  Digest digest;
  for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
    digest.add(rank, values[rank]);
    answer.p_positions += is_p(values[rank]);
  }
  answer.digest = digest.hex();
  return answer;
}

constexpr auto is_zero = [](unsigned value) { return value == 0; };

}  // namespace

Answer answer_of_outcomes(std::span<const std::uint8_t> outcomes) {
  Answer answer;
  Digest digest;
  for (std::uint64_t rank = 0; rank < outcomes.size(); ++rank) {
    if (outcomes[rank] != 0) continue;
    digest.add(rank, 0);
    ++answer.p_positions;
  }
  answer.digest = digest.hex();
  return answer;
}

Answer answer_of_nimbers(std::span<const std::uint8_t> nimbers) {
  return answer_of(nimbers, is_zero);
}
Answer answer_of_nimbers(std::span<const std::uint16_t> nimbers) {
  return answer_of(nimbers, is_zero);
}

Answer answer_of_remoteness(std::span<const std::uint16_t> remoteness) {
  return answer_of(remoteness, [](unsigned plies) { return plies % 2 == 0; });
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
