// server/metrics.hpp: how the server fares, as Prometheus reads it.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grundy::server {

// Any number of threads may count. A route is one of those that it was made for, or none of them.
class Metrics {
 public:
  explicit Metrics(std::vector<std::string> routes);

  void count(std::size_t route, int status, double seconds, std::uint64_t bytes) noexcept;

  // The number of requests that no route is for.
  std::size_t no_route() const noexcept { return routes_.size() - 1; }

  // What others count.
  struct Gauges {
    std::uint64_t probed = 0;
    std::uint64_t pictures_found = 0;
    std::uint64_t picture_bytes = 0;
    std::vector<std::pair<std::string, std::uint64_t>> decoded{};  // tables, and their chunks
    std::size_t connections = 0;
    std::size_t searches = 0;
    bool draining = false;
  };
  // The text format, version 0.0.4.
  std::string text(const Gauges& gauges) const;

 private:
  static constexpr std::array<double, 10> bounds{1e-4,   2.5e-4, 1e-3, 2.5e-3, 1e-2,
                                                 2.5e-2, 0.1,    0.25, 1,      10};  // seconds

  struct Route {
    std::string name;
    std::array<std::atomic<std::uint64_t>, 6> statuses{};  // by their first digit
    std::array<std::atomic<std::uint64_t>, bounds.size() + 1> latencies{};
    std::atomic<std::uint64_t> nanoseconds{0};
    std::atomic<std::uint64_t> bytes{0};

    explicit Route(std::string route) : name(std::move(route)) {}
    Route(Route&& other) noexcept : name(std::move(other.name)) {}  // before anything is counted
  };

  std::vector<Route> routes_;
};

}  // namespace grundy::server
