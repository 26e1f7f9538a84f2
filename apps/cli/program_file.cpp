#include "cli/program_file.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cli/failure.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/streams.hpp"
#include "programs/c_program.hpp"
#include "programs/program_search.hpp"
#include "table/reached.hpp"

namespace grundy::cli {
namespace {

Error no_program(const std::string& file, const std::string& what) {
  return {Errc::usage, fmt::format("{}: {}; a program is a shared object that defines "
                                   "grundy_program_main, see docs/programs.md",
                                   file, what)};
}

// Of the file, which stays loaded.
Result<grundy_program> load(const std::string& file) {
  // A name without a slash would be looked for in the folders of libraries.
  const std::string path = std::filesystem::absolute(file).string();
  void* const object = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) {
    const char* const why = ::dlerror();
    return no_program(file, why ? why : "it cannot be loaded");
  }
  const auto entry = reinterpret_cast<grundy_program_entry>(::dlsym(object, "grundy_program_main"));
  if (entry == nullptr) return no_program(file, "it does not define grundy_program_main");
  const grundy_program* const given = entry();
  if (given == nullptr) return no_program(file, "grundy_program_main returns NULL");
  if (given->size == 0 || given->size > sizeof(grundy_program))
    return no_program(file, fmt::format("its `size` is {}, and a grundy_program has {} bytes here",
                                        given->size, sizeof(grundy_program)));
  grundy_program program{};  // of an older header it ends sooner
  std::memcpy(&program, given, given->size);
  if (program.options == nullptr || program.start == nullptr)
    return no_program(file, "its `options` or its `start` is NULL");
  return program;
}

}  // namespace

Status answer_by_program(
    const std::string& file, const ExpressionChoice& choice, const std::vector<std::string>& texts,
    const std::string& reached,
    const std::function<void(const std::string& text, const query::Value& value)>& print) {
  const auto program = load(file);
  if (!program) return program.error();
  lazy::SearchLimits limits;
  limits.bytes = memory_limit(choice.memory);
  limits.stop = &stop_on_interrupt();
  limits.progress = [shown = choice.shown](const lazy::SearchProgress& progress) {
    shown->set_searched(progress.positions);
  };
  programs::ProgramSearch search(programs::program_of(*program),
                                 choice.misere ? Convention::misere : Convention::normal,
                                 std::move(limits));
  Refusals refusals("expression", choice.as_json);
  const auto answer = [&](const std::string& text, std::size_t line) -> Status {
    const auto found = [&]() -> Result<programs::ProgramSearch::Answer> {
      const ShownProgress progress(choice);
      const auto sum = programs::sum_of(*program, text.c_str());
      if (!sum) return sum.error();
      return search.evaluate(*sum);
    }();
    if (!found) return refusals.add(found.error(), text, line);
    query::Value value;
    value.outcome = found->outcome;
    value.nimber = found->nimber;
    print(text, value);
    return flush_results();
  };
  for (const std::string& text : texts) {
    Status done = text == "-" ? for_each_line(answer) : answer(text, 0);
    if (!done) return done;
  }
  if (!reached.empty()) {
    std::vector<table::Reached> positions;
    search.for_each([&](std::string_view key, std::uint32_t nimber) {
      positions.push_back({key, nimber});
    });
    if (Status s = table::write_reached(reached, std::move(positions)); !s) return s;
  }
  return refusals.end();
}

}  // namespace grundy::cli
