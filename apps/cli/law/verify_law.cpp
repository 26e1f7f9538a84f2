#include "cli/law/verify_law.hpp"

#include <fmt/format.h>

#include "cli/interrupt.hpp"
#include "cli/law/law_text.hpp"
#include "cli/text.hpp"
#include "law/certificate/certificate.hpp"

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

}  // namespace grundy::cli
