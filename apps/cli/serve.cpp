// cli/serve.cpp: `grundy serve`, tables over HTTP.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

#include "commands.hpp"
#include "memory/machine.hpp"
#include "options.hpp"
#include "server/run.hpp"
#include "streams.hpp"
#include "text.hpp"

namespace grundy::cli {
namespace {

using server::Settings;

struct ServeChoice {
  std::vector<std::string> places;
  std::string listen = "127.0.0.1:8080";
  std::string log = "text";
  std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::size_t searches = std::max(1U, std::thread::hardware_concurrency());
  Settings settings;
  bool as_json = false;
};

// Options with a unit, which the parser turns into numbers.
void add_bytes(CLI::App& command, const char* name, std::uint64_t& bytes, const char* help) {
  command
      .add_option_function<std::string>(
          name,
          [&bytes](const std::string& text) {
            const auto parsed = memory::parse_bytes(text);
            if (!parsed) throw CLI::ValidationError(parsed.error().message);
            bytes = *parsed;
          },
          help)
      ->type_name("BYTES")
      ->default_str(memory::format_bytes(bytes));
}

void add_seconds(CLI::App& command, const char* name, std::chrono::milliseconds& time,
                 const char* help) {
  command
      .add_option_function<double>(
          name,
          [&time](double seconds) {
            time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1e3));
          },
          help)
      ->check(CLI::Range(0.001, 86400.0))
      ->type_name("SECONDS")
      ->default_str(fmt::format("{}", std::chrono::duration<double>(time).count()));
}

void add_count(CLI::App& command, const char* name, std::size_t& count, std::size_t most,
               const char* help) {
  command.add_option(name, count, help)
      ->check(CLI::Range(std::size_t{1}, most))
      ->capture_default_str();
}

void add_limits(CLI::App& command, ServeChoice& choice) {
  server::Limits& limits = choice.settings.limits;
  http::Settings& http = choice.settings.http;
  add_bytes(command, "--body", limits.body, "Most bytes of a request's body");
  add_count(command, "--batch", limits.batch, 100'000'000, "Most positions of a request");
  add_count(command, "--uri", http.limits.head.target, 1 << 20, "Most bytes of a request's target");
  add_count(command, "--head", http.limits.head.head, 1 << 24, "Most bytes of a request's head");
  add_count(command, "--fields", http.limits.head.fields, 10'000, "Most fields of a head");
  add_bytes(command, "--answer", limits.answer, "Most bytes of an answer that is worked out");
  add_bytes(command, "--memory", limits.memory, "For bodies and answers of all requests in hand");
  add_count(command, "--connections", http.connections, 1'000'000, "Most open connections");
  add_count(command, "--threads", choice.threads, 1024,
            "Threads for connections, and as many for answers that take longer");
  add_count(command, "--searches", choice.searches, 1024, "Expressions that are searched at once");
  add_count(command, "--queue", http.queue, 1'000'000,
            "Requests that wait for a thread; more are told to come again");
  add_seconds(command, "--search-seconds", limits.search, "For the search of an expression");
  add_bytes(command, "--search-memory", limits.search_memory, "For each search that runs");
  add_bytes(command, "--cache", limits.cache, "For decoded chunks of all tables");
  add_bytes(command, "--pictures", limits.pictures, "For picture tiles that are kept");
  add_seconds(command, "--idle-seconds", http.limits.idle, "For a connection without a request");
  add_seconds(command, "--request-seconds", http.limits.request,
              "From the first byte of a request to its last");
  add_seconds(command, "--stall-seconds", http.limits.stall,
              "For a client that takes no byte of its answer");
  add_seconds(command, "--drain-seconds", choice.settings.drain,
              "For requests in hand when the server is told to end");
}

Result<Settings> settings_of(const ServeChoice& choice) {
  Settings settings = choice.settings;
  const auto address = http::parse_address(choice.listen);
  if (!address) return address.error();
  settings.http.address = *address;
  settings.http.loops = settings.http.workers = choice.threads;
  settings.http.searchers = choice.searches;
  settings.places.assign(choice.places.begin(), choice.places.end());
  if (choice.log == "none") settings.log = server::LogForm::none;
  if (choice.log == "json") settings.log = server::LogForm::json;
  for (std::string& host : settings.access.hosts) host = http::small_letters(host);
  return settings;
}

Status serve(const ServeChoice& choice) {
  const auto settings = settings_of(choice);
  if (!settings) return settings.error();
  const auto listening = [&](const std::string& url) {
    if (choice.as_json)
      print({{"listening", url}});
    else
      fmt::print("serving at {}\n", url);
    std::fflush(stdout);
  };
  return server::run(*settings, listening,
                     [](const std::string& message) { tell("grundy: " + message + "\n"); });
}

}  // namespace

void add_serve(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("serve", "Tables, values and moves over HTTP");
  const auto choice = std::make_shared<ServeChoice>();
  command
      ->add_option("tables", choice->places,
                   "Tables written by 'grundy solve -o', and folders that hold such tables")
      ->required()
      ->check(file_name())
      ->type_name("T.zarr|FOLDER");
  command->add_option("--listen", choice->listen, "Where; port 0 takes any that is free")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command
      ->add_option("--allow-host", choice->settings.access.hosts,
                   "A name of this host that requests may use besides localhost; * for any")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--cors", choice->settings.access.origins,
                   "An origin whose pages may read answers, such as https://example.org; * for any")
      ->type_name("ORIGIN")
      ->allow_extra_args(false);
  command->add_option("--log", choice->log, "A line on standard error for each request")
      ->check(CLI::IsMember({"none", "text", "json"}))
      ->capture_default_str();
  add_limits(*command, *choice);
  command->add_flag("--json", choice->as_json, "Print the address as one JSON object");
  command->footer(
      "SIGHUP opens tables anew; SIGTERM ends when the requests in hand are answered.\n"
      "Examples:\n"
      "  grundy serve three_pile.zarr\n"
      "  curl 'http://127.0.0.1:8080/v1/tables/three_pile/probe?at=3,4,1'\n"
      "  grundy serve tables --listen 127.0.0.1:0 --json --log none");
  command->callback([&result, choice] { result = serve(*choice); });
}

}  // namespace grundy::cli
