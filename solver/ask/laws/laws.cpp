#include "ask/laws/laws.hpp"

#include "ask/session/solving.hpp"
#include "law/report.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/proofs/interleaved.hpp"

namespace grundy::session {
namespace {

std::string text_of(const law::Json& json) {
  return json.dump(-1, ' ', false, law::Json::error_handler_t::replace);
}

// `what` is what a law is asked for with, and `law` what is known of it.
template <class What, class Law>
void add_code(const What& what, const Law& law, LawAnswer& answer) {
  const auto code = [&](law::Form form) {
    const auto text = law::function_of(what, law, form);
    return text ? *text : std::string();
  };
  answer.c = code(law::Form::c);
  answer.python = code(law::Form::python);
  answer.tex = code(law::Form::tex);
}

Result<LawAnswer> checked(const LawAsked& asked, rules::Rules rules,
                          const std::atomic<bool>* stop) {
  auto subject = law_asked(asked, std::move(rules), stop);
  if (!subject) return subject.error();
  auto claim = rules::parse_claim(*asked.claim, subject->rules);
  if (!claim) return claim.error();
  const law::Task task = law::task_of(*std::move(subject), *std::move(claim));
  const auto checked = law::check(task);
  if (!checked) return checked.error();
  LawAnswer answer{text_of(law::report(task, *checked)), {}, {}, {}, {}};
  add_code(task, *checked, answer);
  return answer;
}

Result<LawAnswer> found(const LawAsked& asked, rules::Rules rules, const std::atomic<bool>* stop) {
  auto subject = law_asked(asked, std::move(rules), stop);
  if (!subject) return subject.error();
  law::Question question{*std::move(subject)};
  question.quantity = quantity_of_law(question, asked.solve.quantity);
  const auto found = law::find(question);
  if (!found) return found.error();
  if (found->unfinished == law::Unfinished::stopped) return Error{Errc::interrupted, "stopped"};
  LawAnswer answer{text_of(law::report(question, *found, {})), {}, {}, {}, {}};
  if (!found->law) return answer;
  answer.certificate = certificate_text(certificate_of(question, *found));
  add_code(question, *found->law, answer);
  return answer;
}

Result<LawAnswer> answer(const LawAsked& asked, const std::atomic<bool>* stop) {
  auto rules = solve::load_rules(asked.solve);
  if (!rules) return rules.error();
  return asked.claim ? checked(asked, *std::move(rules), stop)
                     : found(asked, *std::move(rules), stop);
}

}  // namespace

Result<law::Subject> law_asked(const LawAsked& asked, rules::Rules rules,
                               const std::atomic<bool>* stop) {
  if (const Status s = parallel::check_threads(asked.solve.threads); !s) return s.error();
  const std::uint64_t half = asked.solve.memory_limit.value_or(memory::available_memory()) / 2;
  if (rules.joint)
    if (auto one = rules::interleaved(rules); one && asked.section.empty()) rules = *std::move(one);
  law::Subject subject;
  subject.limits = {asked.seconds, half};
  if (!asked.section.empty()) {
    auto section = law::parse_section(asked.section, rules);
    if (!section) return section.error();
    subject.section = *std::move(section);
    auto within = law::section_of(rules, subject.section, subject.limits, stop);
    if (!within) return within.error();
    rules = *std::move(within);
  }
  subject.convention = asked.solve.convention.value_or(rules.convention);
  subject.high = asked.solve.high;
  if (subject.high.size() == 1)
    subject.high.resize(rules.written_dimensions(), subject.high.front());
  if (rules.joint && !subject.high.empty()) subject.high = rules.from_written(subject.high);
  subject.rules = std::move(rules);
  subject.solving.threads = asked.solve.threads;
  subject.solving.executor = asked.solve.executor;
  subject.solving.memory_limit = half;
  subject.solving.stop = stop;
  return subject;
}

Quantity quantity_of_law(const law::Subject& subject, const std::optional<Quantity>& asked) {
  const bool nimbers =
      subject.convention == Convention::normal && !subject.rules.has_ending(Outcome::N);
  return asked.value_or(nimbers ? Quantity::nimber : Quantity::outcome);
}

Result<LawAnswer> tell_law(const LawAsked& asked, const std::function<bool()>& watch) {
  if (asked.solve.quantity == Quantity::remoteness)
    return Error{Errc::usage, "laws are about outcomes or nimbers, not about remoteness"};
  std::atomic<bool> stop{false};
  return watched(
      stop, [&] { return answer(asked, &stop); }, [&] { return !watch || watch(); });
}

}  // namespace grundy::session
