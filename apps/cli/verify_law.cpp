#include "verify_law.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "interrupt.hpp"
#include "law_text.hpp"
#include "text.hpp"

namespace grundy::cli {
Result<law::Certificate> read_law(const std::string& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed))
    return Error{Errc::usage,
                 fmt::format("{}: a folder; expected a file that `grundy law -o` wrote", path)};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{Errc::io, fmt::format("{}: cannot be read: {}", path,
                                       std::generic_category().message(errno))};
  std::ostringstream text;
  text << file.rdbuf();  // fails where the file is empty
  return law::read_certificate(text.str(), path);
}

Status verify_law(const std::string& file, double seconds, bool as_json, bool& answer_is_no) {
  const auto certificate = read_law(file);
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
