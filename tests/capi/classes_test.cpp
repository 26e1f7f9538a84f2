// grundy.hpp: games that are classes, within a program that is linked with the library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <grundy.hpp>

namespace {

// Heaps as digits. The sum of two heaps is a text of two digits.
struct Nim {
  static void options(std::string_view key, grundy::Options& options) {
    if (key == "!") throw std::runtime_error("no heap");
    if (key == "1") return options.add({});
    for (char less = '1'; less < key[0]; ++less) options.add(std::string_view(&less, 1));
    options.add({});
  }
  static std::vector<std::string> start(std::string_view text) {
    std::vector<std::string> heaps;
    for (const char c : text) {
      if (c < '1' || c > '9') throw std::invalid_argument("no heap");
      heaps.emplace_back(1, c);
    }
    return heaps;
  }
};

// Takes 1 or 2 of a heap of bars, of which three are as good as none.
struct Bars {
  static void options(std::string_view key, grundy::Options& options) {
    for (std::size_t take = 1; take <= 2 && take <= key.size(); ++take)
      options.add(key.substr(take));
  }
  static std::string canon(std::string_view key) {
    return std::string(key.substr(0, key.size() % 3));
  }
  static std::string print(std::string_view key) { return std::to_string(key.size()) + " bars"; }
};

struct Longer : Bars {
  static std::string canon(std::string_view key) { return std::string(key) + "|"; }
};

struct Circle {
  static void options(std::string_view key, grundy::Options& options) { options.add(key); }
  static std::string print(std::string_view) { return "the circle"; }
};

TEST(Classes, HaveTheValuesOfNim) {
  grundy::Explorer<Nim> nim;
  for (char a = '1'; a <= '9'; ++a) {
    EXPECT_EQ(nim.value_of_key({&a, 1}).nimber, a - '0');
    for (char b = '1'; b <= '9'; ++b) {
      const auto value = nim.value_of_text({a, b});
      EXPECT_EQ(value.nimber, (a - '0') ^ (b - '0'));
      EXPECT_EQ(value.is_won, a != b);
    }
  }
  EXPECT_EQ(nim.positions(), 9U);
}

TEST(Classes, ArePlayedUnderMisereRules) {
  grundy::Explorer<Nim> nim({}, GRUNDY_MISERE);
  EXPECT_FALSE(nim.value_of_text("1").is_won);
  EXPECT_TRUE(nim.value_of_text("11").is_won);
  EXPECT_FALSE(nim.value_of_text("22").is_won);
  EXPECT_FALSE(nim.value_of_text("2").nimber);
}

TEST(Classes, MayHaveFormsThatStandForOthers) {
  grundy::Explorer<Bars> bars;
  for (std::size_t n = 0; n < 12; ++n)
    EXPECT_EQ(bars.value_of_key(std::string(n, '|')).nimber, n % 3);
  EXPECT_LE(bars.positions(), 3U);
}

template <class Game>
std::string failure(const std::string& key) {
  grundy::Explorer<Game> explorer;
  try {
    explorer.value_of_key(key);
  } catch (const grundy::Error& error) {
    EXPECT_EQ(error.code(), GRUNDY_RULES);
    return error.what();
  }
  return "no error";
}

TEST(Classes, ThrowErrors) {
  EXPECT_THAT(failure<Nim>("!"), testing::HasSubstr("`options` failed"));
  EXPECT_THAT(failure<Longer>("||"), testing::HasSubstr("`canon` failed"));
  EXPECT_THAT(failure<Circle>("o"), testing::HasSubstr("the circle"));
  grundy::Explorer<Nim> nim;
  EXPECT_THROW(nim.value_of_text("x"), grundy::Error);
  grundy::Explorer<Bars> no_texts;
  EXPECT_THROW(no_texts.value_of_text("|"), grundy::Error);
}

}  // namespace
