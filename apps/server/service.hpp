// server/service.hpp: start reading here: what is served, and how each request is carried out.
//
// A request passes the host it names, its route, its query and its body's size and type before
// anything of the body is read. Then conditions on what the client has already, then the handler.
// Every answer gets the fields that browsers and caches need.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/access.hpp"
#include "server/access_log.hpp"
#include "server/budget.hpp"
#include "server/http/service.hpp"
#include "server/limits.hpp"
#include "server/metrics.hpp"
#include "server/router.hpp"
#include "server/searches.hpp"
#include "server/tables.hpp"
#include "server/tile_cache.hpp"

namespace grundy::server {

class Service final : public http::Service {
 public:
  // /openapi.json names `base_url`, unless it is empty.
  Service(std::shared_ptr<const Tables> tables, Access access, const Limits& limits, LogForm log,
          const std::string& base_url);

  http::Admission admit(const http::Request& request) override;
  // What the client has already, and what is kept.
  std::optional<http::Answer> answer_at_once(const http::Request& request) override;
  std::optional<http::Answer> answer_briefly(const http::Request& request,
                                             const std::atomic<bool>& stop) override;
  http::Answer answer(const http::Request& request, const std::atomic<bool>& stop) override;
  http::Answer refuse(const http::Request& request, const http::Refusal& refusal) override;
  void finished(const http::Exchange& exchange) override;

  // From now on questions are about these; those in hand keep the ones they have.
  void set_tables(std::shared_ptr<const Tables> tables);
  std::shared_ptr<const Tables> tables() const;

  // /health says so from now on.
  void drain() noexcept { draining_ = true; }

  // What /metrics asks.
  void count_connections_by(std::function<std::size_t()> count);

 private:
  std::vector<Route> routes(const std::string& base_url);
  http::Answer health() const;
  http::Answer metrics() const;
  http::Answer answer(const http::Request& request, const std::atomic<bool>& stop,
                      std::atomic<bool>* takes_long);
  http::Answer carry_out(const http::Request& request, const std::atomic<bool>& stop,
                         std::atomic<bool>* takes_long);
  Asked asked_by(const http::Request& request, const Match& match, const std::atomic<bool>& stop);
  std::string tag_of(const Route& route, const Asked& asked) const;
  void dress(const http::Request& request, http::Answer& answer) const;

  Access access_;
  std::string lines_for_browsers_;
  Limits limits_;
  LogForm log_;
  std::int64_t started_;  // seconds; a rebuilt program may have the same version
  Budget budget_;
  Searches searches_;
  TileCache pictures_;
  Router router_;
  Metrics metrics_;
  std::function<std::size_t()> connections_ = [] { return std::size_t{0}; };
  std::atomic<std::uint64_t> probed_{0};
  std::atomic<bool> draining_{false};
  mutable std::mutex guard_;
  std::shared_ptr<const Tables> tables_;
};

}  // namespace grundy::server
