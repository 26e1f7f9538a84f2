#include "verify/mistake.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "rules/language/parser.hpp"

namespace grundy::verify {
namespace {

std::string line(std::string_view name, std::string_view text) {
  return fmt::format("{:<12} {}\n", name, text);
}

std::string contents(const Mistake& mistake) {
  std::string text =
      "A value that Grundy found does not follow from the rules: a mistake of Grundy.\n"
      "Please report it, with all that is written here.\n\n";
  text += line("game", mistake.rules.name);
  for (const auto& [name, value] : mistake.rules.parameters)
    text += line("parameter", fmt::format("{}={}", name, rules::to_string(value)));
  text += line("value", fmt::format("{}, {} play", to_string(mistake.quantity),
                                    to_string(mistake.convention)));
  text += line("position", to_string(mistake.position));
  text += line("found", mistake.found);
  text += line("but", mistake.but);
  for (const auto& [name, what] : mistake.how) text += line(name, what);
  return text + fmt::format("\n{}\n", mistake.rules.text);
}

bool write(const std::string& text, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  return !file.fail();
}

}  // namespace

Error report(const Mistake& mistake, const std::filesystem::path& file) {
  const bool kept = write(contents(mistake), file);
  return {Errc::wrong,
          fmt::format("{}: the {} of {} was found to be {}, but {}: a mistake of Grundy, so no "
                      "result is reported; please report it {}",
                      mistake.rules.name, to_string(mistake.quantity), to_string(mistake.position),
                      mistake.found, mistake.but,
                      kept ? fmt::format("with the file {}", file.string())
                           : "with the rules and this message")};
}

std::filesystem::path mistake_file() {
  std::error_code none;
  std::filesystem::path directory = std::filesystem::temp_directory_path(none);
  if (none) directory = ".";
  return directory / fmt::format("grundy-mistake-{}.txt", ::getpid());
}

}  // namespace grundy::verify
