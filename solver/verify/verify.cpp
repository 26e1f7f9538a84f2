#include "verify/verify.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "rules/language/parser.hpp"
#include "rules/membership.hpp"
#include "rules/proofs/termination.hpp"
#include "rules/rules.hpp"
#include "table/table_directory.hpp"
#include "verify/task.hpp"

namespace grundy::verify {

namespace {

using table::Finding;
using Kind = Finding::Kind;

Finding difference(std::string what, std::string stored = "", std::string expected = "") {
  return {.kind = Finding::Kind::difference,
          .file = table::metadata_name,
          .what = std::move(what),
          .stored = std::move(stored),
          .expected = std::move(expected)};
}

Result<rules::Rules> parse(const table::TableSpec& spec) {
  rules::Parameters parameters;
  for (const auto& [name, value] : spec.parameters) {
    const auto parameter = rules::parse_override(fmt::format("{}={}", name, value));
    if (!parameter) return parameter.error();
    parameters.insert(*parameter);
  }
  auto games = rules::parse(spec.rules, "rules", parameters);
  if (!games) return games.error();
  if (games->size() != 1 && !games->front().joint)
    return Error{Errc::rules, fmt::format("{} games, expected one", games->size())};
  return std::move(games->front());
}

bool same_parameters(const rules::Rules& rules, const table::TableSpec& spec) {
  return std::ranges::equal(rules.parameters, spec.parameters, [](const auto& a, const auto& b) {
    return a.first == b.first && rules::to_string(a.second) == b.second;
  });
}

// Whether the rules allow these axes to be exchanged.
bool interchangeable(const rules::Rules& rules, const std::vector<std::size_t>& axes) {
  return std::ranges::any_of(rules.symmetric, [&](const auto& group) {
    return std::ranges::all_of(
        axes, [&](std::size_t axis) { return std::ranges::find(group, axis) != group.end(); });
  });
}

// The first attribute of the table that does not fit the rules.
std::optional<Finding> misfit(const rules::Rules& rules, const table::TableSpec& spec) {
  if (rules.name != spec.game)
    return difference("game: the rules are of another", spec.game, rules.name);
  if (rules.coordinate_names() != spec.coordinates)
    return difference("coordinates: not those of the rules",
                      fmt::format("{}", fmt::join(spec.coordinates, ", ")),
                      fmt::format("{}", fmt::join(rules.coordinate_names(), ", ")));
  if (const std::string where = rules::Membership(rules).text(); where != spec.where)
    return difference("where: not that of the rules", spec.where, where);
  if (!same_parameters(rules, spec)) return difference("parameters: not those of the rules");
  if (rules.low_corner() != spec.box.low)
    return difference("origin: the ranges of the coordinates begin elsewhere",
                      to_string(spec.box.low), to_string(rules.low_corner()));
  for (std::size_t axis = 0; axis < spec.box.dimensions(); ++axis)
    if (const auto& high = rules.coordinates[axis].high; high && spec.box.high[axis] > *high)
      return difference("shape: the ranges of the coordinates end before the box",
                        to_string(spec.box.high),
                        fmt::format("{} <= {}", spec.coordinates[axis], *high));
  // Where none is proved, options that the table does not hold leave their positions open.
  const auto closure = rules::closure(rules, spec.box);
  const Box* const box = std::get_if<Box>(&closure);
  if (box && !spec.closure.contains(*box))
    return difference("closure: moves lead beyond it", to_string(spec.closure.high),
                      to_string(box->high));
  for (const auto& group : spec.sorted_axes)
    if (!interchangeable(rules, group))
      return difference("sorted_axes: the rules do not let them change places");
  if (spec.quantity == Quantity::nimber && rules.has_ending(Outcome::N))
    return difference("quantity: rules with 'won when' have no nimbers");
  return std::nullopt;
}

// False if the game was given as a graph: then the text of its rules is a comment.
bool has_rules(const table::TableSpec& spec) {
  return spec.game != "graph" || !spec.rules.starts_with("# graph ") ||
         spec.coordinates != std::vector<std::string>{"vertex"};
}

// Reads the table's rules with its parameters and compares them with its other attributes: name,
// coordinates, low corner, closure, the axes it sorts by, whether there are nimbers. Nothing, and a
// finding, if they do not fit.
std::optional<rules::Rules> rules_of(const table::TableSpec& spec, table::Findings& findings) {
  auto rules = parse(spec);
  if (!rules) {
    findings.add(difference("rules cannot be read: " + rules.error().message));
    return std::nullopt;
  }
  if (auto found = misfit(*rules, spec)) {
    findings.add(*std::move(found));
    return std::nullopt;
  }
  return *std::move(rules);
}

class Run {
 public:
  Run(const Request& request, const Budget& budget, const table::Table& table,
      parallel::Executor& executor)
      : request_(request), budget_(budget), table_(table), executor_(executor) {}

  Result<Report> run() {
    report_.info = table_.info();
    report_.values_asked = request_.effort.full || request_.effort.samples > 0;
    if (Status s = run_passes(); !s) return s.error();
    if (report_.definition && !report_.ok()) report_.definition->proved = false;
    return std::move(report_);
  }

 private:
  Status run_passes() {
    if (Status s = files(); !s || shards_damaged()) return s;
    if (Status s = contents(); !s) return s;
    return definition();
  }

  // Each pass has its own findings, so that those of one do not crowd out those of the next.
  Status files() {
    table::Findings findings;
    const auto found = check_files(begin("files", stored_cells(table_), findings));
    if (!found) return found.error();
    report_.files = *found;
    end(findings);
    return {};
  }

  Status contents() {
    table::Findings findings;
    auto found =
        check_contents(begin("contents", contents_size(table_), findings), budget_.contents);
    if (!found) return found.error();
    report_.contents = *std::move(found);
    end(findings);
    return {};
  }

  Status definition() {
    if (!has_rules(table_.info().spec)) return {};
    table::Findings findings;
    if (const auto rules = rules_of(table_.info().spec, findings)) {
      const std::uint64_t size = definition_size(table_, request_.effort);
      const auto found =
          check_definition(begin("definition", size, findings), *rules, request_.effort, budget_);
      if (!found) return found.error();
      report_.definition = *found;
    }
    end(findings);
    return {};
  }

  Task begin(std::string_view pass, std::uint64_t of, table::Findings& findings) const {
    return {request_.table, table_,
            executor_,      findings,
            request_.stop,  request_.progress ? request_.progress(pass, of) : nullptr};
  }

  void end(const table::Findings& findings) {
    report_.damages += findings.count(Kind::damage);
    report_.differences += findings.count(Kind::difference);
    for (table::Finding& finding : findings.listed())
      report_.findings.push_back(std::move(finding));
  }

  // Metadata that was changed can still be checked against the values; shards that cannot be read
  // cannot.
  bool shards_damaged() const {
    return std::ranges::any_of(report_.findings, [](const table::Finding& finding) {
      return finding.kind == Kind::damage && finding.file != table::metadata_name;
    });
  }

  const Request& request_;
  const Budget& budget_;
  const table::Table& table_;
  parallel::Executor& executor_;
  Report report_;
};

}  // namespace

Result<Report> run(const Request& request, parallel::Executor& executor) {
  const auto budget = Budget::of(request.memory, executor.threads());
  if (!budget) return budget.error();
  const auto table = table::Table::open(request.table, budget->cache);
  if (!table) return table.error();
  return Run(request, *budget, *table, executor).run();
}

}  // namespace grundy::verify
