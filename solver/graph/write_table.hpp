// graph/write_table.hpp: the values of a graph as a table (docs/table-format.md).
//
// The table has one coordinate, `vertex`, whose origin is the smallest label. Its game is called
// "graph", and its rules are one comment that says where the graph came from: nothing can be
// derived from them.
#pragma once
#include <filesystem>
#include <string>

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

}  // namespace grundy::graph
