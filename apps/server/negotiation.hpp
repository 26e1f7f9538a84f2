// server/negotiation.hpp: what a client sends, and what it takes: media types and encodings.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/http/message.hpp"

namespace grundy::server {

inline constexpr std::string_view values_type = "application/x-grundy-values";

// "application/json; charset=utf-8", all in small letters.
struct MediaType {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters;

  std::string_view parameter(std::string_view key) const;  // empty if there is none
};
MediaType media_type_of(std::string_view field);

// Of the types that are offered the one that the field Accept likes best, of equals the first;
// nothing if it takes none. Without the field anything goes.
std::optional<std::string_view> choose(const std::optional<std::string>& accept,
                                       std::span<const std::string_view> offers);

// 406, with what there is.
http::Answer not_acceptable(std::span<const std::string_view> offers);

// Whether the field Accept-Encoding takes gzip.
bool takes_gzip(const std::optional<std::string>& accept_encoding);

}  // namespace grundy::server
