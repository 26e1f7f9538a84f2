#include "ask/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "ask/boards.hpp"
#include "rules/language/diagnostics.hpp"
#include "rules/language/take_and_break.hpp"
#include "rules/membership.hpp"

namespace grundy::query {
namespace {

constexpr std::string_view a_game = "a game and its position, such as nim(7)";

// A coordinate and where it was written.
struct Written {
  FreeCoordinate value;
  std::size_t place;
};

std::string range_of(const rules::Coordinate& coordinate) {
  return coordinate.high ? fmt::format("from {} to {}", coordinate.low, *coordinate.high)
                         : fmt::format("at least {}", coordinate.low);
}

bool is_count(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return '0' <= c && c <= '9'; });
}

// Mistakes in rules are reported with their line, a caret and advice. In an expression the rest is
// on one line.
std::string on_one_line(const std::string& message) {
  constexpr std::string_view quoted = "    ";
  std::istringstream lines(message);
  std::string all;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with(quoted))
      all += fmt::format("{}{}", all.empty() ? "" : "; ",
                         line.substr(std::min(line.find_first_not_of(' '), line.size())));
  return all;
}

class Parser {
 public:
  // Names may stand for coordinates if there is a place to keep them.
  Parser(std::string_view text, Games& games, std::vector<std::string>* variables = nullptr)
      : text_(text), scan_(text), games_(games), variables_(variables) {}

  // From now on terms may be boards.
  void accept_boards(const BoardGames& games, std::vector<BoardTerm>& terms) {
    board_games_ = &games;
    board_terms_ = &terms;
  }

  Result<std::vector<FreeTerm>> sum() {
    if (scan_.at_end()) return scan_.expected(a_game);
    std::vector<FreeTerm> terms;
    if (is_zero()) return terms;
    do {
      auto next = term();
      if (!next) return next.error();
      if (*next) terms.push_back(**std::move(next));
    } while (scan_.accept('+'));
    if (!scan_.at_end()) return scan_.expected("`+` or the end");
    return terms;
  }

 private:
  bool is_zero() const {
    Scanner scan(text_);
    return scan.word() == "0" && scan.at_end();
  }

  // Nothing if the term is a board.
  Result<std::optional<FreeTerm>> term() {
    std::size_t place = scan_.place();
    std::string_view name = scan_.word();
    if (name.empty()) return scan_.expected(a_game);
    std::uint64_t count = 1;
    if (is_count(name)) {
      const auto counted = number(name);
      if (!counted) return scan_.error(place, counted.error().message);
      if (!scan_.accept('*')) return scan_.expected("`*` and a game after the count");
      if (*counted == 0) return scan_.error(place, "a count is at least 1");
      count = *counted;
      place = scan_.place();
      name = scan_.word();
      if (name.empty()) return scan_.expected(a_game);
    }
    if (begins_structure(scan_)) {
      if (Status read = board_of(name, place, count); !read) return read.error();
      return std::optional<FreeTerm>();
    }
    auto position = position_of(name, place, count);
    if (!position) return position.error();
    return std::optional(*std::move(position));
  }

  Status board_of(std::string_view name, std::size_t place, std::uint64_t count) {
    if (board_games_ == nullptr)
      return scan_.error(place, Errc::unsupported,
                         "boards such as cram(grid(5, 6)) have values and moves alone: ask "
                         "`grundy value` or `grundy moves`");
    const boards::BoardRules* rules = board_games_->find(name);
    if (rules == nullptr) return scan_.error(place, no_board_game(name));
    auto read = board(scan_, *rules, board_games_->files());
    if (!read) return read.error();
    const auto equal =
        std::find_if(board_terms_->begin(), board_terms_->end(), [&](const BoardTerm& term) {
          return term.game->text == read->game->text && term.position == read->position;
        });
    if (equal == board_terms_->end()) {
      read->count = count;
      board_terms_->push_back(*std::move(read));
      return {};
    }
    constexpr std::uint64_t most = std::uint64_t{1} << 62;  // as for other positions
    if (equal->count > most - count)
      return scan_.error(place, "more than 2^62 equal boards come together");
    equal->count += count;
    return {};
  }

