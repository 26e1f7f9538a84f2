#include "programs/c_program.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

namespace grundy::programs {
namespace {

// What C programs list into.
struct SinkOfC {
  grundy_sink face;  // first, so that its address is ours
  Sink* sink;

  explicit SinkOfC(Sink& into) : face{sizeof(grundy_sink), add, end}, sink(&into) {}

 private:
  static SinkOfC& of(grundy_sink* face) { return *reinterpret_cast<SinkOfC*>(face); }
  static void add(grundy_sink* face, const void* key, std::size_t size) {
    of(face).sink->part({static_cast<const char*>(key), size});
  }
  static void end(grundy_sink* face) { of(face).sink->end_option(); }
};

// Collects the parts of one sum.
class OneSum : public Sink {
 public:
  void part(std::string_view key) override { sum_.emplace_back(key); }
  void end_option() override {}
  Sum take() { return std::move(sum_); }

 private:
  Sum sum_;
};

Error failed(const grundy_program& program, const std::string& what, int status) {
  return {Errc::rules, fmt::format("program {}: {} failed with status {}",
                                   program.name ? program.name : "program", what, status)};
}

}  // namespace

Program program_of(const grundy_program& given) {
  Program made;
  made.name = given.name ? given.name : "program";
  if (given.print)
    made.print = [given](std::string_view key) {
      std::array<char, 4096> text{};
      if (given.print(given.user, key.data(), key.size(), text.data(), text.size()) != 0)
        return std::string("(a position that cannot be printed)");
      text.back() = 0;
      return std::string(text.data());
    };
  made.options = [given](std::string_view key, Sink& sink) -> Status {
    SinkOfC into(sink);
    const int status = given.options(given.user, key.data(), key.size(), &into.face);
    if (status != 0) return failed(given, "`options`", status);
    return {};
  };
  if (given.canon)
    made.canon = [given](Key& key) -> Status {
      std::size_t size = key.size();
      const int status = given.canon(given.user, key.data(), &size);
      if (status != 0) return failed(given, "`canon`", status);
      if (size > key.size())
        return Error{Errc::rules,
                     fmt::format("program {}: `canon` made a key of {} bytes from {}",
                                 given.name ? given.name : "program", size, key.size())};
      key.resize(size);
      return {};
    };
  return made;
}

// The sum that a text says.
Result<Sum> sum_of(const grundy_program& program, const char* text) {
  if (!program.start)
    return Error{Errc::unsupported, "the program takes no texts: it has no `start`"};
  OneSum sum;
  SinkOfC into(sum);
  const int status = program.start(program.user, text, &into.face);
  if (status != 0)
    return Error{Errc::usage, fmt::format("program {} takes no position `{}` (status {})",
                                          program.name ? program.name : "program", text, status)};
  return sum.take();
}

}  // namespace grundy::programs
