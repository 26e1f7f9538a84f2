#include "rules/language/joint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "rules/expression.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/language/resolve.hpp"
#include "rules/language/take_and_break.hpp"
#include "rules/substitute.hpp"

namespace grundy::rules {

const GameSyntax* GameFile::find(std::string_view name) const {
  const auto at =
      std::ranges::find_if(games, [&](const GameSyntax& game) { return game.name.text == name; });
  return at == games.end() ? nullptr : &*at;
}

Library::Found Library::find(std::string_view name, const GameFile& file) {
  if (const GameSyntax* game = file.find(name)) return {game, &file};
  const GameFile* other = nullptr;
  if (const auto known = files_.find(name); known != files_.end())
    other = &known->second;
  else if (const auto* entry = find_in_catalogue(name))
    other = &read(name, std::string(entry->text));
  else if (looks_like_code(name) && !mistake_in_code(name))
    other = &read(name, fmt::format("game {}\n", name));
  if (other == nullptr) return {};
  return {other->find(name), other};
}

const GameFile& Library::read(std::string_view name, std::string text) {
  GameFile& file = files_[std::string(name)];
  file.text = std::move(text);
  Diagnostics flawless;
  Grammar grammar(file.text, flawless);
  while (auto game = grammar.next_game()) file.games.push_back(*std::move(game));
  return file;
}

namespace {

using Compares = Condition::Op;

// Reads the games one after the other, as they are named.
class Joining final : public OtherGames {
  struct Member {
    Library::Found found;
    Parameters given;
    Place place;  // where a game of the first file names it, or one that leads to it
  };

 public:
  Joining(const GameFile& file, const Parameters& overrides, Library& library,
          Diagnostics& diagnostics)
      : file_(file), overrides_(overrides), library_(library), diagnostics_(diagnostics) {}

  std::optional<Rules> rules(const GameSyntax& game) {
    members_.push_back({{&game, &file_}, {}, game.name.place});
    for (own_ = 0; own_ < members_.size(); ++own_)
      if (!resolve_member()) return std::nullopt;
    if (members_.size() == 1) return resolve(game, overrides_, diagnostics_);  // it names itself
    if (!can_be_joined()) return std::nullopt;
    return joined();
  }

  std::size_t own() const override { return own_; }

  std::size_t coordinates(std::size_t number) const override {
    return members_[number].found.game->coordinates.size();
  }

  std::size_t number(const Name& name, const std::vector<Given>& given,
                     Diagnostics& diagnostics) override {
    const Member& from = members_[own_];
    const Library::Found found = library_.find(name.text, *from.found.file);
    if (found.game == nullptr || !found.game->sound_header) {
      if (found.game == nullptr) unknown(name, *from.found.file, diagnostics);
      return own_;
    }
    Parameters parameters;
    for (const Given& each : given) {
      const std::string parameter(each.name.text);
      if (!has_parameter(*found.game, parameter))
        diagnostics.report(each.name.place, no_parameter(*found.game, parameter));
      else if (!parameters.emplace(parameter, each.value).second)
        diagnostics.report(each.name.place, fmt::format("`{}` is given twice", parameter));
    }
    return number_of(found, std::move(parameters), name.place);
  }

 private:
  std::size_t number_of(const Library::Found& found, Parameters given, Place place) {
    if (given.empty() && found.game == members_[own_].found.game) return own_;
    if (given.empty() && found.game == members_[0].found.game) return 0;
    const auto known = std::ranges::find_if(members_, [&](const Member& member) {
      return &member != &members_[0] && member.found.game == found.game && member.given == given;
    });
    const auto number = static_cast<std::size_t>(known - members_.begin());
    const Member& from = members_[own_];
    if (known == members_.end())
      members_.push_back({found, std::move(given), from.found.file == &file_ ? place : from.place});
    return number;
  }

