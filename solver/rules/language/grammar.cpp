#include "rules/language/grammar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rules/language/diagnostics.hpp"

namespace grundy::rules {
namespace {

Name name_of(const Token& token) {
  return {token.text, token.place};
}

constexpr std::array<std::pair<std::string_view, PartsSyntax::Kind>, 4> sets_of_parts = {{
    {"bits", PartsSyntax::Kind::bits},
    {"subsets", PartsSyntax::Kind::subsets},
    {"divisors", PartsSyntax::Kind::divisors},
    {"prime_divisors", PartsSyntax::Kind::prime_divisors},
}};

std::string instead_of_binder(const Tokens& tokens) {
  if (tokens.at(">")) return "write `k >= e + 1` for k > e";
  if (tokens.at("<") || tokens.at("<=")) return "write `k in lo .. hi`";
  if (tokens.at("=")) return "write `k in lo .. hi`, and `k in e .. e` for one value";
  return {};
}

// Names of functions that are no keywords.
bool is_function(std::string_view name) {
  return name == "gcd" || name == "popcount" || name == "distinct";
}

// What somebody meant who wrote this word behind a rule, or instead of a statement.
std::string instead_of_statement(std::string_view word) {
  if (word == "if" || word == "where" || word == "with") return "a condition begins with `when`";
  if (word == "foreach" || word == "forall") return "binders begin with `for`";
  return {};
}

// The source of a rule on one line: comments removed, every gap one blank.
std::string on_one_line(std::string_view text) {
  constexpr std::size_t longest = 1000;
  Diagnostics ignored;  // mistakes have been reported already
  Lexer lexer(text, ignored);
  std::string line;
  std::size_t end = 0;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (line.size() + token.text.size() > longest) return line + " ...";
    if (token.offset > end) line += ' ';
    end = lexer.offset();
    line += text.substr(token.offset, end - token.offset);
  }
  return line;
}

}  // namespace

bool names_others(const GameSyntax& game) {
  return std::ranges::any_of(game.options, [](const auto& option) {
    const auto* rule = std::get_if<RuleSyntax>(&option);
    return rule != nullptr &&
           std::ranges::any_of(rule->sum, [](const auto& part) { return part.game.has_value(); });
  });
}

Place beginning(const Node& node) {
  switch (node.kind) {
    case Node::Kind::add:
    case Node::Kind::subtract:
    case Node::Kind::multiply:
    case Node::Kind::quotient:
    case Node::Kind::modulo:
    case Node::Kind::bit_and:
    case Node::Kind::bit_or:
    case Node::Kind::exclusive:
    case Node::Kind::power:
    case Node::Kind::member:
    case Node::Kind::comparisons:
    case Node::Kind::all_of:
    case Node::Kind::any_of:
      return beginning(node.arguments.front());
    default:
      return node.place;
  }
}

Grammar::Grammar(std::string_view text, Diagnostics& diagnostics)
    : text_(text), diagnostics_(diagnostics), tokens_(text, diagnostics) {}

std::optional<GameSyntax> Grammar::next_game() {
  if (!tokens_.at("game") && !tokens_.at(Token::Kind::end)) {
    tokens_.fail_expecting("`game`", "a file begins with: game NAME(COORDINATES)");
    tokens_.recover();
    while (!tokens_.at(Token::Kind::end) && !tokens_.at("game")) tokens_.take();
  }
  if (!tokens_.accept("game")) return std::nullopt;
  GameSyntax game;
  nodes_ = 0;
  header(game);
  body(game);
  game.text = cut();
  return game;
}

void Grammar::header(GameSyntax& game) {
  if (tokens_.at(Token::Kind::code)) {
    const Token code = tokens_.take();
    game.name = name_of(code);
    game.coordinates.push_back({{"n", code.place}, std::nullopt});
    game.options.emplace_back(CodeSyntax{code.place, code.text});
  } else {
    game.name = name_of(tokens_.expect_name("the name of the game"));
    tokens_.expect("(", "coordinates follow, as in: game mine(a, b)");
    do {
      game.coordinates.push_back(coordinate());
      count(game.coordinates.back().name.place, max_dimensions, game.coordinates.size(),
            "coordinates in a game");
    } while (tokens_.accept(","));
    tokens_.expect(")");
  }
  game.sound_header = !tokens_.failed();
}

CoordinateSyntax Grammar::coordinate() {
  CoordinateSyntax coordinate{name_of(tokens_.expect_name("the name of a coordinate")), {}};
  if (tokens_.accept("in")) coordinate.range = range(number());
  return coordinate;
}

