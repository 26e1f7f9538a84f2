#include "methods/heap/sparse_stretch.hpp"

#include <algorithm>

#include "kernels/sparse/few.hpp"

namespace grundy::sparse {

using kernels::heaps_in_block;
using kernels::Partner;

namespace {

// Instructions: of a heap, and of a heap solved by itself for each of its partners.
constexpr double cost_of_trying = 50;
constexpr double cost_of_single = 4;

// One heap of this many may be solved by itself. If there are more, planes are too few.
constexpr std::uint64_t heaps_per_single = 128;

}  // namespace

std::vector<Partner> choose_tried(const Heaps& heaps, std::size_t planes) {
  std::vector<Partner> partners;
  const auto& digits = heaps.game().digits;
  for (std::uint64_t k = 0; k < digits.size(); ++k)
    if (digits[k] & HeapGame::leave_two)
      for (const std::uint64_t part : heaps.rares())
        if (part + k >= heaps_in_block)
          partners.push_back({static_cast<std::uint32_t>(part + k), heaps.index(part)});
  // One of `few` must be left over, to be the heap's own.
  const auto beyond = order_by_coverage(heaps, Wanted::common, kernels::few - 1, partners);
  const double single = cost_of_single * static_cast<double>(partners.size());
  const std::size_t marked = how_many_to_mark(beyond, planes, single);
  partners.erase(partners.begin(), partners.begin() + static_cast<std::ptrdiff_t>(marked));
  const double spared =
      (cost_of_mark(planes) - cost_of_trial()) * static_cast<double>(partners.size());
  if (spared < cost_of_trying + single * beyond[marked]) return {};
  std::sort(partners.begin(), partners.end(), nearer);
  return partners;
}

Guess::Guess(const Heaps& heaps, std::span<const Partner> tried, std::uint64_t first,
             std::uint64_t end, std::uint64_t far, std::size_t planes)
    : heaps_(heaps), tried_(tried), first_(first), planes_(planes) {
  if (beyond_rares(heaps, tried, first).size() < tried.size()) tried_ = {};
  const auto& digits = heaps.game().digits;
  for (std::uint64_t k = 0; k < digits.size(); ++k) {
    if (!(digits[k] & HeapGame::leave_two)) continue;
    if (heaps.classes().all_common())
      for (std::uint64_t part = 1; part <= (end - 1) / 2; ++part) {
        const std::uint64_t like = 2 * part + k;  // the heap that has this part twice
        if (!(digits[k] & HeapGame::leave_halves) && like >= first && like < end)
          unlike_.push_back({{static_cast<std::uint32_t>(part + k), heaps_.index(part)}, like});
        else
          sort_in(part, k, first, far);
      }
    for (const std::uint64_t part : heaps.rares())
      if (part != 0) sort_in(part, k, first, far);
  }
  for (std::vector<Partner>* partners : {&far_, &near_})
    std::sort(partners->begin(), partners->end(), nearer);
}

bool Guess::is_tried(const Partner& partner) const {
  const auto [begin, end] = std::equal_range(tried_.begin(), tried_.end(), partner, nearer);
  return std::any_of(begin, end,
                     [&](const Partner& other) { return other.index == partner.index; });
}

void Guess::sort_in(std::uint64_t part, std::uint64_t digit, std::uint64_t first,
                    std::uint64_t far) {
  const std::uint64_t distance = part + digit;
  const Partner partner{static_cast<std::uint32_t>(distance), heaps_.index(part)};
  if (distance < heaps_in_block)
    within_.push_back(partner);
  else if (distance >= first)
    late_.push_back(partner);
  else if (!is_tried(partner))
    (distance >= far ? far_ : near_).push_back(partner);
}

void Guess::mark_far(std::uint64_t heap, std::span<std::uint8_t> marks) const noexcept {
  mark_common_splits(heaps_, far_, heap, planes_, marks);
}

bool Guess::finish(std::uint64_t heap, std::size_t count, std::uint8_t* block,
                   std::span<std::uint8_t> marks) {
  mark_common_splits(heaps_, near_, heap, planes_, marks);
  gather_neighbours(heap);
  const kernels::Neighbours neighbours{neighbours_, middle_, partial_};
  kernels::FewUnmarked unmarked;
  if (!tried_.empty()) {
    unmarked = kernels::first_unmarked(planes_, marks);
    kernels::try_splits(block, tried_, unmarked);
  }
  for (std::size_t done = 0;; ++done) {
    done = tried_.empty() ? kernels::least_unmarked(block, done, count, neighbours, planes_, marks)
                          : kernels::least_of_few(block, done, count, neighbours, unmarked);
    if (done == count) return true;
    const auto least = least_index(heap, done, marks);
    if (!least) return false;
    const bool beyond = *least >= 8 * planes_;
    if (beyond && heaps_per_single * singles_++ > heap + heaps_in_block - first_) return false;
    block[done] = *least;
  }
}

// The index of heap + l: from its marks and the other partners, or from all partners if it is
// beyond all marks. Nothing if it exceeds a byte.
std::optional<std::uint8_t> Guess::least_index(std::uint64_t heap, std::size_t l,
                                               std::span<const std::uint8_t> marks) const {
  std::bitset<256> met;
  for (std::size_t index = 0; index < 8 * planes_; ++index)
    met[index] = marks[heaps_in_block * (index / 8) + l] >> (index % 8) & 1;
  const std::uint8_t* const other = heaps_.at(heap + l);
  for (const Partner& partner : tried_) met.set(*(other - partner.distance) ^ partner.index);
  meet_neighbours(heap + l, met);
  for (std::size_t index = 0; index < 8 * planes_; ++index)
    if (!met[index]) return static_cast<std::uint8_t>(index);
  for (const std::vector<Partner>* partners : {&far_, &near_})
    for (const Partner& partner : *partners) meet(partner, heap + l, met);
  for (std::size_t index = 8 * planes_; index < 256; ++index)
    if (!met[index]) return static_cast<std::uint8_t>(index);
  return std::nullopt;
}

void Guess::meet(const Partner& partner, std::uint64_t heap, std::bitset<256>& met) const {
  if (partner.distance < heap && !heaps_.is_rare(heap - partner.distance))
    met.set(heaps_.index(heap - partner.distance) ^ partner.index);
}

void Guess::meet_neighbours(std::uint64_t heap, std::bitset<256>& met) const {
  for (const std::vector<Partner>* partners : {&within_, &late_})
    for (const Partner& partner : *partners) meet(partner, heap, met);
  for (const Unlike& unlike : unlike_)
    if (heap != unlike.except) meet(unlike.partner, heap, met);
  const auto& digits = heaps_.game().digits;
  for (std::uint64_t k = 1; k < digits.size(); ++k)
    if (digits[k] & HeapGame::leave_one &&
        heaps_.is_rare(heap - k) != heaps_.classes().keeps_class(k))
      met.set(heaps_.index(heap - k));
}

// Collects the partners whose other parts lie in the block itself or may be rare.
void Guess::gather_neighbours(std::uint64_t heap) {
  neighbours_.clear();
  middle_.clear();
  partial_.clear();
  for (const Partner& partner : within_)
    add_neighbour(partner, ~heaps_.rares_from(heap - partner.distance));
  const auto add_late = [&](const Partner& partner, std::uint64_t except) {
    if (heap + heaps_in_block <= partner.distance + 1) return;
    const std::uint64_t first = std::max<std::uint64_t>(heap, partner.distance + 1);
    add_neighbour(partner,
                  ~heaps_.rares_from(first - partner.distance) << (first - heap) & ~except);
  };
  for (const Partner& partner : late_) add_late(partner, 0);
  for (const Unlike& unlike : unlike_) {
    const std::uint64_t l = unlike.except - heap;
    add_late(unlike.partner, l < heaps_in_block ? std::uint64_t{1} << l : 0);
  }
  const auto& digits = heaps_.game().digits;
  for (std::uint64_t k = 1; k < digits.size(); ++k)
    if (digits[k] & HeapGame::leave_one) {
      const std::uint64_t rares = heaps_.rares_from(heap - k);
      add_neighbour({static_cast<std::uint32_t>(k), 0},
                    heaps_.classes().keeps_class(k) ? ~rares : rares);
    }
}

void Guess::add_neighbour(const Partner& partner, std::uint64_t heaps) {
  if (heaps == ~std::uint64_t{0})
    (partner.distance < kernels::heaps_in_step ? neighbours_ : middle_).push_back(partner);
  else if (heaps != 0)
    partial_.push_back({partner, heaps});
}

namespace {

std::size_t blocks(std::uint64_t heaps, std::size_t size) {
  return static_cast<std::size_t>((heaps + size - 1) / size);
}

}  // namespace

Stretch::Stretch(Heaps& heaps, const Witnesses& witnesses, std::span<const kernels::Partner> tried,
                 parallel::Executor& executor, const std::atomic<bool>* stop)
    : heaps_(heaps), witnesses_(witnesses), tried_(tried), executor_(executor), stop_(stop) {}

// A single task runs here: synchronizing threads would cost more than a short piece.
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
    if (!guess.finish(heap, count, heaps_.at(heap), marks)) planes_full_ = true;
    if (planes_full_) return;
  }
}

