#include "ask/boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "boards/structure.hpp"

namespace grundy::query {
namespace {

// Deeper than anyone writes, and no danger to the stack.
constexpr std::size_t deepest = 20;

Result<boards::StructureSpec> structure(Scanner& scan, Files files, std::size_t depth = 0) {
  const std::size_t place = scan.place();
  if (depth == deepest) return scan.error(place, "structures are nested too deeply");
  boards::StructureSpec spec{std::string(scan.word()), {}};
  if (!begins_name(spec.name)) return scan.error(place, "expected a structure such as grid(3, 9)");
  const auto& known = boards::structure_names();
  if (std::find(known.begin(), known.end(), spec.name) == known.end())
    return scan.error(place, boards::unknown_structure(spec.name).message);
  if (!scan.accept('(')) return scan.expected(fmt::format("`(` after {}", spec.name));
  if (scan.accept(')')) return spec;
  do {
    const std::size_t at = scan.place();
    if (const auto path = scan.quoted()) {
      if (!*path) return path->error();
      if (files == Files::refused)
        return scan.error(at, Errc::unsupported, "structures of files are not read here");
      spec.arguments.emplace_back(**path);
    } else if (Scanner ahead = scan; begins_name(ahead.word())) {
      auto inner = structure(scan, files, depth + 1);
      if (!inner) return inner.error();
      spec.arguments.emplace_back(*std::move(inner));
    } else {
      const auto value = scan.integer("an integer, a structure or a path in quotes");
      if (!value) return value.error();
      spec.arguments.emplace_back(*value);
    }
  } while (scan.accept(','));
  if (!scan.accept(')')) return scan.expected("`,` or `)`");
  return spec;
}

Result<std::string> vertex(Scanner& scan) {
  std::vector<std::int64_t> coordinates;
  const bool is_tuple = scan.accept('(');
  do {
    const auto coordinate = scan.integer("a vertex such as 7 or (1, 2)");
    if (!coordinate) return coordinate.error();
    coordinates.push_back(*coordinate);
  } while (is_tuple && scan.accept(','));
  if (is_tuple && !scan.accept(')')) return scan.expected("`,` or `)`");
  return boards::vertex_text(coordinates);
}

Result<std::vector<std::string>> lost_vertices(Scanner& scan) {
  std::vector<std::string> lost;
  if (!scan.accept('-')) return lost;
  if (!scan.accept('{'))
    return scan.expected("what the structure has lost, such as {(0, 0), (0, 1)}");
  do {
    auto name = vertex(scan);
    if (!name) return name.error();
    lost.push_back(*std::move(name));
  } while (scan.accept(','));
  if (!scan.accept('}')) return scan.expected("`,` or `}`");
  return lost;
}

}  // namespace

std::string to_string(const BoardTerm& board) {
  const std::string text = boards::to_string(*board.game, board.position);
  return board.count == 1 ? text : fmt::format("{}*{}", board.count, text);
}

std::string to_string(const SumWithBoards& sum) {
  std::string text = sum.sum.terms().empty() ? "" : to_string(sum.sum);
  for (const BoardTerm& board : sum.boards) text += (text.empty() ? "" : " + ") + to_string(board);
  return text.empty() ? to_string(sum.sum) : text;
}

const boards::BoardRules* BoardGames::find(std::string_view name) const noexcept {
  const auto named = [&](const boards::BoardRules& rules) { return rules.name == name; };
  if (const auto own = std::find_if(more_.begin(), more_.end(), named); own != more_.end())
    return &*own;
  const auto all = boards::catalogue();
  const auto found = std::find_if(all.begin(), all.end(), named);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string_view> BoardGames::names() const {
  std::vector<std::string_view> names;
  for (const boards::BoardRules& rules : more_) names.push_back(rules.name);
  for (const boards::BoardRules& rules : boards::catalogue()) names.push_back(rules.name);
  return names;
}

bool begins_structure(Scanner scan) {
  return scan.accept('(') && begins_name(scan.word()) && scan.accept('(');
}

Result<BoardTerm> board(Scanner& scan, const boards::BoardRules& rules, Files files) {
  if (!scan.accept('('))
    return scan.expected(fmt::format("`(` and a structure, such as {}(grid(3, 9))", rules.name));
  const std::size_t place = scan.place();
  const auto spec = structure(scan, files);
  if (!spec) return spec.error();
  const std::size_t behind = scan.place();
  const auto lost = lost_vertices(scan);
  if (!lost) return lost.error();
  if (!scan.accept(')')) return scan.expected(lost->empty() ? "`-` or `)`" : "`)`");
  const auto built = boards::build(*spec);
  if (!built) return scan.error(place, built.error().code, built.error().message);
  auto game = boards::compile(rules, *built);
  if (!game) return scan.error(place, game.error().code, game.error().message);
  BoardTerm term{std::make_shared<const boards::Game>(*std::move(game)), {}};
  term.position = term.game->start;
  const auto& names = term.game->names;
  for (const std::string& name : *lost) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      return scan.error(behind, fmt::format("there is no vertex {} in {}; they are {} to {}", name,
                                            built->text, names.empty() ? "none" : names.front(),
                                            names.empty() ? "none" : names.back()));
    term.position.remove(static_cast<std::size_t>(found - names.begin()));
  }
  return term;
}

boards::Solver& BoardSolvers::of(const boards::Game& game) {
  if (const auto known = solvers_.find(game.text); known != solvers_.end()) return *known->second;
  std::uint64_t held = 0;
  for (const auto& [text, solver] : solvers_) held += solver->bytes();
  if (held > limits_.bytes / 2) {
    solvers_.clear();
    held = 0;
  }
  boards::Limits limits{limits_.bytes - held, limits_.stop, nullptr, threads_};
  const auto searching = std::make_shared<boards::Solver*>();
  limits.progress = [this, game, searching](std::uint64_t positions) {
    if (limits_.progress) limits_.progress({positions, positions, 0});
    if (keeper_) keeper_->keep(game, **searching);
  };
  auto solver = boards::Solver::make(game, std::move(limits));
  *searching = solver.get();
  return *solvers_.emplace(game.text, std::move(solver)).first->second;
}

}  // namespace grundy::query
