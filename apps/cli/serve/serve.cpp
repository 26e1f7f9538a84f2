// cli/serve/serve.cpp: `grundy serve`, tables over HTTP.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "base/executor.hpp"
#include "base/machine.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/streams.hpp"
#include "cli/text.hpp"
#include "server/run.hpp"
#include "server/site.hpp"
#include "server/tables.hpp"

namespace grundy::cli {
namespace {

using server::Settings;

struct ServeChoice {
  std::vector<std::string> places;
  std::string listen = "127.0.0.1:8080";
  std::string log = "text";
  std::string site;
  std::uint64_t site_bytes = std::uint64_t{1} << 30;
  std::size_t threads = parallel::available_cores();
  std::size_t searches = parallel::available_cores();
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
            "Requests that wait for a thread; more are asked to come again");
  add_seconds(command, "--search-seconds", limits.search, "For the search of an expression");
  add_bytes(command, "--search-memory", limits.search_memory, "For each search that runs");
  command
      .add_option("--solve", limits.solve,
                  "Solve boxes for expressions where that takes less than a search and is "
                  "estimated at no more than this, by all cores; 0: none")
      ->check(seconds_of_time())
      ->type_name("SECONDS")
      ->capture_default_str();
  command.add_flag_callback(
      "--no-workbench", [&limits] { limits.workbench = false; },
      "Visitors cannot write rules of their own and see their values");
  add_bytes(command, "--cache", limits.cache, "For decoded chunks of all tables");
  add_bytes(command, "--pictures", limits.pictures, "For picture tiles that are kept");
  add_seconds(command, "--idle-seconds", http.limits.idle, "For a connection without a request");
  add_seconds(command, "--request-seconds", http.limits.request,
              "From the first byte of a request to its last");
  add_seconds(command, "--stall-seconds", http.limits.stall,
              "For a client that takes no byte of its answer");
  add_seconds(command, "--drain-seconds", choice.settings.drain,
              "For requests in hand when the server is asked to end");
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
  if (!settings.base_url.empty())
    if (const auto host = server::host_of_url(settings.base_url); !host) return host.error();
  for (std::string& host : settings.access.hosts) host = http::small_letters(host);
  return settings;
}

void tell_operator(const std::string& message) {
  tell("grundy: " + message + "\n");
}

std::string text_of(const server::SiteSize& size) {
  return fmt::format("{} in {} files", memory::format_bytes(size.bytes), grouped(size.files));
}

// What it takes is reported, or refused, before anything is written.
Status export_site(const ServeChoice& choice, const Settings& settings) {
  const auto opened = server::Tables::open(settings.places, settings.limits.cache, nullptr);
  if (!opened) return opened.error();
  for (const std::string& message : opened->passed_over) tell_operator(message);
  const auto most = server::predict_site(*opened->tables);
  if (!most) return most.error();
  if (most->bytes > choice.site_bytes)
    return Error{Errc::usage, fmt::format("the site takes up to {}; --site-size allows {}",
                                          text_of(*most), memory::format_bytes(choice.site_bytes))};
  if (!choice.as_json) fmt::print("{}: at most {}\n", choice.site, text_of(*most));
  std::fflush(stdout);
  const auto written = server::write_site(*opened->tables, choice.site);
  if (!written) return written.error();
  if (choice.as_json)
    print({{"site", choice.site}, {"files", written->files}, {"bytes", written->bytes}});
  else
    fmt::print("{}: {}\n", choice.site, text_of(*written));
  return {};
}

Status serve(const ServeChoice& choice) {
  const auto settings = settings_of(choice);
  if (!settings) return settings.error();
  if (!choice.site.empty()) return export_site(choice, *settings);
  const auto listening = [&](const std::string& url) {
    const std::string& base = settings->base_url;
    if (choice.as_json)
      print(base.empty() ? Json{{"listening", url}} : Json{{"listening", url}, {"base_url", base}});
    else
      fmt::print("serving at {}{}\n", url, base.empty() ? "" : " as " + base);
    std::fflush(stdout);
  };
  return server::run(*settings, listening, tell_operator);
}

}  // namespace

void add_serve(CLI::App& app, Status& result) {
  CLI::App* command = app.add_subcommand("serve", about_serve);
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
      ->add_option("--base-url", choice->settings.base_url,
                   "The address at which clients find the server, where a proxy stands before it")
      ->type_name("URL");
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
      ->check(one_of({"none", "text", "json"}))
      ->capture_default_str();
  command
      ->add_option("--export-site", choice->site,
                   "Write the explorer and these tables as files for any web server, and end")
      ->check(file_name())
      ->type_name("FOLDER");
  add_bytes(*command, "--site-size", choice->site_bytes, "Most bytes of such a site");
  add_limits(*command, *choice);
  command->add_flag("--json", choice->as_json, "Print the address as one JSON object");
  command->footer(
      "SIGHUP opens tables again; SIGTERM ends when the requests in hand are answered.\n"
      "Examples:\n"
      "  grundy serve three_pile.zarr\n"
      "  curl 'http://127.0.0.1:8080/v1/tables/three_pile/probe?at=3,4,1'\n"
      "  grundy serve tables --listen 127.0.0.1:0 --json --log none\n"
      "  grundy serve three_pile.zarr --export-site site");
  command->callback([&result, choice] { result = serve(*choice); });
}

}  // namespace grundy::cli
