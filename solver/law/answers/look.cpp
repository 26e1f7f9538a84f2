#include "law/answers/look.hpp"

#include "base/machine.hpp"
#include "law/certificate/section.hpp"
#include "law/find.hpp"
#include "law/report.hpp"
#include "law/timer.hpp"

namespace grundy::law {
namespace {

// Of the box that guesses are compared with.
constexpr double part_for_box = 0.15;
constexpr std::uint64_t positions_of_box = 1 << 18;

bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && *stop;
}

Result<Question> question_of(const Sought& sought, const Limits& limits,
                             const std::atomic<bool>* stop) {
  Question question;
  if (sought.section.empty()) {
    question.rules = sought.rules;
  } else {
    auto within = section_of(sought.rules, sought.section, limits, stop);
    if (!within) return within.error();
    question.rules = *std::move(within);
    question.section = sought.section;
  }
  question.quantity = sought.quantity;
  question.convention = sought.convention;
  question.limits = limits;
  question.solving.memory_limit = limits.bytes;
  question.solving.stop = stop;
  question.solving.seconds = part_for_box * limits.seconds;
  question.solving.positions = positions_of_box;
  return question;
}

}  // namespace

Result<std::optional<Certificate>> look_for_law(const Sought& sought, double seconds,
                                                std::uint64_t bytes,
                                                const std::atomic<bool>* stop) {
  using None = std::optional<Certificate>;
  const Timer timer(seconds, Seconds::of_the_clock, stop);
  const auto question = question_of(sought, {seconds, bytes}, timer.flag());
  const auto found = question ? find(*question) : Result<Found>(question.error());
  if (is_set(stop)) return Error{Errc::interrupted, "stopped"};
  if (!found || !found->law || found->law->checked.standing != Standing::proved) return None();
  auto certificate = certificate_of(*question, *found);
  certificate.rules = sought.rules;
  return std::optional(std::move(certificate));
}

Result<bool> is_confirmed(const Certificate& certificate, const Sought& sought, double seconds,
                          std::uint64_t bytes, const std::atomic<bool>* stop) {
  const rules::Rules& rules = certificate.rules;
  if (rules.text != sought.rules.text || rules.parameters != sought.rules.parameters ||
      certificate.section != sought.section || certificate.convention != sought.convention ||
      certificate.laws.size() != 1)
    return false;
  const Certified& law = certificate.laws.front();
  if (law.status != "proved" || law.claim.quantity != sought.quantity) return false;
  const auto judged = judge(certificate, law, {seconds, bytes}, stop);
  if (is_set(stop)) return Error{Errc::interrupted, "stopped"};
  return judged && judged->holds;
}

}  // namespace grundy::law