  bool resolve_member() {
    const Member& member = members_[own_];
    if (own_ == max_joint_games) {
      diagnostics_.report(member.place,
                          fmt::format("play leads through more than {} games", max_joint_games),
                          "games with different parameters are different games");
      return false;
    }
    bytes_ += member.found.game->text.size();
    if (bytes_ > max_joint_bytes || rules_ > max_rules) {
      diagnostics_.report(
          members_[0].place,
          fmt::format("with the games that it names `{}` becomes too large", name_of(members_[0])),
          fmt::format("at most {} bytes and {} rules", max_joint_bytes, max_rules));
      return false;
    }
    if (own_ == 0) {
      auto part = resolve(*member.found.game, overrides_, diagnostics_, this);
      if (part) keep(*std::move(part));
      return !parts_.empty();
    }
    Diagnostics of_member;
    auto part = member.found.game->sound_body
                    ? resolve(*member.found.game, member.given, of_member, this)
                    : std::nullopt;
    if (part) {
      keep(*std::move(part));
      return true;
    }
    // A game of this file reports its mistakes by itself.
    const bool is_reported =
        member.found.file == &file_ && member.given.empty() && overrides_.empty();
    if (!is_reported && !of_member.none()) {
      const Mistake first = of_member.sorted().front();
      diagnostics_.report(
          member.place,
          fmt::format("`{}` cannot be played like this: {}", name_of(member), first.message),
          first.hint);
    }
    return false;
  }

  void keep(Rules part) {
    rules_ += part.options.size();
    parts_.push_back(std::move(part));
  }

  static std::string name_of(const Member& member) {
    return std::string(member.found.game->name.text);
  }

  void unknown(const Name& name, const GameFile& file, Diagnostics& diagnostics) const {
    std::vector<std::string_view> names;
    for (const GameSyntax& game : file.games) names.push_back(game.name.text);
    for (const CatalogueEntry& entry : catalogue()) names.push_back(entry.name);
    const std::string hint = did_you_mean(name.text, names);
    diagnostics.report(
        name.place,
        fmt::format("there is no game `{}` in this file or the catalogue", excerpt(name.text)),
        hint.empty() ? "how often a position occurs is written with `*`, as in k * (n - 1)" : hint);
  }

  static bool has_parameter(const GameSyntax& game, std::string_view name) {
    return std::ranges::any_of(game.parameters, [&](const ParameterSyntax& parameter) {
      return parameter.name.text == name;
    });
  }

  static std::string no_parameter(const GameSyntax& game, std::string_view name) {
    std::vector<std::string_view> names;
    for (const ParameterSyntax& parameter : game.parameters) names.push_back(parameter.name.text);
    return fmt::format("`{}` has no parameter `{}`; {}", game.name.text, excerpt(name),
                       names.empty()
                           ? "it has none"
                           : fmt::format("its parameters are {}", fmt::join(names, ", ")));
  }

  bool can_be_joined() {
    const std::size_t before = diagnostics_.count();
    if (std::ranges::any_of(parts_,
                            [](const Rules& part) { return part.dimensions() > max_dimensions; }))
      diagnostics_.report(
          members_[0].place,
          fmt::format("games that are named, or name others, have at most {} coordinates",
                      max_dimensions - 1));
    if (parts_[0].falls)
      diagnostics_.report(parts_[0].falls->place,
                          "`falls` does not go with positions of other games",
                          "leave it out: play that ends is proved, or checked on the box");
    for (std::size_t number = 0; number < parts_.size(); ++number)
      for (const OptionRule& rule : parts_[number].options)
        for (const Stretch& stretch : rule.stretches)
          if (!is_true(part_of(rule.summands[stretch.first]).where))
            diagnostics_.report(
                members_[number].found.file == &file_ ? rule.place : members_[number].place,
                "`where` does not go with sums of variable length",
                "say the condition in the rules instead");
    return diagnostics_.count() == before;
  }

  const Rules& part_of(const std::vector<Expression>& summand) const {
    return parts_[static_cast<std::size_t>(summand[0].value)];
  }

  // The conditions of a position of that game beyond the ranges of the whole.
  Condition inside(const Rules& part) const {
    std::vector<Condition> all;
    for (std::size_t axis = 1; axis < part.coordinates.size(); ++axis) {
      const Coordinate& mine = part.coordinates[axis];
      const Coordinate& whole = whole_.coordinates[axis];
      if (mine.low > whole.low)
        all.push_back(compare(Compares::greater_equal, variable(axis), constant(mine.low)));
      if (mine.high && mine.high != whole.high)
        all.push_back(compare(Compares::less_equal, variable(axis), constant(*mine.high)));
    }
    all.push_back(part.where);
    return join(Compares::all_of, std::move(all));
  }

  static Condition is_of(std::size_t number) {
    return compare(Compares::equal, variable(0), constant(static_cast<std::int64_t>(number)));
  }

