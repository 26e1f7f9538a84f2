// law/judged.hpp: what is said of the first law of a file.
#pragma once
#include <string>

#include "law/certificate/certificate.hpp"

namespace grundy::law {

// "holds: WHY", "refused: WHY", or "error MESSAGE".
inline std::string judged(const std::string& text, const Limits& limits) {
  const auto read = read_certificate(text, "F.law");
  if (!read) return "error " + read.error().message;
  const auto judged = judge(*read, read->laws.at(0), limits, nullptr);
  if (!judged) return "error " + judged.error().message;
  return (judged->holds ? "holds: " : "refused: ") + judged->why;
}

inline std::string judged(const Certificate& certificate, const Limits& limits) {
  return judged(certificate_text(certificate), limits);
}

}  // namespace grundy::law
