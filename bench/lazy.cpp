// bench/lazy.cpp: one large position, by searching what it can reach.
#include <memory>

#include "rules/language/catalogue.hpp"
#include "search/nimber_search.hpp"
#include "work.hpp"

namespace grundy::bench {
namespace {

// A query starts from nothing: the rules are compiled, and all positions looked for.
void multiplication_value(benchmark::State& state) {
  constexpr std::int64_t n = 4'000'000'000;
  constexpr std::size_t reached = 2339;  // by n; found, as the nimber was, by a Python program
  auto loaded = rules::load("multiplication");
  if (!loaded) return skip(state, loaded.error());
  const auto rules = std::make_shared<const rules::Rules>(std::move(*loaded));
  for (auto _ : state) {
    lazy::Meter meter;
    lazy::NimberSearch search(rules, meter);
    const auto nimber = search.nimber({n});
    if (!nimber) return skip(state, nimber.error());
    if (*nimber != 3 || search.positions() != reached)
      return state.SkipWithError("wrong answer: the nimber is 3, of 2339 positions");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(reached));
}

BENCHMARK(multiplication_value)->UseRealTime()->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace grundy::bench
