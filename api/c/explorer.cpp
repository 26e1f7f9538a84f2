// c/explorer.cpp: games that are functions.
#include <atomic>
#include <memory>

#include "arguments.hpp"
#include "base/machine.hpp"
#include "error.hpp"
#include "programs/c_program.hpp"
#include "programs/program_search.hpp"

struct grundy_explorer {
  grundy_program program;
  std::atomic<bool> stop{false};
  grundy::programs::ProgramSearch search;

  grundy_explorer(const grundy_program& given, grundy::Convention convention,
                  const grundy_explorer_options& options)
      : program(given),
        search(grundy::programs::program_of(given), convention, limits_of(options)) {}

 private:
  grundy::lazy::SearchLimits limits_of(const grundy_explorer_options& options) {
    grundy::lazy::SearchLimits limits;
    limits.bytes = options.memory_bytes ? options.memory_bytes : grundy::memory::available_memory();
    limits.stop = &stop;
    if (options.progress)
      limits.progress = [this, watch = options.progress,
                         user = options.user](const grundy::lazy::SearchProgress& so_far) {
        if (watch(user, so_far.positions, 0) != 0) stop = true;
      };
    return limits;
  }
};

namespace grundy::c {
namespace {

Status make(const grundy_program* given, const grundy_explorer_options* given_options,
            grundy_explorer** explorer) {
  if (Status there = required(explorer, "explorer"); !there) return there;
  *explorer = nullptr;
  if (Status there = required(given, "program"); !there) return there;
  const auto program = options_from(given, "grundy_program");
  if (!program) return program.error();
  if (!program->options)
    return Error{Errc::usage, "the `options` of a grundy_program are NULL; it needs a function"};
  const auto options = given_options ? options_from(given_options, "grundy_explorer_options")
                                     : grundy_explorer_options{};
  if (!options) return options.error();
  const auto convention = convention_from(options->convention);
  if (!convention) return convention.error();
  *explorer = std::make_unique<grundy_explorer>(*program, convention->value_or(Convention::normal),
                                                *options)
                  .release();
  return {};
}

Status answer(grundy_explorer& explorer, const programs::Sum& sum, int* outcome,
              std::int64_t* nimber) {
  explorer.stop = false;
  const auto found = explorer.search.evaluate(sum);
  if (!found) return found.error();
  if (outcome) *outcome = to_c(found->outcome);
  if (nimber) *nimber = to_c(found->nimber);
  return {};
}

}  // namespace
}  // namespace grundy::c

int grundy_explorer_new(const grundy_program* program, const grundy_explorer_options* options,
                        grundy_explorer** explorer) {
  return grundy::c::guarded([&] { return grundy::c::make(program, options, explorer); });
}

void grundy_explorer_free(grundy_explorer* explorer) {
  delete explorer;
}

int grundy_explorer_value(grundy_explorer* explorer, const char* text, int* outcome,
                          int64_t* nimber) {
  using namespace grundy::c;
  return guarded([&]() -> grundy::Status {
    if (grundy::Status there = required(explorer, "explorer"); !there) return there;
    if (grundy::Status there = required(text, "text"); !there) return there;
    const auto sum = grundy::programs::sum_of(explorer->program, text);
    return sum ? answer(*explorer, *sum, outcome, nimber) : grundy::Status(sum.error());
  });
}

int grundy_explorer_key(grundy_explorer* explorer, const void* key, size_t key_size, int* outcome,
                        int64_t* nimber) {
  using namespace grundy::c;
  return guarded([&]() -> grundy::Status {
    if (grundy::Status there = required(explorer, "explorer"); !there) return there;
    if (key_size > 0)
      if (grundy::Status there = required(key, "key"); !there) return there;
    const auto* bytes = static_cast<const char*>(key);
    return answer(*explorer, {grundy::programs::Key(bytes, bytes + key_size)}, outcome, nimber);
  });
}

uint64_t grundy_explorer_positions(const grundy_explorer* explorer) {
  return explorer ? explorer->search.positions() : 0;
}
