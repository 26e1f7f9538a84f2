#include "cli/law/verify_law.hpp"

#include <fmt/format.h>

#include "cli/interrupt.hpp"
#include "cli/law/law_text.hpp"
#include "cli/text.hpp"
#include "law/certificate/certificate.hpp"
#include "law/coq.hpp"

namespace grundy::cli {

Status verify_law(const std::string& file, double seconds, bool as_json, bool& answer_is_no) {
  const auto certificate = law::read_certificate_file(file);
  if (!certificate) return certificate.error();
  law::Limits limits;
  limits.seconds = seconds;
  Json laws = Json::array();
  for (const law::Certified& law : certificate->laws) {
    const auto judged = law::judge(*certificate, law, limits, &stop_on_interrupt());
    if (!judged) return judged.error();
    answer_is_no = answer_is_no || !judged->holds;
    laws.push_back({{"text", law.claim.text},
                    {"status", law.status},
                    {"holds", judged->holds},
                    {"why", judged->why},
                    {"positions", judged->positions}});
    if (!as_json)
      fmt::print("{}: {}\n  {:<11} {}\n", positions_text(certificate->rules, certificate->section),
                 law.claim.text, judged->holds ? law.status : "refused", judged->why);
  }
  if (as_json) print(Json{{"game", certificate->rules.name}, {"law", file}, {"laws", laws}});
  return {};
}

Status print_law_for_coq(const std::string& file, double seconds) {
  const auto certificate = law::read_certificate_file(file);
  if (!certificate) return certificate.error();
  if (certificate->laws.size() != 1)
    return Error{Errc::unsupported,
                 fmt::format("{}: {} laws; coq gets one", file, certificate->laws.size())};
  law::Limits limits;
  limits.seconds = seconds;
  const auto text = law::in_coq(*certificate, certificate->laws[0],
                                {fmt::format("{}, the law of {}.", certificate->rules.name, file),
                                 "Printed by `grundy verify`, which has not judged it."},
                                limits, &stop_on_interrupt());
  if (!text) return text.error();
  fmt::print("{}", *text);
  return {};
}

}  // namespace grundy::cli