void Grammar::body(GameSyntax& game) {
  while (!tokens_.at(Token::Kind::end) && !tokens_.at("game")) {
    if (!tokens_.failed()) statement(game);
    if (tokens_.failed()) {
      game.sound_body = false;
      tokens_.recover();
    }
    if (diagnostics_.full()) return;
  }
}

void Grammar::statement(GameSyntax& game) {
  const Place place = tokens_.current().place;
  // Items are added to a list only if they were read without a mistake.
  const auto add = [&](auto& list, auto item) {
    count(place, max_rules, list.size() + 1, "statements of this kind in a game");
    if (!tokens_.failed() && !tokens_.at_statement() && !tokens_.at(Token::Kind::end))
      tokens_.fail_expecting("the next statement", instead_of_statement(tokens_.current().text));
    if (!tokens_.failed()) list.emplace_back(std::move(item));
  };
  if (tokens_.at(Token::Kind::string)) return describe(game);
  if (tokens_.at("(")) return add(game.options, rule());
  if (tokens_.at("take_and_break")) return add(game.options, take_and_break());
  if (tokens_.at("lost") || tokens_.at("won")) return add(game.endings, ending());
  if (tokens_.at("where")) return add(game.where, where());
  if (tokens_.at("falls")) {
    if (!game.falls.empty())
      tokens_.fail(place, "a second `falls` in one game", "one number must fall with every move");
    return add(game.falls, where());
  }
  if (tokens_.accept("param")) return add(game.parameters, parameter());
  if (tokens_.accept("symmetric")) return add(game.symmetric, names("coordinates"));
  if (tokens_.accept("misere")) {
    game.convention = Convention::misere;
    return;
  }
  const auto word = tokens_.current().text;
  if (tokens_.at(Token::Kind::name) && is_before_arrow())
    tokens_.fail_expecting("a rule or another statement",
                           fmt::format("positions are in parentheses: ({}) -> ..", word));
  tokens_.fail_expecting("a rule or another statement",
                         did_you_mean(word, {"param", "symmetric", "where", "falls", "lost", "won",
                                             "misere", "take_and_break", "game"}));
}

void Grammar::describe(GameSyntax& game) {
  const Token text = tokens_.take();
  if (game.description) tokens_.fail(text.place, "the game is described twice");
  game.description = text.text;
}

ParameterSyntax Grammar::parameter() {
  const Name name = name_of(tokens_.expect_name("the name of a parameter"));
  tokens_.expect("=");
  if (at_set()) return {name, set()};
  if (tokens_.at("[")) return {name, array()};
  return {name, number()};
}

CodeSyntax Grammar::take_and_break() {
  tokens_.take();
  const Token code = tokens_.current();
  if (tokens_.at(Token::Kind::code))
    tokens_.take();
  else
    tokens_.fail_expecting("an octal or hexadecimal code such as 0.137");
  return {code.place, code.text};
}

EndingSyntax Grammar::ending() {
  const Token word = tokens_.take();
  tokens_.expect("when", fmt::format("write: {} when CONDITION", word.text));
  return {word.place, word.text == "lost" ? Outcome::P : Outcome::N, expression()};
}

WhereSyntax Grammar::where() {
  const Place place = tokens_.take().place;
  return {place, expression()};
}

RuleSyntax Grammar::rule() {
  RuleSyntax rule;
  rule.place = tokens_.current().place;
  const std::size_t begin = tokens_.current().offset;
  rule.left = names("the coordinates of the position");
  tokens_.expect("->");
  options(rule);
  clauses(rule);
  if (!tokens_.failed()) rule.text = on_one_line(text_.substr(begin, tokens_.last_end() - begin));
  return rule;
}

void Grammar::options(RuleSyntax& rule) {
  do {
    rule.sum.push_back(term());
    count(rule.sum.back().place, max_summands, rule.sum.size(), "positions in a sum");
    const PositionSyntax& last = rule.sum.back();
    if (!last.coordinates.empty()) continue;
    if (last.times || last.over)
      tokens_.fail(last.place, "the empty sum () repeated is still empty", "write () alone");
    else if (rule.sum.size() > 1 || tokens_.at("+"))
      tokens_.fail(last.place, "the empty sum () cannot be added to", "leave it out");
  } while (tokens_.accept("+"));
  if (rule.sum.size() == 1 && rule.sum.front().coordinates.empty()) rule.sum.clear();
}

