// The fuzz targets without a fuzzer: over the corpus, and over mutations of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "targets.hpp"

namespace grundy::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr int mutations = 2000;  // of each target

std::vector<std::string> corpus_of(const Target& target) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(GRUNDY_SOURCE_DIR) / "tests" / "fuzz" /
                                                  "corpus" / target.name))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> inputs;
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return inputs;
}

void run(const Target& target, const std::string& input) {
  target.run({reinterpret_cast<const std::uint8_t*>(input.data()), input.size()});
}

// One to four edits: a byte changed, a stretch removed, doubled, or taken from another input.
std::string mutated(std::string input, const std::string& other, std::mt19937_64& random) {
  const auto below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
  for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
    const std::size_t at = below(input.size());
    const std::size_t length = 1 + below(16);
    switch (random() % 4) {
      case 0:
        if (!input.empty()) input[at] = static_cast<char>(random());
        break;
      case 1:
        input.erase(at, length);
        break;
      case 2:
        input.insert(at, input.substr(at, length));
        break;
      default:
        input.insert(at, other.substr(below(other.size()), length));
    }
  }
  return input;
}

class Fuzz : public testing::TestWithParam<Target> {};

TEST_P(Fuzz, TheCorpusIsReadOrRefused) {
  const auto inputs = corpus_of(GetParam());
  ASSERT_FALSE(inputs.empty());
  run(GetParam(), "");
  for (const std::string& input : inputs) run(GetParam(), input);
}

TEST_P(Fuzz, SoAreMutationsOfIt) {
  constexpr std::uint64_t seed = 1956;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  const auto inputs = corpus_of(GetParam());
  for (int trial = 0; trial < mutations; ++trial)
    run(GetParam(),
        mutated(inputs[random() % inputs.size()], inputs[random() % inputs.size()], random));
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace grundy::fuzz
