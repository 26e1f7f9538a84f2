#include "verify/verify.hpp"

#include <algorithm>
#include <utility>

#include "table/table_directory.hpp"
#include "verify/budget.hpp"
#include "verify/rules_of_table.hpp"

namespace grundy::verify {
namespace {

using Kind = table::Finding::Kind;

class Run {
 public:
  Run(const Request& request, const Budget& budget, const table::Table& table,
      parallel::Executor& executor)
      : request_(request), budget_(budget), table_(table), executor_(executor) {}

  Result<Report> run() {
    report_.info = table_.info();
    report_.values_asked = request_.effort.full || request_.effort.samples > 0;
    if (Status s = judge(); !s) return s.error();
    if (report_.definition && !report_.ok()) report_.definition->proved = false;
    return std::move(report_);
  }

 private:
  Status judge() {
    if (Status s = files(); !s || shards_damaged()) return s;
    if (Status s = contents(); !s) return s;
    return definition();
  }

  // Each pass has findings of its own, lest those of one crowd out the next one's.
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

  // Metadata that was changed can still be judged by what it says; values that cannot be read
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