// FACTOR * .. * POSITION, or a position alone. What is in parentheses is known by what follows.
PositionSyntax Grammar::term() {
  if (at_word("sum") && is_before("of")) return sum_over();
  const Place place = tokens_.current().place;
  std::optional<Node> times;
  const auto multiply = [&](Node factor) {
    times = times ? with(leaf(Node::Kind::multiply), {std::move(*times), std::move(factor)})
                  : std::move(factor);
  };
  while (!tokens_.failed()) {
    if (tokens_.at("(") || at_other_game() || !at_expression()) {
      PositionSyntax last = position();
      if (!tokens_.at("*")) {
        last.place = place;
        last.times = std::move(times);
        return last;
      }
      if (last.coordinates.size() != 1 || last.game)
        tokens_.fail_expecting("`+` or the end of the option",
                               "how often a position occurs comes first, as in 2 * (n - 1)");
      else
        multiply(std::move(last.coordinates.front()));
    } else {
      const bool is_first = !times;
      const Token found = tokens_.current();
      multiply(factor());
      const bool may_follow = tokens_.at("(") && !tokens_.current().first_on_line;
      if (!tokens_.at("*") && !may_follow)
        tokens_.fail(found.place, fmt::format("expected `(`, found `{}`", found.text),
                     is_first ? "an option is a position, as in (n - 1), a sum of positions, or ()"
                              : "the position comes last, as in 2 * (n - 1)");
    }
    tokens_.expect("*", "write k * (..) for k equal positions");
  }
  return {place, {}};
}

// sum of (..) over j in low .. high
PositionSyntax Grammar::sum_over() {
  const Place place = tokens_.take().place;
  tokens_.take();
  PositionSyntax sum = position();
  sum.place = place;
  if (at_word("over"))
    tokens_.take();
  else
    tokens_.fail_expecting("`over`", "as in: sum of (j) over j in 0 .. n - 1");
  const Name name = name_of(tokens_.expect_name("the name that runs over the positions"));
  tokens_.expect("in", "as in: sum of (j) over j in 0 .. n - 1");
  is_end_of_sum_ = true;
  RangeSyntax over = range(number());
  is_end_of_sum_ = false;
  if (!over.high)
    tokens_.fail(name.place, fmt::format("the range of `{}` has no upper end", name.text),
                 "a sum has an end: lo .. hi");
  sum.over = OverSyntax{name, std::move(over)};
  return sum;
}

// Whether a position of another game begins here, and no number.
bool Grammar::at_other_game() const {
  if (tokens_.at(Token::Kind::code)) return true;
  if (!tokens_.at(Token::Kind::name) || is_function(tokens_.current().text)) return false;
  Diagnostics ignored;  // mistakes are reported when the text is read again
  Lexer lexer(text_.substr(tokens_.current().offset), ignored);
  lexer.next();
  const Token next = lexer.next();
  return next.text == "(" && !next.first_on_line;
}

PositionSyntax Grammar::position() {
  PositionSyntax position{tokens_.current().place, {}};
  if (at_other_game()) position.game = name_of(tokens_.take());
  tokens_.expect("(", "an option is a position, as in (n - 1), a sum of positions, or ()");
  if (!position.game && tokens_.accept(")")) return position;
  do {
    position.coordinates.push_back(number());
    count(beginning(position.coordinates.back()), max_dimensions, position.coordinates.size(),
          "coordinates in a position");
  } while (tokens_.accept(","));
  if (position.game && tokens_.accept(";")) do {
      position.given.push_back(parameter());
      count(position.given.back().name.place, max_depth, position.given.size(),
            "parameters of a game");
    } while (tokens_.accept(","));
  tokens_.expect(")");
  return position;
}

void Grammar::clauses(RuleSyntax& rule) {
  const auto ends_in_where = [&] {
    if (!tokens_.at("where") || tokens_.current().first_on_line) return;
    tokens_.fail_expecting(
        "`for`, `when` or the next statement",
        "a condition begins with `when`; `where`, about all positions, begins a line");
  };
  ends_in_where();
  while (tokens_.at("for") || tokens_.at("when")) {
    const Token word = tokens_.take();
    if (word.text == "for" ? !rule.binders.empty() : rule.when.has_value())
      return tokens_.fail(
          word.place, fmt::format("a second `{}` in one rule", word.text),
          word.text == "for" ? "separate binders by commas" : "join conditions by `and`");
    if (word.text == "when") {
      rule.when = expression();
      continue;
    }
    do {
      rule.binders.push_back(binder());
      count(rule.binders.back().name.place, max_binders, rule.binders.size(), "binders in a rule");
    } while (tokens_.accept(","));
  }
  ends_in_where();
}

