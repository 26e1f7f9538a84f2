#include "law/presburger/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <string_view>
#include <vector>

namespace grundy::law::presburger {
namespace {

std::string taken(char* written) {
  std::string text = written == nullptr ? "" : written;
  std::free(written);
  return text;
}

// What stands in `text` between these two.
std::string between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == text.npos) return {};
  text.remove_prefix(begin + before.size());
  return std::string(text.substr(0, text.rfind(after)));
}

// Of "{ [n] -> [(-1 + n)] }" that -1 + n.
std::string number(isl_aff* function) {
  const std::string text = taken(isl_aff_to_str(function));
  isl_aff_free(function);
  return between(text, "-> [(", ")] }");
}

// Of "[n] -> { : n > 0 }" that n > 0.
std::string condition(isl_set* where) {
  const auto size = static_cast<unsigned>(isl_set_dim(where, isl_dim_set));
  where = isl_set_move_dims(where, isl_dim_param, 0, isl_dim_set, 0, size);
  const std::string text = taken(isl_set_to_str(where));
  isl_set_free(where);
  return between(text, " : ", " }");
}

struct Pieces {
  std::string left;
  Set known;
  std::vector<std::string> texts;
};

isl_stat add_piece(isl_set* where, isl_multi_aff* functions, void* to) {
  auto& pieces = *static_cast<Pieces*>(to);
  std::vector<std::string> numbers;
  const auto size = static_cast<int>(isl_multi_aff_dim(functions, isl_dim_out));
  for (int i = 0; i < size; ++i) numbers.push_back(number(isl_multi_aff_get_at(functions, i)));
  isl_multi_aff_free(functions);
  std::string text = fmt::format("({}) -> ({})", pieces.left, fmt::join(numbers, ", "));
  const Set whole(where);
  if (!is_empty(pieces.known - whole)) text += " when " + condition(whole.copy());
  pieces.texts.push_back(std::move(text));
  return isl_stat_ok;
}

}  // namespace

std::string text_of_moves(const rules::Rules& rules, const Map& moves, const Set& known) {
  Map named(isl_map_coalesce(moves.copy()));
  for (unsigned axis = 0; axis < rules.dimensions(); ++axis)
    named = Map(
        isl_map_set_dim_name(named.take(), isl_dim_in, axis, rules.coordinates[axis].name.c_str()));
  isl_pw_multi_aff* function =
      isl_pw_multi_aff_gist(isl_pw_multi_aff_from_map(named.take()), known.copy());
  function = isl_pw_multi_aff_coalesce(function);
  Pieces pieces{fmt::format("{}", fmt::join(rules.coordinate_names(), ", ")), known, {}};
  isl_pw_multi_aff_foreach_piece(function, add_piece, &pieces);
  isl_pw_multi_aff_free(function);
  return fmt::format("{}", fmt::join(pieces.texts, "; "));
}

}  // namespace grundy::law::presburger