void Stretch::check_block(const Piece& piece, std::size_t block, std::size_t planes) {
  const std::uint64_t first = piece.first + block * heaps_in_check;
  const std::uint64_t count = std::min<std::uint64_t>(heaps_in_check, piece.end - first);
  found_[block] =
      heaps_.classes().all_common() ? std::nullopt : witnesses_.check(first, count, planes);
}

// Adds the heaps of the piece up to the first rare one that its checks found.
Stretch::End Stretch::prove(const Piece& piece) {
  for (std::size_t block = 0; block < blocks(piece.end - piece.first, heaps_in_check); ++block)
    if (found_[block]) {
      heaps_.prove(found_[block]->heap);
      if (!found_[block]->proved) return End::undecided;
      heaps_.add_rare(found_[block]->nimber);
      return End::rare_found;
    }
  heaps_.prove(piece.end);
  return End::done;
}

Stretch::End Stretch::solve(std::uint64_t end, std::uint64_t piece, std::size_t planes) {
  const std::uint64_t begin = heaps_.size();
  // The far splits of a piece are marked while the previous piece, if any, is guessed.
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
    if (checked.first < checked.end)
      if (const End end_of_piece = prove(checked); end_of_piece != End::done) return end_of_piece;
    if (planes_full_) return End::planes_full;
    checked = std::move(guessed);
    guessed = std::move(next);
  }
  return End::done;
}

}  // namespace grundy::sparse
