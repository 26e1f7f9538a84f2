#include <fmt/format.h>

#include <algorithm>

#include "boards/rules.hpp"
#include "rules/language/lexer.hpp"

namespace grundy::boards {
namespace {

using Kind = rules::Token::Kind;
using rules::Token;

class RulesParser {
 public:
  RulesParser(std::string_view text, rules::Diagnostics& diagnostics)
      : tokens_(text, diagnostics) {}

  std::vector<BoardRules> games() {
    std::vector<BoardRules> games;
    while (!tokens_.failed() && !tokens_.at(Kind::end)) {
      BoardRules read = game();
      const bool known = std::any_of(games.begin(), games.end(), [&](const BoardRules& other) {
        return other.name == read.name;
      });
      if (known) fail_at(game_name_, fmt::format("there are two games `{}`", read.name));
      games.push_back(std::move(read));
    }
    return games;
  }

 private:
  BoardRules game() {
    BoardRules game;
    tokens_.expect("game", "a game on a board begins as `game cram(G: graph)`");
    game_name_ = tokens_.expect_name("the game");
    game.name = game_name_.text;
    tokens_.expect("(");
    structure_ = tokens_.expect_name("the structure").text;
    tokens_.expect(":");
    game.kind = structure_kind();
    tokens_.expect(")");
    if (tokens_.at(Kind::string)) game.description = tokens_.take().text;
    do game.rules.push_back(rule(game.kind));
    while (tokens_.at("("));
    return game;
  }

  StructureKind structure_kind() {
    if (accept_word("graph")) return StructureKind::graph;
    if (accept_word("poset")) return StructureKind::poset;
    tokens_.fail_expecting("`graph` or `poset`");
    return StructureKind::graph;
  }

  RemovalRule rule(StructureKind kind) {
    kind_ = kind;
    RemovalRule rule;
    names_.clear();
    unresolved_.clear();
    tokens_.expect("(");
    expect_structure();
    tokens_.expect(")");
    tokens_.expect("->");
    expect_structure();
    tokens_.expect("-");
    rule.removed = set();
    tokens_.expect("for");
    binder(rule);
    resolve(rule.removed);
    unresolved_.clear();
    check_set(rule, rule.removed);
    if (!accept_word("if")) return rule;
    do {
      rule.tests.push_back(test());
      check_set(rule, rule.tests.back().set);
    } while (tokens_.accept("and"));
    return rule;
  }

  // The vertices of a connected set come in no order, so no rule may tell them apart.
  void check_set(const RemovalRule& rule, const SetTerm& term) {
    if (tokens_.failed() || rule.binder != RemovalRule::Binder::connected) return;
    if (term.kind == SetTerm::Kind::members && term.names.size() == rule.names) return;
    fail_at(connected_, "the vertices of a connected set have no order",
            "sets and tests of this rule name all of them");
  }

  void binder(RemovalRule& rule) {
    if (accept_word("edge")) {
      rule.binder = RemovalRule::Binder::edge;
      tokens_.expect("(");
      bind();
      tokens_.expect(",");
      bind();
      tokens_.expect(")");
    } else if (connected_ = tokens_.current(); accept_word("connected")) {
      rule.binder = RemovalRule::Binder::connected;
      tokens_.expect("{");
      do bind();
      while (tokens_.accept(","));
      tokens_.expect("}");
    } else {
      bind();
    }
    rule.names = names_.size();
    tokens_.expect("in");
    expect_structure();
  }

  void bind() {
    const Token name = tokens_.expect_name("a vertex");
    if (tokens_.failed()) return;
    if (std::find(names_.begin(), names_.end(), name.text) != names_.end())
      return fail_at(name, fmt::format("there are two vertices `{}`", name.text));
    names_.push_back(name.text);
  }

  Test test() {
    Test test;
    if (accept_word("connected")) {
      test.is_connected = true;
      tokens_.expect("(");
      expect_structure();
      tokens_.expect("-");
      test.set = resolved_set();
      tokens_.expect(")");
      return test;
    }
    if (accept_word("degree")) {
      test.set = argument(SetTerm::Kind::open);
      resolve(test.set);
    } else if (accept_word("size")) {
      tokens_.expect("(");
      test.set = resolved_set();
      tokens_.expect(")");
    } else {
      tokens_.fail_expecting("`degree(..)`, `size(..)` or `connected(..)`");
    }
    test.comparison = comparison();
    if (tokens_.at(Kind::number))
      test.number = tokens_.take().value;
    else
      tokens_.fail_expecting("a number");
    return test;
  }