  std::string no_board_game(std::string_view name) const {
    const auto names = board_games_->names();
    const std::string hint = rules::did_you_mean(name, names);
    return fmt::format("there is no game `{}` on boards; {}", rules::excerpt(name),
                       hint.empty() ? fmt::format("there are {}", fmt::join(names, ", ")) : hint);
  }

  Result<FreeTerm> position_of(std::string_view name, std::size_t place, std::uint64_t count) {
    const auto usual = games_.find(name);
    if (!usual && is_board_game(name)) return needs_structure(name);
    if (!usual) return scan_.error(place, usual.error().code, on_one_line(usual.error().message));
    const std::size_t parenthesis = scan_.place();
    const auto written = coordinates(name);
    if (!written) return written.error();
    const auto parameters = this->parameters(**usual);
    if (!parameters) return parameters.error();
    if (!scan_.accept(')'))
      return scan_.expected(parameters->empty() ? "`,`, `;` or `)`" : "`,` or `)`");
    const auto game = parameters->empty() ? usual : games_.find(name, *parameters);
    if (!game) return scan_.error(place, game.error().code, on_one_line(game.error().message));
    auto position = check(*(*game)->rules, *written, parenthesis);
    if (!position) return position.error();
    return FreeTerm{*game, *std::move(position), count};
  }

  bool is_board_game(std::string_view name) const {
    return (board_games_ ? *board_games_ : BoardGames()).find(name) != nullptr;
  }

  Error needs_structure(std::string_view name) {
    if (scan_.accept('(')) return scan_.expected("a structure, such as grid(3, 9)");
    return scan_.expected(fmt::format("`(` and a structure, such as {}(grid(3, 9))", name));
  }

  Result<std::vector<Written>> coordinates(std::string_view name) {
    if (!scan_.accept('('))
      return scan_.expected(fmt::format("`(` and a position of {}", rules::excerpt(name)));
    std::vector<Written> written;
    do {
      const std::size_t place = scan_.place();
      const auto value = coordinate();
      if (!value) return value.error();
      written.push_back({*value, place});
    } while (scan_.accept(','));
    return written;
  }

  Result<FreeCoordinate> coordinate() {
    Scanner ahead = scan_;
    const std::string_view name = ahead.word();
    if (!variables_ || !begins_name(name)) {
      const auto value = scan_.integer("an integer");
      if (!value) return value.error();
      return FreeCoordinate(*value);
    }
    scan_ = ahead;
    const auto known = std::find(variables_->begin(), variables_->end(), name);
    const FreeVariable variable{static_cast<std::size_t>(known - variables_->begin())};
    if (known == variables_->end()) variables_->emplace_back(name);
    return FreeCoordinate(variable);
  }

  Result<std::vector<FreeCoordinate>> check(const rules::Rules& rules,
                                            const std::vector<Written>& written,
                                            std::size_t place) const {
    const std::size_t dimensions = rules.written_dimensions();
    if (written.size() != dimensions)
      return scan_.error(
          place, fmt::format("{} has {} coordinate{} ({}), this position has {}", rules.name,
                             dimensions, dimensions == 1 ? "" : "s",
                             fmt::join(rules.written_names(), ", "), written.size()));
    std::vector<FreeCoordinate> position;
    if (rules.joint) position.push_back(std::int64_t{0});
    for (std::size_t axis = 0; axis < written.size(); ++axis) {
      const rules::Coordinate& coordinate = rules.coordinates[axis + rules.first_written()];
      const auto* value = std::get_if<std::int64_t>(&written[axis].value);
      if (value && (*value < coordinate.low || *value > coordinate.high.value_or(*value)))
        return scan_.error(written[axis].place,
                           fmt::format("{} of {} must be {}, not {}", coordinate.name, rules.name,
                                       range_of(coordinate), *value));
      position.push_back(written[axis].value);
    }
    while (position.size() < rules.dimensions())
      position.push_back(rules.coordinates[position.size()].low);
    if (Status s = check_where(rules, position, place); !s) return s.error();
    return position;
  }

