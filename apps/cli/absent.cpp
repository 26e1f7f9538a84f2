// cli/absent.cpp: subcommands of parts that this program was built without. Their names stand in
// the list of commands all the same, and say how they are had.
#include <fmt/format.h>

#include <string>

#include "cli/commands.hpp"
#include "cli/law/proved_laws.hpp"
#include "cli/law/verify_law.hpp"

namespace grundy::cli {
namespace {

[[maybe_unused]] Error not_in_this_program(const std::string& command, const std::string& option) {
  return {Errc::unsupported,
          fmt::format("this program was built without `{}`; `scripts/grundy {}` builds it with "
                      "that, and so does cmake -D {}=ON",
                      command, command, option)};
}

[[maybe_unused]] void add_absent(CLI::App& app, Status& result, const std::string& command,
                                 const char* about, const std::string& option) {
  CLI::App* added = app.add_subcommand(command, fmt::format("{} (built on first use)", about));
  added->allow_extras();
  added->callback([&result, command, option] { result = not_in_this_program(command, option); });
}

}  // namespace

#ifndef GRUNDY_LAW
void add_law(CLI::App& app, Status& result) {
  add_absent(app, result, "law", about_law, "GRUNDY_LAW");
}
void add_check(CLI::App& app, Status& result, bool&) {
  add_absent(app, result, "check", about_check, "GRUNDY_LAW");
}
Status verify_law(const std::string&, double, bool, bool&) {
  return not_in_this_program("verify --law", "GRUNDY_LAW");
}
Status print_law_for_coq(const std::string&, double) {
  return not_in_this_program("verify --law", "GRUNDY_LAW");
}
void add_laws(session::Session&, double, std::uint64_t) {}
#endif
#ifndef GRUNDY_EXPORT
void add_export(CLI::App& app, Status& result) {
  add_absent(app, result, "export", about_export, "GRUNDY_EXPORT");
}
#endif
#ifndef GRUNDY_PLOT
void add_plot(CLI::App& app, Status& result) {
  add_absent(app, result, "plot", about_plot, "GRUNDY_PLOT");
}
#endif
#ifndef GRUNDY_GRAPH
void add_graph(CLI::App& app, Status& result) {
  add_absent(app, result, "graph", about_graph, "GRUNDY_GRAPH");
}
#endif
#ifndef GRUNDY_COUNT
void add_count(CLI::App& app, Status& result) {
  add_absent(app, result, "count", about_count, "GRUNDY_COUNT");
}
#endif
#ifndef GRUNDY_MEASURE
void add_bench(CLI::App& app, Status& result, bool&) {
  add_absent(app, result, "bench", about_bench, "GRUNDY_MEASURE");
}
#endif
#ifndef GRUNDY_SERVER
void add_serve(CLI::App& app, Status& result) {
  add_absent(app, result, "serve", about_serve, "GRUNDY_SERVER");
}
#endif

}  // namespace grundy::cli
