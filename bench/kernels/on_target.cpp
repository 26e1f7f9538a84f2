#include "on_target.hpp"

#include <string>

#include "kernels/isa.hpp"

namespace grundy::bench {

bool on_every_target(std::string_view kernel, std::initializer_list<std::int64_t> sizes, Run run) {
  for (const std::string_view isa : kernels::isa_names())
    for (const std::int64_t size : sizes) {
      const std::string name =
          std::string(kernel) + "/" + std::string(isa) + "/" + std::to_string(size);
      benchmark::RegisterBenchmark(name.c_str(), [run, isa, size](benchmark::State& state) {
        kernels::force_isa(isa);
        run(state, size);
        kernels::choose_isa();
      });
    }
  return true;
}

void report(benchmark::State& state, bool right, std::int64_t items) {
  if (!right) return state.SkipWithError("wrong answer");
  state.SetItemsProcessed(state.iterations() * items);
}

}  // namespace grundy::bench