  // Whether the tuple is a position, unless variables leave that open.
  Status check_where(const rules::Rules& rules, const std::vector<FreeCoordinate>& written,
                     std::size_t place) const {
    if (rules::is_true(rules.where)) return {};
    Position tuple;
    for (const FreeCoordinate& coordinate : written)
      if (const auto* value = std::get_if<std::int64_t>(&coordinate)) tuple.push_back(*value);
    const rules::Membership inside(rules);
    if (tuple.size() < written.size() || inside.has(tuple)) return {};
    return scan_.error(place, rules::no_position(rules.written(tuple), rules.name, inside.text()));
  }

  Result<rules::Parameters> parameters(const Game& game) {
    rules::Parameters parameters;
    if (!scan_.accept(';')) return parameters;
    do {
      const std::size_t place = scan_.place();
      const std::string name(scan_.word());
      if (name.empty()) return scan_.expected("the name of a parameter");
      const auto usual = game.rules->parameters.find(name);
      if (usual == game.rules->parameters.end())
        return scan_.error(place, no_parameter(*game.rules, name));
      if (!scan_.accept('=')) return scan_.expected("`=`");
      auto value = parameter(usual->second);
      if (!value) return value.error();
      if (!parameters.emplace(name, *std::move(value)).second)
        return scan_.error(place, fmt::format("`{}` is given twice", name));
    } while (scan_.accept(',') || scan_.accept(';'));
    return parameters;
  }

  static std::string no_parameter(const rules::Rules& rules, std::string_view name) {
    std::vector<std::string_view> names;
    for (const auto& [known, value] : rules.parameters) names.push_back(known);
    const std::string hint = names.empty()
                                 ? "it has none"
                                 : fmt::format("its parameters are {}", fmt::join(names, ", "));
    return fmt::format("{} has no parameter `{}`; {}", rules.name, rules::excerpt(name), hint);
  }

  // A number, or a set or an array where one is usual.
  Result<rules::ParameterValue> parameter(const rules::ParameterValue& usual) {
    const bool wants_array = std::holds_alternative<rules::Array>(usual);
    const bool wants_set = std::holds_alternative<std::vector<std::int64_t>>(usual);
    if (wants_array && scan_.accept('[')) return list<rules::Array>(']');
    if (wants_set && scan_.accept('{')) return list<std::vector<std::int64_t>>('}');
    const auto value = scan_.integer(wants_array ? "an array such as [1, 3, 4]"
                                     : wants_set ? "a set such as {1, 3, 4}"
                                                 : "an integer");
    if (!value) return value.error();
    if (wants_array) return rules::ParameterValue(rules::Array({*value}));
    if (wants_set) return rules::ParameterValue(std::vector{*value});
    return rules::ParameterValue(*value);
  }

  // Integers up to the closing bracket.
  template <class List>
  Result<rules::ParameterValue> list(char close) {
    std::vector<std::int64_t> members;
    if (scan_.accept(close)) return rules::ParameterValue(List(members));
    do {
      const auto member = scan_.integer("an integer");
      if (!member) return member.error();
      members.push_back(*member);
    } while (scan_.accept(','));
    if (!scan_.accept(close)) return scan_.expected(fmt::format("`,` or `{}`", close));
    return rules::ParameterValue(List(std::move(members)));
  }

  std::string_view text_;
  Scanner scan_;
  Games& games_;
  std::vector<std::string>* variables_;
  const BoardGames* board_games_ = nullptr;
  std::vector<BoardTerm>* board_terms_ = nullptr;
};

Result<Sum> sum_of(const std::vector<FreeTerm>& written) {
  std::vector<Term> terms;
  for (const FreeTerm& term : written) {
    terms.push_back({term.game, {}, term.count});
    for (const FreeCoordinate& coordinate : term.coordinates)
      terms.back().position.push_back(std::get<std::int64_t>(coordinate));
  }
  return Sum::of(terms);
}

}  // namespace

