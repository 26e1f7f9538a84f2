#include "differential/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rules/language/parser.hpp"

namespace grundy::differential {
namespace {

Result<rules::Rules> parse(const Question& question) {
  auto games = rules::parse(to_text(question.game), "game");
  if (!games) return games.error();
  return std::move(games->front());
}

}  // namespace

Asked ask(const Question& question, Tally& tally) {
  ++tally.games;
  auto rules = parse(question);
  if (!rules) return {};
  ++tally.accepted;
  if (!is_defined(*rules, question.quantity, question.convention)) {
    ++tally.open;
    return {};
  }
  const Box box = box_of(question, *rules);
  auto values = expected_values(*rules, box, question.quantity, question.convention);
  if (!values && values.error().code == Errc::memory) {
    ++tally.slow;
    return {};
  }
  if (!values && is_endless_play(values.error())) {
    ++tally.endless;
    return {std::nullopt,
            answer_where_none_is(*rules, box, question.quantity, question.convention)};
  }
  if (!values) return {std::nullopt, "the oracle: " + values.error().message};
  ++tally.compared;
  return {Known{std::make_shared<const rules::Rules>(*std::move(rules)), box, question.quantity,
                question.convention, *std::move(values)},
          std::nullopt};
}

Question Questions::next(const Coverage& so_far) {
  for (std::uint64_t passed = 0;; ++passed) {
    Question question = random_question(seed_++);
    if (plain_ > 0) {
      --plain_;
      return question;
    }
    if (passed == 64 || so_far.promises(constructs_of(question.game))) return question;
  }
}

Question Questions::next_with(const generator::Constructs& wanted) {
  for (;;) {
    Question question = random_question(seed_++);
    for (const std::string& construct : constructs_of(question.game))
      if (wanted.contains(construct)) return question;
  }
}

generator::Constructs still_wanted(const generator::Constructs& constructs, const Counts& counts,
                                   std::uint64_t each) {
  generator::Constructs wanted;
  for (const std::string& construct : constructs)
    if (const auto found = counts.find(construct); found == counts.end() || found->second < each)
      wanted.insert(construct);
  return wanted;
}

std::optional<Difference> examine(const Question& question, Tally& tally) try {
  const Asked asked = ask(question, tally);
  if (asked.wrong) return Difference{question, {}, *asked.wrong};
  if (!asked.known) return std::nullopt;
  generator::Constructs constructs = constructs_of(question.game);
  for (const std::string& construct : constructs) ++tally.constructs[construct];
  for (const Way& way : random_ways(question.seed)) {
    const Verdict verdict = judge(way, *asked.known);
    if (verdict.difference) return Difference{question, way, *verdict.difference};
    if (verdict.refused) ++tally.refused;
    if (verdict.kernel.empty()) continue;
    ++tally.runs;
    ++tally.kernels[verdict.kernel];
    constructs.insert(verdict.facts.begin(), verdict.facts.end());
    tally.coverage.add(constructs, verdict.kernel, question.quantity, question.convention);
  }
  return std::nullopt;
} catch (const std::exception& internal) {
  return Difference{question, {}, fmt::format("internal error: {}", internal.what())};
}

std::string to_text(const Question& question) {
  std::string box = "?";
  if (const auto rules = parse(question))
    box = fmt::format("{}", fmt::join(box_of(question, *rules).high, ","));
  return fmt::format("seed {}\n{}  grundy solve FILE --box {} --value {}{}\n", question.seed,
                     to_text(question.game), box, to_string(question.quantity),
                     question.convention == Convention::misere ? " --misere" : "");
}

std::string to_text(const Difference& difference) {
  return fmt::format("{}  by {}\n  {}\n", to_text(difference.question), to_text(difference.way),
                     difference.what);
}

}  // namespace grundy::differential
