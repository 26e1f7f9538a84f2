// server/router.hpp: which route a path belongs to.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/asked.hpp"
#include "server/http/service.hpp"

namespace grundy::server {

// What an answer depends on, besides the request.
enum class Depends : std::uint8_t {
  nothing,  // the program alone
  tables,   // which tables there are
  table,    // the table that the route names
  moment,   // anything: never kept
};

// One method on one kind of path; HEAD goes where GET goes.
struct Route {
  std::string method;   // GET or POST
  std::string pattern;  // "/v1/tables/{t}/probe"; {t} names a table, {..} anything, {t}.zarr too
  std::vector<std::string> parameters;  // that the query may have
  http::Runs runs = http::Runs::here;
  Depends depends = Depends::moment;
  Handler handle;
  std::vector<std::string_view> types{};  // of bodies, for POST
  // Finds an answer that was kept; may be empty.
  std::function<std::optional<http::Answer>(const Asked&)> find_kept{};
};

struct Match {
  std::size_t route = 0;
  std::vector<std::string_view> parts;  // as in Asked; views of the request's path
};

class Router {
 public:
  explicit Router(std::vector<Route> routes);

  const std::vector<Route>& routes() const noexcept { return routes_; }

  // Nothing where no route has this method and path.
  std::optional<Match> find(const http::Request& request) const;

  // "GET, HEAD, OPTIONS": what may be done with this path; empty where there is nothing.
  std::string methods_of(const std::vector<std::string>& path) const;

 private:
  std::optional<Match> match(std::size_t route, const std::vector<std::string>& path) const;

  std::vector<Route> routes_;
  std::vector<std::vector<std::string>> segments_;  // of each pattern
};

}  // namespace grundy::server
