#include "methods/sparse/stretch.hpp"

#include <algorithm>

namespace grundy::sparse {

using kernels::heaps_in_block;

namespace {

std::size_t blocks(std::uint64_t heaps, std::size_t size) {
  return static_cast<std::size_t>((heaps + size - 1) / size);
}

}  // namespace

Stretch::Stretch(Heaps& heaps, const Witnesses& witnesses, std::span<const kernels::Partner> tried,
                 parallel::Executor& executor, const std::atomic<bool>* stop)
    : heaps_(heaps), witnesses_(witnesses), tried_(tried), executor_(executor), stop_(stop) {}

// A task alone is spared the meeting of threads, which costs more than a short piece.
void Stretch::run(std::size_t tasks, const parallel::Executor::Body& body) {
  if (tasks == 1)
    body(0, 0);
  else
    executor_.for_each(tasks, body);
}

Stretch::Piece Stretch::piece_at(std::uint64_t first, std::uint64_t end, const Guess& guess) const {
  Piece piece{first, end, {}};
  if (guess.has_far())
    piece.marks.resize(blocks(end - first, heaps_in_block) * guess.bytes_of_marks());
  return piece;
}

void Stretch::mark_block(Piece& piece, std::size_t block, const Guess& guess) const {
  const std::size_t bytes = guess.bytes_of_marks();
  guess.mark_far(piece.first + block * heaps_in_block,
                 std::span(piece.marks).subspan(block * bytes, bytes));
}

void Stretch::guess_piece(Piece& piece, Guess& guess) {
  std::vector<std::uint8_t> none(guess.bytes_of_marks());
  for (std::uint64_t heap = piece.first; heap < piece.end && !stopped(); heap += heaps_in_block) {
    std::fill(none.begin(), none.end(), std::uint8_t{0});
    const auto marks =
        piece.marks.empty()
            ? std::span(none)
            : std::span(piece.marks)
                  .subspan((heap - piece.first) / heaps_in_block * none.size(), none.size());
    const std::uint64_t count = std::min<std::uint64_t>(heaps_in_block, piece.end - heap);
    if (!guess.finish(heap, count, heaps_.index(), marks)) planes_full_ = true;
    if (planes_full_) return;
  }
}

void Stretch::check_block(const Piece& piece, std::size_t block, std::size_t planes) {
  const std::uint64_t first = piece.first + block * heaps_in_check;
  const std::uint64_t count = std::min<std::uint64_t>(heaps_in_check, piece.end - first);
  found_[block] =
      heaps_.classes().all_common() ? std::nullopt : witnesses_.check(first, count, planes);
}

// What the checks of the piece found.
Stretch::End Stretch::prove(const Piece& piece) {
  for (std::size_t block = 0; block < blocks(piece.end - piece.first, heaps_in_check); ++block)
    if (found_[block]) {
      heaps_.prove(found_[block]->heap);
      heaps_.add_rare(found_[block]->nimber);
      return End::rare_found;
    }
  heaps_.prove(piece.end);
  return End::done;
}

Stretch::End Stretch::solve(std::uint64_t end, std::uint64_t piece, std::size_t planes) {
  const std::uint64_t begin = heaps_.size();
  // The far marks of a piece are made while the piece before it is guessed, if there is one.
  Guess guess(heaps_, tried_, begin, end, end - begin > piece ? 2 * piece : piece, planes);
  const auto following = [&](std::uint64_t first) {
    return piece_at(first, std::min(first + piece, end), guess);
  };
  planes_full_ = false;
  found_.resize(blocks(piece, heaps_in_check));
  Piece checked, guessed = following(begin);
  if (guess.has_far())
    run(blocks(guessed.end - begin, heaps_in_block),
        [&](std::size_t block, std::size_t) { mark_block(guessed, block, guess); });
  while (guessed.first < guessed.end || checked.first < checked.end) {
    Piece next = following(std::min(guessed.end, end));
    const std::size_t marking =
        next.marks.empty() ? 0 : blocks(next.end - next.first, heaps_in_block);
    const std::size_t checking = blocks(checked.end - checked.first, heaps_in_check);
    // The longest tasks first.
    run(1 + checking + marking, [&](std::size_t task, std::size_t) {
      if (task == 0)
        guess_piece(guessed, guess);
      else if (task > checking)
        mark_block(next, task - 1 - checking, guess);
      else if (!stopped())
        check_block(checked, task - 1, planes);
    });
    if (stopped()) return End::stopped;
    if (checked.first < checked.end && prove(checked) == End::rare_found) return End::rare_found;
    if (planes_full_) return End::planes_full;
    checked = std::move(guessed);
    guessed = std::move(next);
  }
  return End::done;
}

}  // namespace grundy::sparse
