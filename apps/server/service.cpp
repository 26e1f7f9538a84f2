#include "server/service.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "server/admission.hpp"
#include "server/compression.hpp"
#include "server/conditions.hpp"
#include "server/negotiation.hpp"
#include "server/openapi.hpp"
#include "server/routes.hpp"

namespace grundy::server {
namespace {

constexpr std::size_t least_compressed = 1024;  // bytes: less would not get smaller by much

std::vector<std::string> names_of(const std::vector<Route>& routes) {
  std::vector<std::string> names;
  for (const Route& route : routes) names.push_back(route.method + " " + route.pattern);
  return names;
}

const std::string* find_field(const http::Answer& answer, std::string_view name) {
  const auto found = std::ranges::find(answer.fields, name, &http::Field::name);
  return found == answer.fields.end() ? nullptr : &found->value;
}

bool names_table(const Route& route) {
  return route.pattern.find("{t}") != std::string::npos;
}

std::string description_at(const std::string& base_url) {
  if (base_url.empty()) return std::string(openapi());
  Json json = Json::parse(openapi());
  json["servers"] = Json::array({{{"url", base_url}}});
  return to_text(json);
}

// 304 or 412 where the conditions of the request say so; else an empty answer with 200.
http::Answer answer_for(const http::Request& request, const std::string& tag) {
  http::Answer answer;
  if (!tag.empty()) answer.status = judge_conditions(request, tag);
  return answer;
}

// 406 in the place of an answer of a type that the client does not take.
void judge_type(const http::Request& request, http::Answer& answer) {
  const auto accept = request.field("accept");
  const std::string* const type = find_field(answer, "Content-Type");
  if (!accept || type == nullptr || answer.status >= 300) return;
  const MediaType sent = media_type_of(*type);
  const std::array<std::string_view, 1> offered{sent.name};
  if (!choose(accept, offered)) answer = not_acceptable(offered);
}

// Lets clients keep the answer and ask whether it is still so; or not, without a tag.
void tell_tag(const std::string& tag, http::Answer& answer) {
  if (tag.empty()) {
    if (find_field(answer, "ETag") == nullptr) answer.set("Cache-Control", "no-store");
  } else if (answer.status == 200 || answer.status == 304) {
    answer.set("ETag", fmt::format("\"{}\"", tag));
    answer.set("Cache-Control", "no-cache");
  }
}

// Nobody has the same bytes under the same tag, so what is compressed has another one.
void compress(const http::Request& request, http::Answer& answer) {
  const std::string* const type = find_field(answer, "Content-Type");
  if (type == nullptr || !is_compressible(*type) || answer.file || answer.pieces) return;
  answer.set("Vary", "Accept-Encoding");
  if (answer.body.size() < least_compressed || !takes_gzip(request.field("accept-encoding")))
    return;
  std::string packed = gzip(answer.body);
  if (packed.empty()) return;
  answer.body = std::move(packed);
  answer.set("Content-Encoding", "gzip");
  for (http::Field& field : answer.fields)
    if (field.name == "ETag") field.value.insert(field.value.size() - 1, "-gzip");
}

}  // namespace

Service::Service(std::shared_ptr<const Tables> tables, Access access, const Limits& limits,
                 LogForm log, const std::string& base_url)
    : access_(std::move(access)),
      lines_for_browsers_(lines_for_browsers(access_)),
      limits_(limits),
      log_(log),
      started_(std::time(nullptr)),
      budget_(limits.memory),
      pictures_(limits.pictures),
      router_(routes(base_url)),
      metrics_(names_of(router_.routes())) {
  set_tables(std::move(tables));
}

std::vector<Route> Service::routes(const std::string& base_url) {
  auto all = routes_of_tables(searches_, pictures_, description_at(base_url));
  all.push_back({"GET", "/health", {}, http::Runs::here, Depends::moment, [this](const Asked&) {
                   return health();
                 }});
  all.push_back({"GET", "/metrics", {}, http::Runs::here, Depends::moment, [this](const Asked&) {
                   return metrics();
                 }});
  return all;
}

http::Answer Service::health() const {
  http::Answer answer = json_answer({{"status", draining_ ? "draining" : "ok"}});
  if (draining_) answer.status = 503;
  return answer;
}

void Service::count_connections_by(std::function<std::size_t()> count) {
  const std::lock_guard lock(guard_);
  connections_ = std::move(count);
}

http::Answer Service::metrics() const {
  const auto connections = [&] {
    const std::lock_guard lock(guard_);
    return connections_();
  }();
  const TileCache::Counts pictures = pictures_.counts();
  Metrics::Gauges gauges{probed_,     pictures.found,      pictures.bytes, {},
                         connections, searches_.running(), draining_};
  for (const auto& [name, table] : tables()->all())
    gauges.decoded.emplace_back(name, table->table->decoded());
  return text_answer(metrics_.text(gauges), "text/plain; version=0.0.4; charset=utf-8");
}

std::shared_ptr<const Tables> Service::tables() const {
  const std::lock_guard lock(guard_);
  return tables_;
}

void Service::set_tables(std::shared_ptr<const Tables> tables) {
  searches_.set_tables(tables);
  const std::lock_guard lock(guard_);
  tables_ = std::move(tables);
}

http::Admission Service::admit(const http::Request& request) {
  if (!is_known_host(access_, request.host))
    return {http::Refusal{421, fmt::format("this server is not `{}`; names of its own are allowed "
                                           "with --allow-host",
                                           request.host)}};
  return server::admit(request, router_, limits_, budget_);
}

std::optional<http::Answer> Service::answer_briefly(const http::Request& request,
                                                    const std::atomic<bool>& stop) {
  std::atomic<bool> takes_long{false};
  auto answered = answer(request, stop, &takes_long);
  if (takes_long) return std::nullopt;
  return answered;
}

http::Answer Service::answer(const http::Request& request, const std::atomic<bool>& stop) {
  return answer(request, stop, nullptr);
}

http::Answer Service::answer(const http::Request& request, const std::atomic<bool>& stop,
                             std::atomic<bool>* takes_long) {
  http::Answer answer;
  try {
    answer = carry_out(request, stop, takes_long);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    answer = problem(500, fmt::format("a mistake of this program: {}", error.what()));
  }
  dress(request, answer);
  return answer;
}

http::Answer Service::carry_out(const http::Request& request, const std::atomic<bool>& stop,
                                std::atomic<bool>* takes_long) {
  if (request.method == "OPTIONS")
    return options_answer(
        access_, request,
        request.path.empty() ? "GET, HEAD, POST, OPTIONS" : router_.methods_of(request.path));
  const auto match = router_.find(request);
  const Route& route = router_.routes()[match->route];
  Asked asked = asked_by(request, *match, stop);
  asked.takes_long = takes_long;
  if (asked.table == nullptr && names_table(route))
    return problem(404, fmt::format("there is no table `{}` here", asked.parts.front()));
  const std::string tag = tag_of(route, asked);
  http::Answer answer = answer_for(request, tag);
  if (answer.status == 200) answer = route.handle(asked);
  // Files of tables that have been exchanged may be gone; what took their place can answer.
  const bool files_may_be_gone = answer.status == 404 || answer.status == 500;
  if (files_may_be_gone && asked.tables != tables()) return carry_out(request, stop, takes_long);
  judge_type(request, answer);
  tell_tag(tag, answer);
  return answer;
}

Asked Service::asked_by(const http::Request& request, const Match& match,
                        const std::atomic<bool>& stop) {
  Asked asked{request, match.parts, tables(), nullptr, limits_, budget_, probed_, stop};
  if (names_table(router_.routes()[match.route]))
    asked.table = asked.tables->find(asked.parts.front());
  return asked;
}

std::optional<http::Answer> Service::answer_at_once(const http::Request& request) {
  static const std::atomic<bool> never{false};
  const auto match = router_.find(request);
  const Route& route = router_.routes()[match->route];
  const Asked asked = asked_by(request, *match, never);
  if (asked.table == nullptr && names_table(route)) return std::nullopt;
  const std::string tag = tag_of(route, asked);
  std::optional<http::Answer> answer = answer_for(request, tag);
  if (answer->status == 200) answer = route.find_kept ? route.find_kept(asked) : std::nullopt;
  if (!answer) return std::nullopt;
  judge_type(request, *answer);
  tell_tag(tag, *answer);
  dress(request, *answer);
  return answer;
}

// Empty where an answer must not be kept. Other versions may answer otherwise.
std::string Service::tag_of(const Route& route, const Asked& asked) const {
  if (route.method != "GET") return {};
  switch (route.depends) {
    case Depends::nothing:
      return fmt::format("{}-{:x}", GRUNDY_VERSION, started_);
    case Depends::tables:
      return fmt::format("{}-{}", GRUNDY_VERSION, asked.tables->tag());
    case Depends::table:
      return fmt::format("{}-{}", GRUNDY_VERSION, asked.table->tag);
    case Depends::moment:
      break;
  }
  return {};
}

// What every answer gets.
void Service::dress(const http::Request& request, http::Answer& answer) const {
  compress(request, answer);
  answer.more_fields = lines_for_browsers_;
  if (find_field(answer, "Content-Security-Policy") == nullptr)  // the explorer has its own
    answer.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  add_origin_fields(access_, request, answer);
}

http::Answer Service::refuse(const http::Request& request, const http::Refusal& refusal) {
  http::Answer answer = problem(refusal);
  answer.set("Cache-Control", "no-store");
  dress(request, answer);
  return answer;
}

void Service::finished(const http::Exchange& exchange) {
  const auto match = router_.find(exchange.request);
  metrics_.count(match ? match->route : metrics_.no_route(), exchange.status, exchange.seconds,
                 exchange.bytes);
  if (log_ == LogForm::none) return;
  const std::string line = line_of(exchange, log_);
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace grundy::server
