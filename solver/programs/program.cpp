#include "programs/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace grundy::programs {
namespace {

// A sum as one key: the length of each position's key, and the key.
using Length = std::uint32_t;

Key joined(Sum sum) {
  std::ranges::sort(sum);
  Key key;
  for (const Key& part : sum) {
    const auto length = static_cast<Length>(part.size());
    key.append(reinterpret_cast<const char*>(&length), sizeof length);
    key += part;
  }
  return key;
}

std::vector<std::string_view> parts_of(std::string_view key) {
  std::vector<std::string_view> parts;
  while (!key.empty()) {
    Length length = 0;
    std::memcpy(&length, key.data(), sizeof length);
    parts.push_back(key.substr(sizeof length, length));
    key.remove_prefix(sizeof length + length);
  }
  return parts;
}

// All options, each whole.
class Options : public Sink {
 public:
  void part(std::string_view key) override { option_.emplace_back(key); }
  void end_option() override { all_.push_back(std::exchange(option_, {})); }
  const std::vector<Sum>& all() const noexcept { return all_; }
  bool has_open_option() const noexcept { return !option_.empty(); }

 private:
  Sum option_;
  std::vector<Sum> all_;
};

class HasOption : public Sink {
 public:
  void part(std::string_view) override { is_open_ = true; }
  void end_option() override {
    has_ = true;
    is_open_ = false;
  }
  bool value() const noexcept { return has_; }
  bool has_open_option() const noexcept { return is_open_; }

 private:
  bool has_ = false;
  bool is_open_ = false;
};

// The sum without positions that have no options, each in its canonical form.
Result<Key> key_of(const Program& program, Sum sum) {
  Sum kept;
  for (Key& part : sum) {
    if (program.canon)
      if (Status done = program.canon(part); !done) return done.error();
    HasOption has;
    if (Status listed = program.options(part, has); !listed) return listed.error();
    if (has.has_open_option()) return no_end(program, part);
    if (has.value()) kept.push_back(std::move(part));
  }
  return joined(std::move(kept));
}

Status options_of_sum(const Program& program, std::string_view key, Sink& sink) {
  const std::vector<std::string_view> parts = parts_of(key);
  for (std::size_t moved = 0; moved < parts.size(); ++moved) {
    if (moved > 0 && parts[moved] == parts[moved - 1]) continue;
    Options options;
    if (Status listed = program.options(parts[moved], options); !listed) return listed;
    if (options.has_open_option()) return no_end(program, parts[moved]);
    for (const Sum& option : options.all()) {
      Sum sum = option;
      for (std::size_t other = 0; other < parts.size(); ++other)
        if (other != moved) sum.emplace_back(parts[other]);
      const auto whole = key_of(program, std::move(sum));
      if (!whole) return whole.error();
      sink.part(*whole);
      sink.end_option();
    }
  }
  return {};
}

std::string escaped(char byte) {
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

bool is_control(char byte) {
  return static_cast<unsigned char>(byte) < ' ' || byte == 0x7f;
}

}  // namespace

Error no_end(const Program& program, std::string_view key) {
  return {Errc::rules, fmt::format("program {}: the last option of {} has no end", program.name,
                                   program.text(key))};
}

std::string Program::text(std::string_view key) const {
  std::string text;
  if (print) {
    for (const char byte : print(key))
      text += is_control(byte) ? escaped(byte) : std::string(1, byte);
    return text;
  }
  for (const char byte : key)
    text += byte >= ' ' && byte <= '~' && byte != '\\' ? std::string(1, byte) : escaped(byte);
  return text.empty() ? "(no bytes)" : text;
}

Program whole_sums(Program program) {
  Program whole{program.name, {}, {}, {}};
  whole.options = [program](std::string_view key, Sink& sink) {
    return options_of_sum(program, key, sink);
  };
  whole.print = [program](std::string_view key) {
    std::string text;
    for (const std::string_view part : parts_of(key))
      text += (text.empty() ? "" : " + ") + program.text(part);
    return text.empty() ? "a sum without moves" : text;
  };
  return whole;
}

Result<Key> key_of_sum(const Program& program, const Sum& sum) {
  return key_of(program, sum);
}

}  // namespace grundy::programs
