// graph/output.hpp: the values of a graph as a table (docs/table-format.md), and as CSV.
//
// The table has one coordinate, `vertex`, whose origin is the smallest label. Its game is called
// "graph", and its rules are one comment that says where the graph came from: nothing can be
// derived from them.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "graph/values.hpp"
#include "table/writer.hpp"

namespace grundy::graph {

class TableOutput {
 public:
  // Where the values of `graph` will go. Errc::usage if a table cannot hold them, since labels
  // leave gaps or vertices may be draws, or for what TableWriter::create refuses. `source` names
  // the text of the edges.
  static Result<TableOutput> create(const Graph& graph, const Question& question,
                                    const std::filesystem::path& path, bool force,
                                    const std::string& source, const std::string& program_version);
  TableOutput(TableOutput&& other) noexcept;
  TableOutput& operator=(TableOutput&&) = delete;
  // Removes a table that was not finished.
  ~TableOutput();

  // In parallel by shards. Errors: those of table::TableWriter.
  Status write(const Values& values, const Statistics& statistics, const Work& work);

 private:
  explicit TableOutput(table::TableWriter writer) : writer_(std::move(writer)) {}
  Status write_shard(std::uint64_t shard, const Values& values);

  table::TableWriter writer_;
  bool unfinished_ = true;
};

// What the rules of such tables begin with.
inline constexpr const char* rules_prefix = "# graph ";

// One vertex a line, by ascending label.
//
//   vertex,nimber          vertex,outcome         vertex,outcome,remoteness
//   3,0                    3,P                    3,P,0
//
// A draw has the outcome D and an empty remoteness.

// What is there already is replaced only by force: Errc::usage otherwise.
Status check_csv(const std::filesystem::path& path, bool force);

// The file is there whole or not at all (table/durable_file.hpp). Errc::io if the system refuses.
Status write_csv(const Graph& graph, const Values& values, const std::filesystem::path& path,
                 const Work& work);

// "P", "N" or "D".
std::string_view outcome_letter(const Values& values, Vertex v) noexcept;

}  // namespace grundy::graph
