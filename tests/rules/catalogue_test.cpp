#include "rules/language/catalogue.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "rules/parse.hpp"
#include "support/temporary_directory.hpp"

namespace grundy::rules {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Catalogue, HoldsTheseGames) {
  std::vector<std::string_view> names;
  for (const CatalogueEntry& entry : catalogue()) names.push_back(entry.name);
  EXPECT_THAT(
      names, ElementsAre("bash", "calendar", "cards", "chomp3", "couples_are_forever", "cutting",
                         "dawsons_kayles", "digital_deletions", "euclid", "fibonacci_heaps",
                         "grundys_game", "kayles", "kayles_ring", "kayles_spider", "kiki", "lasker",
                         "lieges", "multiplication", "nim", "nim3", "node_kayles_p3", "odd_heaps",
                         "officers", "powers_of_two", "rabbit_and_grass", "rising_heaps", "ruler",
                         "s_nim", "square_nim", "stone_boxes", "subtraction", "three_pile",
                         "tower_breakers", "treblecross", "wythoff"));
}

TEST(Catalogue, IsTheFolderOfGames) {
  const std::filesystem::path folder = GRUNDY_SOURCE_DIR "/games";
  for (const CatalogueEntry& entry : catalogue())
    EXPECT_EQ(entry.text, contents(folder / (std::string(entry.name) + ".game"))) << entry.name;
}

TEST(Catalogue, EveryGameLoadsUnderItsOwnName) {
  for (const CatalogueEntry& entry : catalogue()) {
    const auto rules = load(entry.name);
    ASSERT_TRUE(rules) << rules.error().message;
    EXPECT_EQ(rules->name, entry.name);
    EXPECT_EQ(rules->source, "catalogue");
    EXPECT_EQ(rules->text, entry.text);
    EXPECT_FALSE(rules->description.empty()) << entry.name;
  }
}

TEST(Catalogue, EveryGameNamesItsSourceAndAnswer) {
  for (const CatalogueEntry& entry : catalogue()) {
    const std::string head(entry.text.substr(0, entry.text.find("\ngame ")));
    EXPECT_THAT(head, HasSubstr("# Source")) << entry.name;
    // bash stands for three problems and gives their answers one by one.
    EXPECT_THAT(head, HasSubstr(entry.name == "bash" ? "answers:\n" : "\n# Answer: "))
        << entry.name;
  }
}

TEST(Catalogue, ItsTextReadsBackAsTheSameRules) {
  for (const CatalogueEntry& entry : catalogue()) {
    const auto rules = load(entry.name);
    ASSERT_TRUE(rules) << rules.error().message;
    const auto games = parse(rules->text, "test", rules->parameters);
    ASSERT_TRUE(games) << games.error().message;
    const Rules& again = games->front();
    ASSERT_EQ(again.options.size(), rules->options.size()) << entry.name;
    for (std::size_t i = 0; i < again.options.size(); ++i) {
      EXPECT_EQ(again.options[i].summands, rules->options[i].summands);
      EXPECT_EQ(again.options[i].when, rules->options[i].when);
    }
  }
}

TEST(Catalogue, TakesParameters) {
  const auto rules = load("bash", {{"m", 10}});
  ASSERT_TRUE(rules);
  EXPECT_EQ(rules->options[0].binders[0].high, constant(10));
  const auto wrong = load("bash", {{"n", 10}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, Errc::usage);
  EXPECT_EQ(wrong.error().message, "catalogue: there is no parameter `n`; the parameters are m");
}

TEST(Load, ACodeIsAGame) {
  const auto rules = load("0.137");
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(rules->name, "0.137");
  EXPECT_EQ(rules->text, "game 0.137\n");
  EXPECT_EQ(rules->options.size(), load("dawsons_kayles")->options.size());
  EXPECT_TRUE(load("4.0"));
  const auto wrong = load("0.1x");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("0.1x:1:9: `x` is no digit of a code"));
}

TEST(Load, AnUnknownNameIsCorrected) {
  const auto rules = load("wythof");
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().code, Errc::usage);
  EXPECT_EQ(rules.error().message,
            "there is no game `wythof` in the catalogue, and no such file; "
            "did you mean `wythoff`?");
}

class LoadFile : public testing::Test {
 protected:
  std::string file(const std::string& text) {
    const auto path = directory_ / "some.game";
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  test::TemporaryDirectory directory_;
};

TEST_F(LoadFile, ReadsEveryGame) {
  const std::string path = file("game one(n) (n) -> (n - 1) game two(n) (n) -> (n - 2)");
  const auto games = load_file(path);
  ASSERT_TRUE(games) << games.error().message;
  EXPECT_EQ(games->size(), 2u);
  EXPECT_EQ((*games)[0].source, path);
  const auto one = load(path);
  ASSERT_FALSE(one);
  EXPECT_THAT(one.error().message, HasSubstr("holds 2 games: one, two; name one of them"));
}

TEST_F(LoadFile, ReadsAGameByItsPath) {
  const auto rules = load(file("game one(n) (n) -> (n - 1)"));
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(rules->name, "one");
}

TEST_F(LoadFile, RefusesWhatIsNoFile) {
  const auto folder = load_file((directory_ / ".").string());
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, Errc::io);
  EXPECT_THAT(folder.error().message, HasSubstr("not a file that can be read"));
  EXPECT_FALSE(load_file("/nowhere/at/all.game"));
  EXPECT_FALSE(load_file("/dev/zero"));
}

TEST_F(LoadFile, RefusesFilesBeyondFourMebibytes) {
  const auto games = load_file(file("# " + std::string(5 << 20, 'x')));
  ASSERT_FALSE(games);
  EXPECT_THAT(games.error().message, HasSubstr("rules have at most 4194304"));
}

}  // namespace
}  // namespace grundy::rules
