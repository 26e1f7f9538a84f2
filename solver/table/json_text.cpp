#include "table/json_text.hpp"

namespace grundy::table {

using nlohmann::json;

std::string to_text(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<json> parse_text(std::string_view text) {
  json document = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) return Error{Errc::corrupt, "not a JSON text"};
  return document;
}

}  // namespace grundy::table
