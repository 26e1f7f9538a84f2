// server/answers.hpp: answers in JSON, and what went wrong as RFC 9457 has it.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "server/http/message.hpp"

namespace grundy::server {

using Json = nlohmann::ordered_json;

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view problem_type = "application/problem+json";
inline constexpr std::string_view binary_type = "application/octet-stream";

// Bytes that are no UTF-8 become U+FFFD.
std::string to_text(const Json& json);

http::Answer text_answer(std::string text, std::string_view type);
http::Answer json_answer(const Json& json);

// {"type":"about:blank","title":"Not Found","status":404,"detail":..} and whatever `more` holds.
http::Answer problem(int status, std::string_view detail, const Json& more = {});
http::Answer problem(const http::Refusal& refusal);

// What an error of the libraries means here. An expression that cannot be read gets its column.
http::Answer problem(const Error& error);

}  // namespace grundy::server
