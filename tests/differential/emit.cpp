#include "differential/emit.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/cell_window.hpp"
#include "differential/question.hpp"
#include "differential/run.hpp"
#include "rules/language/parser.hpp"

namespace grundy::differential {
namespace {

using nlohmann::ordered_json;

std::optional<ordered_json> line(const Question& question) {
  ordered_json line{{"seed", question.seed}, {"text", to_text(question.game)}};
  const auto games = rules::parse(to_text(question.game), "game");
  if (!games) {
    line["error"] = games.error().message;
    return line;
  }
  const rules::Rules& rules = games->front();
  if (!is_defined(rules, question.quantity, question.convention)) return std::nullopt;
  const Box box = box_of(question, rules);
  const auto values = expected_values(rules, box, question.quantity, question.convention);
  if (!values) return std::nullopt;
  line["low"] = rules.written(box.low);
  line["high"] = rules.written(box.high);
  line["quantity"] = to_string(question.quantity);
  line["convention"] = to_string(question.convention);
  line["values"] = ordered_json::array();
  for (const std::uint32_t value : *values)
    if (value != no_position(sizeof value)) line["values"].push_back(value);
  return line;
}

}  // namespace

void emit(std::uint64_t first, std::uint64_t count, std::FILE* out) {
  for (std::uint64_t seed = first; count > 0; ++seed)
    if (const auto found = line(random_question(seed))) {
      fmt::print(out, "{}\n", found->dump());
      --count;
    }
}

void emit_each(std::uint64_t first, const generator::Constructs& constructs, std::uint64_t each,
               std::FILE* out) {
  Counts counts;
  Questions questions(first, 0);
  for (;;) {
    const generator::Constructs wanted = still_wanted(constructs, counts, each);
    if (wanted.empty()) return;
    const Question question = questions.next_with(wanted);
    const auto found = line(question);
    if (!found || !found->contains("values")) continue;
    for (const std::string& construct : constructs_of(question.game)) ++counts[construct];
    fmt::print(out, "{}\n", found->dump());
  }
}

}  // namespace grundy::differential
