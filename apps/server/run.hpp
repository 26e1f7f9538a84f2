// server/run.hpp: start reading here for `grundy serve`: opens the tables, answers until a signal.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "server/access.hpp"
#include "server/access_log.hpp"
#include "server/http/server.hpp"
#include "server/limits.hpp"

namespace grundy::server {

struct Settings {
  std::vector<std::filesystem::path> places;  // tables, and folders of tables
  http::Settings http;
  Access access;         // besides the names of this host that go without saying
  std::string base_url;  // under which clients know the server, if that is another address
  Limits limits;
  LogForm log = LogForm::text;
  std::chrono::milliseconds drain{10'000};
};

// Serves until SIGINT or SIGTERM, then ends the requests in hand; a second one ends at once. SIGHUP
// opens tables again. `listening` is called with the address when requests are answered, `tell`
// with what an operator should know. Errors are those of Tables::open and http::Server::start.
// Takes over these signals and SIGPIPE for the whole process, and requires that no other thread
// runs.
Status run(const Settings& settings, const std::function<void(const std::string& url)>& listening,
           const std::function<void(const std::string& message)>& tell);

}  // namespace grundy::server
