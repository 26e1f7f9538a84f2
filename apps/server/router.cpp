#include "server/router.hpp"

namespace grundy::server {
namespace {

// What of the segment stands in the place of the pattern's {..}: "three_pile" for "three_pile.zarr"
// and "{t}.zarr"; nothing if it does not fit.
std::optional<std::string_view> part_of(std::string_view segment, std::string_view pattern) {
  const std::string_view after = pattern.substr(pattern.find('}') + 1);
  if (segment.size() <= after.size() || !segment.ends_with(after)) return std::nullopt;
  return segment.substr(0, segment.size() - after.size());
}

}  // namespace

Router::Router(std::vector<Route> routes) : routes_(std::move(routes)) {
  for (const Route& route : routes_) {
    auto& segments = segments_.emplace_back();
    for (const std::string_view segment :
         http::split(std::string_view(route.pattern).substr(1), '/'))
      segments.emplace_back(segment);
  }
}

std::optional<Match> Router::match(std::size_t route, const std::vector<std::string>& path) const {
  const auto& segments = segments_[route];
  if (segments.size() != path.size()) return std::nullopt;
  Match match{route, {}};
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!segments[i].starts_with('{')) {
      if (segments[i] != path[i]) return std::nullopt;
      continue;
    }
    const auto part = part_of(path[i], segments[i]);
    if (!part) return std::nullopt;
    match.parts.push_back(*part);
  }
  return match;
}

std::optional<Match> Router::find(const http::Request& request) const {
  const std::string_view method =
      request.method == "HEAD" ? "GET" : std::string_view(request.method);
  for (std::size_t route = 0; route < routes_.size(); ++route)
    if (routes_[route].method == method)
      if (auto found = match(route, request.path)) return found;
  return std::nullopt;
}

std::string Router::methods_of(const std::vector<std::string>& path) const {
  std::string methods;
  for (std::size_t route = 0; route < routes_.size(); ++route)
    if (match(route, path)) methods += routes_[route].method == "GET" ? "GET, HEAD, " : "POST, ";
  return methods.empty() ? methods : methods + "OPTIONS";
}

}  // namespace grundy::server