  Comparison comparison() {
    static constexpr std::pair<std::string_view, Comparison> signs[] = {
        {"==", Comparison::equal},   {"=", Comparison::equal},    {"!=", Comparison::unequal},
        {"<", Comparison::less},     {"<=", Comparison::at_most}, {">", Comparison::more},
        {">=", Comparison::at_least}};
    for (const auto& [sign, comparison] : signs)
      if (tokens_.accept(sign)) return comparison;
    tokens_.fail_expecting("a comparison such as `==`");
    return Comparison::equal;
  }

  SetTerm resolved_set() {
    SetTerm term = set();
    resolve(term);
    unresolved_.clear();
    return term;
  }

  SetTerm set() {
    static constexpr std::pair<std::string_view, SetTerm::Kind> kinds[] = {
        {"closed", SetTerm::Kind::closed},
        {"open", SetTerm::Kind::open},
        {"up", SetTerm::Kind::up},
        {"down", SetTerm::Kind::down}};
    const Token first = tokens_.current();
    for (const auto& [word, kind] : kinds)
      if (accept_word(word)) {
        const bool needs_order = kind == SetTerm::Kind::up || kind == SetTerm::Kind::down;
        if (needs_order && kind_ == StructureKind::graph)
          fail_at(first, fmt::format("`{}` needs an order, but {} is a graph", word, structure_),
                  fmt::format("write `{}: poset`", structure_));
        return argument(kind);
      }
    SetTerm term;
    tokens_.expect("{", "what a move removes is a set such as {v}, closed(v) or up(v)");
    do unresolved_.push_back(tokens_.expect_name("a vertex"));
    while (tokens_.accept(","));
    tokens_.expect("}");
    return term;
  }

  SetTerm argument(SetTerm::Kind kind) {
    tokens_.expect("(");
    unresolved_.push_back(tokens_.expect_name("a vertex"));
    tokens_.expect(")");
    return {kind, {}};
  }

  // The names of a set are bound behind it, so they are looked up later.
  void resolve(SetTerm& term) {
    for (const Token& name : unresolved_) {
      if (tokens_.failed()) return;
      const auto found = std::find(names_.begin(), names_.end(), name.text);
      if (found == names_.end())
        return fail_at(name, fmt::format("there is no vertex `{}`", name.text),
                       rules::did_you_mean(name.text, names_));
      term.names.push_back(static_cast<std::size_t>(found - names_.begin()));
    }
    unresolved_.clear();
  }

  void expect_structure() {
    const Token name = tokens_.expect_name("the structure");
    if (!tokens_.failed() && name.text != structure_)
      fail_at(name, fmt::format("expected `{}`, found `{}`", structure_, name.text));
  }

  bool accept_word(std::string_view word) {
    if (!tokens_.at(Kind::name) || tokens_.current().text != word) return false;
    tokens_.take();
    return true;
  }

  void fail_at(const Token& token, std::string message, std::string hint = {}) {
    tokens_.fail(token.place, std::move(message), std::move(hint));
  }

  rules::Tokens tokens_;
  StructureKind kind_ = StructureKind::graph;
  Token game_name_;
  std::string_view structure_;
  std::vector<std::string_view> names_;  // of the binder
  Token connected_;
  std::vector<Token> unresolved_;
};

}  // namespace

Result<std::vector<BoardRules>> parse_rules(std::string_view text, std::string_view source) {
  rules::Diagnostics diagnostics;
  auto games = RulesParser(text, diagnostics).games();
  if (!diagnostics.none()) return diagnostics.error(text, source);
  if (games.empty())
    return Error{Errc::rules, fmt::format("{}: there is no game in this text", source)};
  return games;
}

bool is_board_text(std::string_view text) {
  rules::Diagnostics diagnostics;
  rules::Tokens tokens(text, diagnostics);
  if (!tokens.accept("game")) return false;
  tokens.take();
  if (!tokens.accept("(")) return false;
  tokens.take();
  return tokens.at(":");
}

}  // namespace grundy::boards
