#include "server/admission.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "server/negotiation.hpp"

namespace grundy::server {
namespace {

// What a body becomes while it is read, compared with its size: "1," is a coordinate of 8 bytes,
// and a vector that grows has room for twice as much.
constexpr std::uint64_t growth = 10;

http::Refusal no_route(const http::Request& request, const Router& router) {
  const std::string methods = router.methods_of(request.path);
  if (methods.empty()) return {404, "there is nothing here; /openapi.json says what there is"};
  return {405, fmt::format("this can be asked for with {}", methods), {{"Allow", methods}}};
}

// Positions and terms are many; of anything else two would be one too many.
bool may_repeat(std::string_view name) {
  return name == "at" || name == "term";
}

bool is_switch(std::string_view name) {
  return name == "misere" || name == "remoteness";
}

std::optional<http::Refusal> judge_parameters(const http::Request& request) {
  for (const auto& [name, value] : request.query) {
    const auto same = [&name = name](const auto& other) { return other.first == name; };
    if (!may_repeat(name) && std::ranges::count_if(request.query, same) > 1)
      return http::Refusal{400, fmt::format("the parameter `{}` stands there once", name)};
    if (is_switch(name) && value != "0" && value != "1")
      return http::Refusal{400, fmt::format("`{}={}`: it is 0 or 1", name, value)};
  }
  return std::nullopt;
}

std::optional<http::Refusal> judge_query(const http::Request& request, const Route& route) {
  for (const auto& [name, value] : request.query)
    if (std::ranges::find(route.parameters, name) == route.parameters.end())
      return http::Refusal{400, route.parameters.empty()
                                    ? "there are no parameters here"
                                    : fmt::format("there is no parameter `{}` here; there is {}",
                                                  name, fmt::join(route.parameters, ", "))};
  return judge_parameters(request);
}

std::optional<http::Refusal> judge_body(const http::Request& request, const Route& route,
                                        const Limits& limits) {
  if (!request.field("content-length")) return http::Refusal{411, "a body has a Content-Length"};
  if (request.content_length > limits.body)
    return http::Refusal{413, fmt::format("a body has at most {} bytes", limits.body)};
  const std::string type = media_type_of(request.field("content-type").value_or("")).name;
  if (std::ranges::find(route.types, type) == route.types.end())
    return http::Refusal{415, fmt::format("a body here is {}", fmt::join(route.types, " or "))};
  return std::nullopt;
}

}  // namespace

http::Admission admit(const http::Request& request, const Router& router, const Limits& limits,
                      Budget& budget) {
  const bool is_post = request.method == "POST";
  if (!is_post && request.content_length > 0) return {http::Refusal{400, "only POST has a body"}};
  if (request.method == "OPTIONS") {
    const bool is_there = request.path.empty() || !router.methods_of(request.path).empty();
    if (is_there) return {};
    return {no_route(request, router)};
  }
  const auto match = router.find(request);
  if (!match) return {no_route(request, router)};
  const Route& route = router.routes()[match->route];
  http::Admission admission{judge_query(request, route), route.runs, nullptr};
  if (!admission.refusal && is_post) admission.refusal = judge_body(request, route, limits);
  if (admission.refusal || request.content_length == 0) return admission;
  const std::uint64_t held = growth * request.content_length;
  if (held > budget.all()) {
    admission.refusal =
        http::Refusal{413, fmt::format("a body of {} bytes may take {} bytes of memory; all "
                                       "requests in hand have {}: send less at once",
                                       request.content_length, held, budget.all())};
    return admission;
  }
  admission.holding = budget.take(held);
  if (!admission.holding)
    admission.refusal = http::Refusal{
        503, "other requests take the memory that there is; try again", {{"Retry-After", "1"}}};
  return admission;
}

}  // namespace grundy::server
