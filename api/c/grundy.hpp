// grundy.hpp: games that are C++ classes, on top of the programs of grundy.h. C++20.
//
//   struct Nim {
//     // Lists the options of a key; the same whenever it is called.
//     void options(std::string_view key, grundy::Options& options) const;
//     // The sum that a text says; throws std::exception if it says none. Optional.
//     std::vector<std::string> start(std::string_view text) const;
//     // Of equal positions, the key that stands for all, not longer than the given one. Optional.
//     std::string canon(std::string_view key) const;
//     // How people write the position. Optional.
//     std::string print(std::string_view key) const;
//   };
//
//   GRUNDY_PROGRAM(Nim)              a shared object for `grundy value --program`
//   grundy::Explorer<Nim> explorer;  the same within a program that is linked with libgrundy
//
// A key is any string of bytes; equal keys are the same position. Exceptions of a game end the
// search, as another status than 0 does in C.
#pragma once
#include <grundy.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grundy {

// Takes the options of a position, each a sum of positions; of none if it ends the game.
class Options {
 public:
  explicit Options(grundy_sink* sink) : sink_(sink) {}

  template <class Sum>
  void add_sum(const Sum& keys) {
    for (std::string_view key : keys) sink_->part(sink_, key.data(), key.size());
    sink_->end_option(sink_);
  }
  void add(std::initializer_list<std::string_view> keys) { add_sum(keys); }
  void add(std::string_view key) { add({key}); }

 private:
  grundy_sink* sink_;
};

class Error : public std::runtime_error {
 public:
  Error(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const noexcept { return code_; }  // GRUNDY_RULES, GRUNDY_MEMORY, ..

 private:
  int code_;
};

namespace detail {

// No exception may leave a function that C calls.
template <class Act>
int guarded(const Act& act) noexcept {
  try {
    return act();
  } catch (...) {
    return 1;
  }
}

template <class Game>
const Game& game_of(void* user) {
  return *static_cast<const Game*>(user);
}

template <class Game>
int options(void* user, const void* key, size_t size, grundy_sink* sink) {
  return guarded([&] {
    Options options(sink);
    game_of<Game>(user).options({static_cast<const char*>(key), size}, options);
    return 0;
  });
}

template <class Game>
int start(void* user, const char* text, grundy_sink* sink) {
  return guarded([&] {
    for (const std::string& key : game_of<Game>(user).start(text))
      sink->part(sink, key.data(), key.size());
    return 0;
  });
}

template <class Game>
int canon(void* user, void* key, size_t* size) {
  return guarded([&] {
    const std::string other = game_of<Game>(user).canon({static_cast<const char*>(key), *size});
    if (other.size() > *size) return 1;
    std::memcpy(key, other.data(), other.size());
    *size = other.size();
    return 0;
  });
}

template <class Game>
int print(void* user, const void* key, size_t size, char* text, size_t room) {
  return guarded([&] {
    const std::string words = game_of<Game>(user).print({static_cast<const char*>(key), size});
    if (room == 0) return 1;
    const size_t length = std::min(words.size(), room - 1);
    std::memcpy(text, words.data(), length);
    text[length] = 0;
    return 0;
  });
}

}  // namespace detail

// The functions of a game, which must outlive them.
template <class Game>
grundy_program program_of(const Game& game, const char* name) noexcept {
  grundy_program program{};
  program.size = sizeof program;
  program.name = name;
  program.user = const_cast<Game*>(&game);  // game_of() makes it const again
  program.options = detail::options<Game>;
  if constexpr (requires { game.start(std::string_view()); }) program.start = detail::start<Game>;
  if constexpr (requires { game.canon(std::string_view()); }) program.canon = detail::canon<Game>;
  if constexpr (requires { game.print(std::string_view()); }) program.print = detail::print<Game>;
  return program;
}

struct Value {
  bool is_won;                         // by the player to move
  std::optional<std::int64_t> nimber;  // under normal play
};

// Remembers the value of every position that it has met. Serves one thread at a time.
template <class Game>
class Explorer {
 public:
  explicit Explorer(Game game = {}, int convention = GRUNDY_NORMAL) : game_(std::move(game)) {
    const grundy_program program = program_of(game_, "program");
    grundy_explorer_options options{};
    options.size = sizeof options;
    options.convention = convention;
    check(grundy_explorer_new(&program, &options, &explorer_));
  }
  ~Explorer() { grundy_explorer_free(explorer_); }
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  // Throws Error.
  Value value_of_key(std::string_view key) {
    return value([&](int* outcome, std::int64_t* nimber) {
      return grundy_explorer_key(explorer_, key.data(), key.size(), outcome, nimber);
    });
  }
  // Of the sum that a text says.
  Value value_of_text(const std::string& text) {
    return value([&](int* outcome, std::int64_t* nimber) {
      return grundy_explorer_value(explorer_, text.c_str(), outcome, nimber);
    });
  }
  std::uint64_t positions() const noexcept { return grundy_explorer_positions(explorer_); }

 private:
  static void check(int code) {
    if (code != GRUNDY_OK) throw Error(code, grundy_error_message());
  }
  template <class Ask>
  static Value value(const Ask& ask) {
    int outcome = GRUNDY_P;
    std::int64_t nimber = -1;
    check(ask(&outcome, &nimber));
    return {outcome == GRUNDY_N, nimber < 0 ? std::nullopt : std::optional(nimber)};
  }

  Game game_;
  grundy_explorer* explorer_ = nullptr;
};

}  // namespace grundy

// What a shared object defines to be loaded by `grundy value --program FILE`.
#define GRUNDY_PROGRAM(Game)                                               \
  extern "C" const grundy_program* grundy_program_main(void);              \
  extern "C" const grundy_program* grundy_program_main(void) {             \
    static const Game game{};                                              \
    static const grundy_program program = grundy::program_of(game, #Game); \
    return &program;                                                       \
  }
