// Routes and openapi.json name the same paths, methods and parameters.
#include "server/routes.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "server/openapi.hpp"

namespace grundy::server {
namespace {

using nlohmann::json;

struct Described {
  std::set<std::string> parameters;  // of the query
  std::set<std::string> types;       // of bodies
  bool operator==(const Described&) const = default;
};
using All = std::map<std::string, Described>;  // by "GET /path"

All described_in(const json& api) {
  All all;
  for (const auto& [path, methods] : api["paths"].items())
    for (const auto& [method, operation] : methods.items()) {
      Described& described = all[(method == "get" ? "GET " : "POST ") + path];
      for (const json& given : operation.value("parameters", json::array())) {
        const json& parameter =
            given.contains("$ref")
                ? api[json::json_pointer(given["$ref"].get<std::string>().substr(1))]
                : given;
        if (parameter["in"] == "query") described.parameters.insert(parameter["name"]);
      }
      if (!operation.contains("requestBody")) continue;
      for (const auto& [type, content] : operation["requestBody"]["content"].items())
        described.types.insert(type);
    }
  return all;
}

TEST(Routes, AreThoseThatAreDescribed) {
  Searches searches;
  TileCache pictures(0);
  All routes;
  for (const Route& route : routes_of_tables(searches, pictures, {})) {
    Described& described = routes[route.method + " " + route.pattern];
    described.parameters.insert(route.parameters.begin(), route.parameters.end());
    described.types.insert(route.types.begin(), route.types.end());
  }
  All described = described_in(json::parse(openapi()));
  for (const char* other : {"GET /health", "GET /metrics"}) ASSERT_EQ(described.erase(other), 1U);
  ASSERT_EQ(routes.size(), described.size());
  for (const auto& [name, route] : routes) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(described.contains(name));
    EXPECT_EQ(route.parameters, described[name].parameters);
    EXPECT_EQ(route.types, described[name].types);
  }
}

}  // namespace
}  // namespace grundy::server
