#include "count.hpp"

#include <fmt/format.h>

#include <atomic>
#include <limits>
#include <string>

#include "arguments.hpp"
#include "ask/count/count.hpp"
#include "ask/expression.hpp"
#include "base/machine.hpp"
#include "docs.hpp"
#include "errors.hpp"
#include "progress.hpp"
#include "rules/language/parser.hpp"
#include "waiting.hpp"

namespace grundy::python {
namespace {

std::optional<std::int64_t> modulus_from(const py::object& mod) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  if (mod.is_none()) return std::nullopt;
  if (!PyIndex_Check(mod.ptr())) raise_type("mod", "an integer", mod);
  const std::int64_t modulus = nearest_from(index_of(mod));
  if (modulus < 1 || modulus > most)
    raise({Errc::usage,
           fmt::format("option `mod` is {}; expected 1 to 2^62", readable(index_of(mod)))});
  return modulus;
}

py::object number_of(count::Number number) {
  return py::int_(py::str(count::to_string(number)));
}

py::object count_positions(const py::object& asked, const py::object& condition,
                           const py::object& outcome, const py::object& sum_coordinates,
                           const py::object& mod, const py::object& misere, const py::object& rules,
                           const py::object& threads, const py::object& memory,
                           const py::object& progress) {
  const std::string expression = required_text_from(asked, "expression");
  const std::string where = required_text_from(condition, "where");
  std::vector<rules::Rules> more;
  if (const Text text = text_from(rules, "rules")) more = unwrap(rules::parse(*text, "rules"));
  query::Games games(query::catalogue_and(std::move(more)));
  Parts parts;
  std::atomic<bool> stop{false};
  count::Options options;
  options.outcome = outcome_from(outcome);
  options.sum_coordinates = flag_from(sum_coordinates, "sum_coordinates");
  options.convention = convention_from(misere);
  options.modulus = modulus_from(mod);
  options.threads = threads_from(threads);
  options.memory_limit = bytes_from(memory).value_or(memory::available_memory());
  options.stop = &stop;
  options.progress = [&](std::string_view part, std::uint64_t of) { return parts.begin(part, of); };
  const Progress reporter(progress, "count", "positions");
  const auto amount = unwrap(without_gil([&] {
    return session::watched(
        stop,
        [&]() -> Result<count::Amount> {
          const auto question = count::read(expression, where, games);
          if (!question) return question.error();
          return count::count(*question, options);
        },
        [&] { return parts.report(reporter); });
  }));
  return number_of(options.sum_coordinates ? amount.sum : amount.count);
}

}  // namespace

void bind_count(py::module_& module) {
  module.def("count", &count_positions, py::arg("expression"), py::arg("where"), py::kw_only(),
             py::arg("outcome") = "P", py::arg("sum_coordinates") = false,
             py::arg("mod") = py::none(), py::arg("misere") = py::none(),
             py::arg("rules") = py::none(), py::arg("threads") = 0, py::arg("memory") = py::none(),
             py::arg("progress") = py::none(), docs::count);
}

}  // namespace grundy::python
