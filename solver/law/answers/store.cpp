#include "law/answers/store.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "rules/language/parser.hpp"
#include "table/codec.hpp"
#include "table/durable_file.hpp"

namespace grundy::law {
namespace {

// FNV-1a: the name of a file, the same in every run. Laws whose names are equal replace each other.
std::uint64_t name_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::string key_of(const Sought& sought) {
  std::string key = fmt::format("{}\n{} {}\n", sought.rules.text, to_string(sought.convention),
                                to_string(sought.quantity));
  for (const auto& [name, value] : sought.rules.parameters)
    key += fmt::format("{}={}\n", name, rules::to_string(value));
  for (const auto& end : sought.section) key += end ? fmt::format("{},", *end) : ":,";
  return key;
}

std::string head_of(std::string_view body) {
  return fmt::format("grundy-kept-law 1 {} {:08x}\n", body.size(),
                     table::crc32c(std::as_bytes(std::span(body))));
}

}  // namespace

std::optional<std::filesystem::path> cache_folder() {
  const auto given = [](const char* name) -> std::optional<std::filesystem::path> {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value != '/') return std::nullopt;
    return std::filesystem::path(value);
  };
  if (const auto caches = given("XDG_CACHE_HOME")) return *caches / "grundy";
  if (const auto home = given("HOME")) return *home / ".cache" / "grundy";
  return std::nullopt;
}

std::filesystem::path Store::file_of(const Sought& sought) const {
  return folder_ / fmt::format("{:016x}.law", name_of(key_of(sought)));
}

std::optional<Certificate> Store::load(const Sought& sought) const {
  const std::filesystem::path path = file_of(sought);
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream whole;
  whole << file.rdbuf();
  const std::string text = std::move(whole).str();
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  const std::string_view body = std::string_view(text).substr(end + 1);
  if (std::string_view(text).substr(0, end + 1) != head_of(body)) return std::nullopt;
  auto certificate = read_certificate(body, path.string());
  if (!certificate) return std::nullopt;
  return *std::move(certificate);
}

void Store::save(const Sought& sought, const Certificate& certificate) const {
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed) return;
  const std::string body = certificate_text(certificate);
  const std::string text = head_of(body) + body;
  static_cast<void>(table::write_durably(file_of(sought), std::as_bytes(std::span(text)),
                                         table::Lasting::unsure));
}

}  // namespace grundy::law
