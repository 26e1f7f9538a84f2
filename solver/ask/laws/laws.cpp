#include "ask/laws/laws.hpp"

#include "ask/session/solving.hpp"
#include "law/report.hpp"
#include "rules/language/parse_claim.hpp"

namespace grundy::session {
namespace {

std::string text_of(const law::Json& json) {
  return json.dump(-1, ' ', false, law::Json::error_handler_t::replace);
}

// `what` is what a law is asked for with, and `law` what is known of it.
template <class What, class Law>
void add_code(const What& what, const Law& law, LawTold& told) {
  const auto code = [&](law::Form form) {
    const auto text = law::function_of(what, law, form);
    return text ? *text : std::string();
  };
  told.c = code(law::Form::c);
  told.python = code(law::Form::python);
  told.tex = code(law::Form::tex);
}

Result<LawTold> checked(const LawAsked& asked, rules::Rules rules, const std::atomic<bool>* stop) {
  auto task = law_asked<law::Task>(asked, std::move(rules), stop);
  if (!task) return task.error();
  auto claim = rules::parse_claim(*asked.claim, task->rules);
  if (!claim) return claim.error();
  task->claim = *std::move(claim);
  const auto checked = law::check(*task);
  if (!checked) return checked.error();
  LawTold told{text_of(law::report(*task, *checked)), {}, {}, {}, {}};
  add_code(*task, *checked, told);
  return told;
}

Result<LawTold> found(const LawAsked& asked, rules::Rules rules, const std::atomic<bool>* stop) {
  auto question = law_asked<law::Question>(asked, std::move(rules), stop);
  if (!question) return question.error();
  question->quantity = quantity_of_law(*question, asked.solve.quantity);
  const auto found = law::find(*question);
  if (!found) return found.error();
  if (found->unfinished == law::Unfinished::stopped) return Error{Errc::interrupted, "stopped"};
  LawTold told{text_of(law::report(*question, *found, {})), {}, {}, {}, {}};
  if (!found->law) return told;
  told.certificate = certificate_text(certificate_of(*question, *found));
  add_code(*question, *found->law, told);
  return told;
}

Result<LawTold> told(const LawAsked& asked, const std::atomic<bool>* stop) {
  auto rules = solve::load_rules(asked.solve);
  if (!rules) return rules.error();
  return asked.claim ? checked(asked, *std::move(rules), stop)
                     : found(asked, *std::move(rules), stop);
}

}  // namespace

Quantity quantity_of_law(const law::Question& question, const std::optional<Quantity>& asked) {
  const bool nimbers =
      question.convention == Convention::normal && !question.rules.has_ending(Outcome::N);
  return asked.value_or(nimbers ? Quantity::nimber : Quantity::outcome);
}

Result<LawTold> tell_law(const LawAsked& asked, const std::function<bool()>& watch) {
  if (asked.solve.quantity == Quantity::remoteness)
    return Error{Errc::usage, "laws are about outcomes or nimbers, not about remoteness"};
  std::atomic<bool> stop{false};
  return watched(
      stop, [&] { return told(asked, &stop); }, [&] { return !watch || watch(); });
}

}  // namespace grundy::session