  Rules joined() {
    whole_ = parts_[0];
    whole_.joint->members.clear();
    whole_.symmetric.clear();
    whole_.options.clear();
    whole_.endings.clear();
    whole_.coordinates[0].high = static_cast<std::int64_t>(parts_.size()) - 1;
    for (const Rules& part : parts_) widen(part);
    for (std::size_t number = 0; number < parts_.size(); ++number) {
      const Member& member = members_[number];
      whole_.joint->members.push_back({name_of(member), member.given, coordinates(number)});
      add(number);
    }
    // No move leads to tuples of other games that are no positions, and no box holds them.
    whole_.where = join(Compares::any_of, {negate(is_of(0)), inside(parts_[0])});
    add_texts();
    return std::move(whole_);
  }

  void widen(const Rules& part) {
    for (std::size_t axis = 1; axis < part.coordinates.size(); ++axis) {
      const Coordinate& mine = part.coordinates[axis];
      if (axis == whole_.coordinates.size()) {
        whole_.coordinates.push_back(mine);
        continue;
      }
      Coordinate& whole = whole_.coordinates[axis];
      whole.low = std::min(whole.low, mine.low);
      if (whole.high) whole.high = mine.high ? std::max(whole.high, mine.high) : std::nullopt;
    }
  }

  // The rules and endings of one game, for its positions alone.
  void add(std::size_t number) {
    const Member& member = members_[number];
    const Rules& part = parts_[number];
    const bool is_elsewhere = member.found.file != &file_;
    for (const OptionRule& own : part.options) {
      std::vector<Condition> when{is_of(number), inside(part), own.when};
      for (const auto& summand : own.summands)
        when.push_back(at(inside(part_of(summand)), summand));
      OptionRule rule = own;
      rule.when = join(Compares::all_of, std::move(when));
      rule = of_the_whole(std::move(rule), part.dimensions());
      if (is_elsewhere) rule.place = member.place;
      if (!is_false(rule.when)) whole_.options.push_back(std::move(rule));
    }
    for (Ending ending : part.endings) {
      ending.when = join(Compares::all_of, {is_of(number), std::move(ending.when)});
      if (is_elsewhere) ending.place = member.place;
      whole_.endings.push_back(std::move(ending));
    }
  }

  // Binders come after all coordinates, and positions have those that their game lacks.
  OptionRule of_the_whole(OptionRule rule, std::size_t dimensions) const {
    std::vector<Expression> now;
    for (Variable old = 0; old < dimensions + rule.binders.size(); ++old)
      now.push_back(variable(old < dimensions ? old : old - dimensions + whole_.dimensions()));
    for (Binder& binder : rule.binders) {
      binder.low = at(binder.low, now);
      if (binder.high) binder.high = at(*binder.high, now);
    }
    rule.when = at(rule.when, now);
    for (auto& summand : rule.summands) {
      for (Expression& coordinate : summand) coordinate = at(coordinate, now);
      while (summand.size() < whole_.dimensions())
        summand.push_back(constant(whole_.coordinates[summand.size()].low));
    }
    for (Stretch& stretch : rule.stretches) {
      stretch.count = at(stretch.count, now);
      stretch.step.resize(whole_.dimensions());
    }
    return rule;
  }

  // Those of the other games of the file, so that the text can be read again by itself.
  void add_texts() {
    std::vector<const GameSyntax*> written{members_[0].found.game};
    for (const Member& member : members_) {
      if (member.found.file != &file_ || std::ranges::count(written, member.found.game) > 0)
        continue;
      written.push_back(member.found.game);
      if (!whole_.text.ends_with('\n')) whole_.text += '\n';
      whole_.text += member.found.game->text;
    }
  }

  const GameFile& file_;
  const Parameters& overrides_;
  Library& library_;
  Diagnostics& diagnostics_;
  std::deque<Member> members_;
  std::vector<Rules> parts_;
  std::size_t own_ = 0;
  std::size_t bytes_ = 0;  // of the texts of the games
  std::size_t rules_ = 0;
  Rules whole_;
};

}  // namespace

std::optional<Rules> joint_rules(const GameSyntax& game, const GameFile& file,
                                 const Parameters& overrides, Library& library,
                                 Diagnostics& diagnostics) {
  return Joining(file, overrides, library, diagnostics).rules(game);
}

}  // namespace grundy::rules
