// c/table.cpp: tables opened and written, and what they say about themselves.
#include "arguments.hpp"
#include "ask/session/solving.hpp"
#include "handles.hpp"
#include "run/asked.hpp"
#include "run/solved_values.hpp"
#include "table/info.hpp"

namespace grundy::c {
namespace {

const table::TableSpec* spec_of(const grundy_table* table) noexcept {
  return table ? &table->values->info().spec : nullptr;
}

const table::TableResult* result_of(const grundy_table* table) noexcept {
  return table ? &table->values->info().result : nullptr;
}

const table::TableSpec* spec_with(const grundy_table* table, std::size_t axis) noexcept {
  const table::TableSpec* spec = spec_of(table);
  return spec && axis < spec->box.dimensions() ? spec : nullptr;
}

Result<table::Access> access_from(const grundy_open_options* given) {
  if (given == nullptr) return table::Access::mapped;
  const auto options = options_from(given, "grundy_open_options");
  if (!options) return options.error();
  return options->read_files != 0 ? table::Access::read : table::Access::mapped;
}

Status open(const char* path, const grundy_open_options* options, grundy_table** table) {
  if (Status there = required(table, "table"); !there) return there;
  *table = nullptr;
  if (Status there = required(path, "path"); !there) return there;
  const auto access = access_from(options);
  if (!access) return access.error();
  auto values = table::open_values(path, *access);
  if (!values) return values.error();
  auto handle = std::make_unique<grundy_table>();
  handle->values = *std::move(values);
  *table = handle.release();
  return {};
}

Status write(const grundy_table* table, const char* path, int store, bool replace) {
  if (Status there = required(table, "table"); !there) return there;
  if (Status there = required(path, "path"); !there) return there;
  const auto stored = store_from(store);
  if (!stored) return stored.error();
  if (!table->solved)
    return Error{Errc::usage,
                 "the table was opened from disk, expected one that grundy_solve made; copy its "
                 "directory instead"};
  const auto executor = solve::make_executor(table->solved->plan(), "tbb");
  if (!executor) return executor.error();
  solve::Output output;
  output.table = path;
  output.force = replace;
  output.store = *stored;
  return solve::write_table(*table->solved, output, **executor);
}

Status json(const grundy_table* table, const char** json) {
  if (Status there = required(table, "table"); !there) return there;
  if (Status there = required(json, "json"); !there) return there;
  const std::lock_guard lock(table->guard);
  if (table->json.empty()) table->json = table::json_text(table->values->info());
  *json = table->json.c_str();
  return {};
}

Result<session::MoveFinder*> move_finder_of(const grundy_table& table) {
  const std::lock_guard lock(table.guard);
  if (!table.move_finder) {
    auto finder = session::MoveFinder::of(table.values);
    if (!finder) return finder.error();
    table.move_finder = *std::move(finder);
  }
  return table.move_finder.get();
}

Status moves(const grundy_table* table, const std::int64_t* coordinates, std::size_t dimensions,
             grundy_moves** moves) {
  if (Status there = required(moves, "moves"); !there) return there;
  *moves = nullptr;
  if (Status there = required(table, "table"); !there) return there;
  const auto position =
      position_from(coordinates, dimensions, grundy_table_dimensions(table), "position");
  if (!position) return position.error();
  const auto finder = move_finder_of(*table);
  if (!finder) return finder.error();
  auto found = (*finder)->from(*position);
  if (!found) return found.error();
  *moves = moves_of(found->sum, std::move(found->moves)).release();
  return {};
}

}  // namespace
}  // namespace grundy::c

using namespace grundy;

const char* grundy_version() {
  return session::version().data();
}

int grundy_table_open(const char* path, grundy_table** table) {
  return grundy_table_open_with(path, nullptr, table);
}

int grundy_table_open_with(const char* path, const grundy_open_options* options,
                           grundy_table** table) {
  return c::guarded([&] { return c::open(path, options, table); });
}

int grundy_table_write(const grundy_table* table, const char* path, int store, int replace) {
  return c::guarded([&] { return c::write(table, path, store, replace != 0); });
}

void grundy_table_free(grundy_table* table) {
  delete table;
}

size_t grundy_table_dimensions(const grundy_table* table) {
  const auto* spec = c::spec_of(table);
  return spec ? spec->box.dimensions() : 0;
}

int64_t grundy_table_low(const grundy_table* table, size_t axis) {
  const auto* spec = c::spec_with(table, axis);
  return spec ? spec->box.low[axis] : 0;
}

int64_t grundy_table_high(const grundy_table* table, size_t axis) {
  const auto* spec = c::spec_with(table, axis);
  return spec ? spec->box.high[axis] : 0;
}

const char* grundy_table_coordinate(const grundy_table* table, size_t axis) {
  const auto* spec = c::spec_with(table, axis);
  return spec ? spec->coordinates[axis].c_str() : "";
}

int grundy_table_quantity(const grundy_table* table) {
  const auto* spec = c::spec_of(table);
  return spec ? c::to_c(spec->quantity) : 0;
}

int grundy_table_convention(const grundy_table* table) {
  const auto* spec = c::spec_of(table);
  return spec ? c::to_c(spec->convention) : 0;
}

uint64_t grundy_table_positions(const grundy_table* table) {
  const auto* result = c::result_of(table);
  return result ? result->positions : 0;
}

uint64_t grundy_table_p_positions(const grundy_table* table) {
  const auto* result = c::result_of(table);
  return result ? result->p_positions : 0;
}

uint64_t grundy_table_checked(const grundy_table* table) {
  return table && table->solved ? table->solved->report().checked.positions : 0;
}

uint32_t grundy_table_max_value(const grundy_table* table) {
  const auto* result = c::result_of(table);
  return result ? result->max_value : 0;
}

const char* grundy_table_digest(const grundy_table* table) {
  const auto* result = c::result_of(table);
  return result ? result->digest.c_str() : "";
}

const char* grundy_table_game(const grundy_table* table) {
  const auto* spec = c::spec_of(table);
  return spec ? spec->game.c_str() : "";
}

const char* grundy_table_rules(const grundy_table* table) {
  const auto* spec = c::spec_of(table);
  return spec ? spec->rules.c_str() : "";
}

int grundy_table_json(const grundy_table* table, const char** json) {
  return c::guarded([&] { return c::json(table, json); });
}

int grundy_table_moves(const grundy_table* table, const int64_t* position, size_t dimensions,
                       grundy_moves** moves) {
  return c::guarded([&] { return c::moves(table, position, dimensions, moves); });
}
