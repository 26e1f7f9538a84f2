#include "mutate.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace grundy::hostile {
namespace {

namespace fs = std::filesystem;
using Random = std::mt19937_64;
using Words = std::vector<std::string>;

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void add_folder(std::vector<std::string>& texts, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) texts.push_back(contents(file));
}

void add_examples(std::vector<std::string>& texts, const std::string& document) {
  const std::string begin = "```grundy\n";
  for (std::size_t at = document.find(begin); at != std::string::npos;
       at = document.find(begin, at)) {
    at += begin.size();
    texts.push_back(document.substr(at, document.find("```", at) - at));
  }
}

std::string joined(std::size_t count, std::string_view between, auto&& part) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += between;
    text += part(std::to_string(i));
  }
  return text;
}

std::string nested(std::size_t depth, std::string_view before, std::string_view after) {
  std::string text = "a";
  for (std::size_t i = 0; i < depth; ++i) text = std::string(before) + text + std::string(after);
  return text;
}

// Of each kind that once took too long, a small one: mutations make it larger.
void add_hurting(std::vector<std::string>& texts) {
  const std::string two = "game g(a, b)\n(a, b) -> ";
  const std::string eight = "(a, b, c, d, e, f, u, v)";
  const std::string product =
      joined(4, " * ", [](const auto&) { return "(a + b + c + d + e + f + u + v)"; });
  texts.push_back("game g" + eight + "\n" + eight + " -> (" + product +
                  ", b, c, d, e, f, u, v) when a > 1\n");
  texts.push_back(two + "(a - 1, " + nested(8, "floor((b + ", ") / 2)") + ")\n");
  texts.push_back(two + "(a - 1, " + nested(8, "(b + ", ") mod 7") + ")\n");
  texts.push_back(two + "(a - 1, b) when " + nested(6, "min(b * 3, ", " * b + k)") +
                  " > 3 for k in 1 .. b\n");
  texts.push_back(
      two + "(a - 1, " +
      joined(4, " + ",
             [](const auto& i) { return "min(k + " + i + ", b) * max(k, a - " + i + ")"; }) +
      ") for k in 1 .. b\n");
  texts.push_back(two + "(a - 1, min(" +
                  joined(40, ", ", [](const auto& i) { return "b + " + i + " * a"; }) + "))\n");
  texts.push_back(two + "(a - i - j, b - k) for i >= 1, j in 0 .. i, k in 0 .. b, l in 0 .. k " +
                  "when i + j + k + l <= 9 + a\n");
  texts.push_back(
      two + "(a - k, b) for k >= 1 when " +
      joined(40, " and ", [](const auto& i) { return "a + " + i + " * b > k + " + i; }) + "\n");
  texts.push_back("game g(n)\n(n) -> (n - 1) for k in 1 .. 1000000000, j in 1 .. 3 when k = n\n");
  texts.push_back("game g(a, b)\n(a, b) -> (a - 1, b) for k in primes, j in squares " +
                  std::string("when k * j <= 4000000000\n"));
  texts.push_back("game g" + eight + "\nsymmetric " + eight + "\n" + eight +
                  " -> (a - i, b + j, c, d, e, f, u, v) for i >= 1, j in 0 .. i\n");
  texts.push_back("game g(n)\n(n) -> (n - k) for k in {" +
                  joined(60, ", ", [](const auto& i) { return i; }) + "}, j in {1, 2, 3}\n");
  texts.push_back("game 0." + std::string(30, '7') + "\n");
}

// Names, numbers, and single signs.
Words words_of(const std::string& text) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  Words words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (in_word(text[at]) && end < text.size() && in_word(text[end])) ++end;
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string text_of(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word;
  return text;
}

std::size_t below(std::size_t end, Random& random) {
  return end == 0 ? 0 : random() % end;
}

std::string some_number(Random& random) {
  const std::string numbers[] = {"0",          "1",
                                 "2",          "63",
                                 "4096",       "1000000",
                                 "2147483648", "1000000000000000000",
                                 "- 1",        "9223372036854775807",
                                 "1000000000", "3"};
  return numbers[below(std::size(numbers), random)];
}

std::string wrapped(const std::string& word, Random& random) {
  const std::string forms[][2] = {{"floor((", " + 1) / 2)"}, {"(", " * 3)"},   {"min(", ", 7)"},
                                  {"max(", ", 2)"},          {"(", " mod 5)"}, {"ceil(", " / 3)"},
                                  {"(1 + ", ") * (2 + a)"},  {"-", ""}};
  const auto& [before, after] = forms[below(std::size(forms), random)];
  return before + word + after;
}

void edit_bytes(std::string& text, Random& random) {
  const std::size_t at = below(text.size(), random);
  const std::size_t length = 1 + below(30, random);
  if (random() % 2 == 0)
    text.erase(at, length);
  else if (random() % 2 == 0)
    text.insert(at, text.substr(below(text.size(), random), length));
  else if (!text.empty())
    text[at] = static_cast<char>(random());
}

void edit_words(std::string& text, const std::string& other, Random& random) {
  Words words = words_of(text);
  const Words others = words_of(other);
  if (words.empty() || others.empty()) return;
  std::string& word = words[below(words.size(), random)];
  switch (random() % 6) {
    case 0:
      word = others[below(others.size(), random)];
      break;
    case 1:
      word = words[below(words.size(), random)];
      break;
    case 2:
      word = some_number(random);
      break;
    case 3:
      word.clear();
      break;
    default:
      for (std::size_t depth = 1 + below(12, random); depth > 0 && word.size() < 500; --depth)
        word = wrapped(word, random);
  }
  text = text_of(words);
}

// A line many times, with its numbers counted up; or a stretch within it.
void repeat(std::string& text, Random& random) {
  const std::size_t at = below(text.size(), random);
  const std::size_t begin = text.rfind('\n', at) + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const bool whole = random() % 2 == 0;
  const std::size_t first = whole ? begin : std::min(begin + below(end - begin + 1, random), end);
  const std::string part =
      text.substr(first, whole ? end - first + 1 : below(end - first + 1, random));
  std::string all;
  for (std::size_t times = std::size_t{1} << below(11, random); times > 0; --times) {
    all += part;
    if (all.size() > 60'000) break;
  }
  text.insert(first, all);
}

}  // namespace

std::vector<std::string> seeds(const std::string& root) {
  std::vector<std::string> texts;
  add_folder(texts, fs::path(root) / "games");
  add_folder(texts, fs::path(root) / "tests" / "fuzz" / "corpus" / "rules");
  add_examples(texts, contents(fs::path(root) / "docs" / "rules.md"));
  add_hurting(texts);
  return texts;
}

std::string mutated(const std::vector<std::string>& seeds, Random& random) {
  std::string text = seeds[below(seeds.size(), random)];
  for (std::size_t edits = 1 + below(6, random); edits > 0; --edits) {
    const std::string& other = seeds[below(seeds.size(), random)];
    switch (random() % 8) {
      case 0:
        edit_bytes(text, random);
        break;
      case 1:
        repeat(text, random);
        break;
      default:
        edit_words(text, other, random);
    }
  }
  return text;
}

}  // namespace grundy::hostile
