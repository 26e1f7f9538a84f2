// graph/write_csv.hpp: one vertex a line, by ascending label.
//
//   vertex,nimber          vertex,outcome         vertex,outcome,remoteness
//   3,0                    3,P                    3,P,0
//
// A draw has the outcome D and an empty remoteness.
#pragma once
#include <filesystem>
#include <string_view>

#include "graph/values.hpp"

namespace grundy::graph {

// What is there already is replaced only by force: Errc::usage otherwise.
Status check_csv(const std::filesystem::path& path, bool force);

// The file is there whole or not at all (table/durable_file.hpp). Errc::io if the system refuses.
Status write_csv(const Graph& graph, const Values& values, const std::filesystem::path& path,
                 const Work& work);

// "P", "N" or "D".
std::string_view outcome_letter(const Values& values, Vertex v) noexcept;

}  // namespace grundy::graph
