#include "server/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "server/conditions.hpp"
#include "server/explorer_files.hpp"

namespace grundy::server {
namespace {

// Nothing comes from elsewhere, nothing stands within the page, and no text becomes markup.
constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'";

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> types{
    {{".html", "text/html; charset=utf-8"},
     {".js", "text/javascript; charset=utf-8"},
     {".css", "text/css; charset=utf-8"},
     {".svg", "image/svg+xml"}}};

std::string_view type_of(std::string_view name) {
  const auto found =
      std::ranges::find_if(types, [&](const auto& type) { return name.ends_with(type.first); });
  return found == types.end() ? binary_type : found->second;
}

http::Answer send(const Asked& asked, std::string_view name) {
  const auto files = explorer_files();
  const auto file = std::ranges::find(files, name, &ExplorerFile::name);
  if (file == files.end()) return problem(404, "the explorer has no such file");
  http::Answer answer;
  answer.status = judge_conditions(asked.request, file->tag);
  if (answer.status == 200) answer = text_answer(std::string(file->text), type_of(name));
  answer.set("ETag", fmt::format("\"{}\"", file->tag));
  answer.set("Cache-Control", "no-cache");
  answer.set("Content-Security-Policy", std::string(policy));
  return answer;
}

}  // namespace

http::Answer get_page(const Asked& asked) {
  return send(asked, "index.html");
}

http::Answer get_explorer_file(const Asked& asked) {
  return send(asked, asked.parts.front());
}

}  // namespace grundy::server