BinderSyntax Grammar::binder() {
  if (tokens_.at(Token::Kind::number))
    tokens_.fail_expecting("the name of a binder", "write `k in 1 .. n` for 1 <= k <= n");
  BinderSyntax binder{name_of(tokens_.expect_name("the name of a binder")), SetSyntax{}};
  if (tokens_.accept(">="))
    binder.domain = RangeSyntax{number(), std::nullopt};
  else if (tokens_.accept("in"))
    binder.domain = domain();
  else
    tokens_.fail_expecting("`>=` or `in`", instead_of_binder(tokens_));
  return binder;
}

DomainSyntax Grammar::domain() {
  if (at_set()) return set();
  Node low = number();
  if (low.kind == Node::Kind::function && !tokens_.at("..")) {
    for (const auto& [name, kind] : sets_of_parts)
      if (low.text == name) {
        if (low.arguments.size() != 1)
          tokens_.fail(low.place,
                       fmt::format("`{}` takes one number, found {}", name, low.arguments.size()));
        return PartsSyntax{low.place, kind, std::move(low.arguments.front())};
      }
    tokens_.fail(low.place, fmt::format("there is no set `{}`", low.text),
                 "a range is lo .. hi, a set is listed, as {1, 3, 4}, named or a parameter");
  }
  if (low.kind == Node::Kind::name && !tokens_.at(".."))
    return SetSyntax{low.place, NumberSet::Kind::listed, {}, low.text};
  return range(std::move(low));
}

RangeSyntax Grammar::range(Node low) {
  const std::size_t line = tokens_.current().place.line;
  RangeSyntax range{std::move(low), std::nullopt};
  if (tokens_.expect("..", "a range is lo .. hi or lo ..") && at_expression() &&
      tokens_.current().place.line == line)
    range.high = number();
  return range;
}

bool Grammar::at_set() const noexcept {
  for (const NamedSet& set : named_sets)
    if (tokens_.at(set.name)) return true;
  return tokens_.at("{");
}

SetSyntax Grammar::set() {
  const Token first = tokens_.take();
  SetSyntax set{first.place, NumberSet::Kind::listed, {}};
  for (const auto& [name, kind] : named_sets)
    if (name == first.text) set.kind = kind;
  if (set.kind == NumberSet::Kind::powers) {
    tokens_.expect("(", "write powers(2) for 1, 2, 4, ..");
    set.members.push_back(number());
    tokens_.expect(")");
  } else if (set.kind == NumberSet::Kind::listed) {
    set.members = members("}", "members in a set");
  }
  return set;
}

ArraySyntax Grammar::array() {
  const Place place = tokens_.take().place;
  ArraySyntax array{place, members("]", "numbers in an array")};
  if (array.members.empty()) tokens_.fail(place, "an array without numbers");
  return array;
}

// Numbers up to the closing bracket. The opening one has been read.
std::vector<Node> Grammar::members(std::string_view close, std::string_view what) {
  std::vector<Node> all;
  if (tokens_.accept(close)) return all;
  do {
    all.push_back(number());
    count(beginning(all.back()), max_members, all.size(), what);
    count(beginning(all.back()), max_nodes, ++nodes_, "numbers, names and operations in a game");
  } while (tokens_.accept(","));
  tokens_.expect(close,
                 tokens_.at("..") && close == "}" ? "a range needs no braces: lo .. hi" : "");
  return all;
}

std::vector<Name> Grammar::names(std::string_view what) {
  std::vector<Name> names;
  tokens_.expect("(", fmt::format("{} follow in parentheses", what));
  do {
    names.push_back(name_of(tokens_.expect_name("the name of a coordinate")));
    count(names.back().place, max_dimensions, names.size(), "coordinates");
  } while (tokens_.accept(","));
  tokens_.expect(")");
  return names;
}

// The text of the game just read: the comments above it, and everything up to the end
// of its last line.
std::string_view Grammar::cut() {
  const std::size_t next = tokens_.at("game") ? tokens_.current().offset : text_.size();
  const std::size_t line_end = text_.find('\n', tokens_.last_end());
  const std::size_t end = tokens_.at("game") && line_end < next ? line_end + 1 : next;
  const std::size_t begin = text_.find_first_not_of(" \t\r\n", std::exchange(game_begin_, end));
  return text_.substr(begin, end - begin);
}

}  // namespace grundy::rules
