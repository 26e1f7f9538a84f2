#include "server/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace grundy::server {
namespace {

// The value of a label.
std::string label(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || c == '"') escaped += '\\';
    if (c == '\n')
      escaped += "\\n";
    else
      escaped += c;
  }
  return escaped;
}

}  // namespace

Metrics::Metrics(std::vector<std::string> routes) {
  routes.emplace_back("none");
  for (std::string& route : routes) routes_.emplace_back(std::move(route));
}

void Metrics::count(std::size_t route, int status, double seconds, std::uint64_t bytes) noexcept {
  Route& of = routes_[route];
  ++of.statuses[static_cast<std::size_t>(status / 100)];
  const auto bound = std::ranges::lower_bound(bounds, seconds);
  ++of.latencies[static_cast<std::size_t>(bound - bounds.begin())];
  of.nanoseconds += static_cast<std::uint64_t>(seconds * 1e9);
  of.bytes += bytes;
}

std::string Metrics::text(const Gauges& gauges) const {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out,
                 "# HELP grundy_requests_total Answers by route and class of status.\n"
                 "# TYPE grundy_requests_total counter\n");
  for (const Route& route : routes_)
    for (std::size_t digit = 1; digit < route.statuses.size(); ++digit)
      if (const auto count = route.statuses[digit].load(); count > 0)
        fmt::format_to(out, "grundy_requests_total{{route=\"{}\",status=\"{}xx\"}} {}\n",
                       route.name, digit, count);
  fmt::format_to(out,
                 "# HELP grundy_request_seconds Time to answer, the sending included.\n"
                 "# TYPE grundy_request_seconds histogram\n");
  for (const Route& route : routes_) {
    std::uint64_t count = 0;
    for (const auto& latency : route.latencies) count += latency;
    if (count == 0) continue;
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i)
      fmt::format_to(out, "grundy_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n",
                     route.name, bounds[i], below += route.latencies[i]);
    fmt::format_to(out,
                   "grundy_request_seconds_bucket{{route=\"{0}\",le=\"+Inf\"}} {1}\n"
                   "grundy_request_seconds_sum{{route=\"{0}\"}} {2}\n"
                   "grundy_request_seconds_count{{route=\"{0}\"}} {1}\n",
                   route.name, count, static_cast<double>(route.nanoseconds.load()) * 1e-9);
  }
  fmt::format_to(out,
                 "# HELP grundy_answer_bytes_total Bytes of the bodies of answers.\n"
                 "# TYPE grundy_answer_bytes_total counter\n");
  for (const Route& route : routes_)
    if (const auto bytes = route.bytes.load(); bytes > 0)
      fmt::format_to(out, "grundy_answer_bytes_total{{route=\"{}\"}} {}\n", route.name, bytes);
  const auto one = [&](std::string_view name, std::string_view type, std::string_view help,
                       std::uint64_t value) {
    fmt::format_to(out, "# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
  };
  one("grundy_probed_positions_total", "counter", "Positions looked up by probes.", gauges.probed);
  one("grundy_picture_tiles_found_total", "counter", "Picture tiles that had been kept.",
      gauges.pictures_found);
  one("grundy_picture_tiles_bytes", "gauge", "Bytes of picture tiles that are kept.",
      gauges.picture_bytes);
  fmt::format_to(out,
                 "# HELP grundy_decoded_chunks_total Chunks of a table that probes had decoded.\n"
                 "# TYPE grundy_decoded_chunks_total counter\n");
  for (const auto& [table, chunks] : gauges.decoded)
    fmt::format_to(out, "grundy_decoded_chunks_total{{table=\"{}\"}} {}\n", label(table), chunks);
  one("grundy_tables", "gauge", "Tables that are served.", gauges.decoded.size());
  one("grundy_connections", "gauge", "Open connections.", gauges.connections);
  one("grundy_searches", "gauge", "Requests that search now.", gauges.searches);
  one("grundy_draining", "gauge", "1 while the server ends.", gauges.draining ? 1 : 0);
  return fmt::to_string(text);
}

}  // namespace grundy::server