Result<Sum> parse(std::string_view text, Games& games) {
  const auto written = Parser(text, games).sum();
  if (!written) return written.error();
  return sum_of(*written);
}

Result<SumWithBoards> parse_with_boards(std::string_view text, Games& games,
                                        const BoardGames& boards) {
  SumWithBoards result;
  Parser parser(text, games);
  parser.accept_boards(boards, result.boards);
  const auto written = parser.sum();
  if (!written) return written.error();
  auto sum = sum_of(*written);
  if (!sum) return sum.error();
  result.sum = *std::move(sum);
  return result;
}

Result<FreeSum> parse_free(std::string_view text, Games& games) {
  FreeSum sum;
  auto terms = Parser(text, games, &sum.variables).sum();
  if (!terms) return terms.error();
  sum.terms = *std::move(terms);
  return sum;
}

namespace {

bool is_digit(char c) noexcept {
  return '0' <= c && c <= '9';
}
bool is_word(char c) noexcept {
  return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || c == '.';
}
bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

bool begins_name(std::string_view word) {
  const char first = word.empty() ? '0' : word.front();
  return ('a' <= first && first <= 'z') || ('A' <= first && first <= 'Z') || first == '_';
}

Result<std::uint64_t> number(std::string_view word) {
  // Coordinates stay within 10^18 (rules/language/resolve.hpp); nothing else needs more either.
  constexpr std::uint64_t greatest = 1'000'000'000'000'000'000;
  if (word.empty() || !std::all_of(word.begin(), word.end(), is_digit))
    return Error{Errc::usage, fmt::format("`{}` is not an integer", rules::excerpt(word))};
  std::uint64_t value = 0;
  if (std::from_chars(word.begin(), word.end(), value).ec != std::errc() || value > greatest)
    return Error{Errc::usage,
                 fmt::format("{} is too large: integers go up to 10^18", rules::excerpt(word))};
  return value;
}

void Scanner::skip_blanks() noexcept {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

bool Scanner::accept(char sign) noexcept {
  if (at_end() || text_[at_] != sign) return false;
  ++at_;
  skip_blanks();
  return true;
}

std::string_view Scanner::word() noexcept {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  // A code may end with digits in brackets.
  if (const std::string_view begun = text_.substr(begin, at_ - begin); begun.find('.') == 1)
    at_ = std::max(at_, begin + 2 + rules::bytes_after_dot(text_.substr(begin + 2)));
  const std::string_view word = text_.substr(begin, at_ - begin);
  skip_blanks();
  return word;
}

Result<std::int64_t> Scanner::integer(std::string_view what) {
  const std::size_t begin = at_;
  const bool is_negative = accept('-');
  if (at_end() || !is_word(text_[at_])) return expected(what);
  const Result<std::uint64_t> size = number(word());
  if (!size) return error(begin, size.error().message);
  const auto value = static_cast<std::int64_t>(*size);
  return is_negative ? -value : value;
}

std::optional<Result<std::string>> Scanner::quoted() {
  if (at_end() || text_[at_] != '"') return {};
  const std::size_t end = text_.find('"', at_ + 1);
  if (end == std::string_view::npos) return error(at_, "the text in quotes does not end");
  std::string text(text_.substr(at_ + 1, end - at_ - 1));
  at_ = end + 1;
  skip_blanks();
  return text;
}

std::string Scanner::next_token() const {
  if (at_end()) return "the end";
  std::size_t length = 0;
  while (at_ + length < text_.size() && is_word(text_[at_ + length])) ++length;
  if (length == 0) length = rules::first_character(text_.substr(at_)).bytes;
  return fmt::format("`{}`", rules::excerpt(text_.substr(at_, length)));
}

Error Scanner::expected(std::string_view what) const {
  return error(at_, fmt::format("expected {}, found {}", what, next_token()));
}

// All text before the place was understood, so it is ASCII and bytes are columns.
Error Scanner::error(std::size_t place, Errc code, std::string_view message) const {
  return {code, fmt::format("`{}`, column {}: {}", rules::excerpt(text_, 60), place + 1, message)};
}

}  // namespace grundy::query
