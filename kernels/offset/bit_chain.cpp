#include "kernels/offset/bit_chain.hpp"

namespace grundy::kernels {
namespace {

using Word = std::uint64_t;

constexpr std::size_t word_bits = 64;

// The lowest candidate is P, and all above it have it as an option.
void settle_all_lower(const BitRows& task, std::size_t first) {
  bool found = false;
  for (std::size_t at = first; at < first + task.words; ++at) {
    const Word candidates = task.rows[at];
    const Word lost = task.lost ? task.lost[at] : 0;
    task.rows[at] = (found ? 0 : candidates & (~candidates + 1)) | lost;
    found = found || candidates != 0;
  }
}

Word mask_of(const BitStep& step, std::size_t at) {
  return step.mask ? step.mask[at] : ~Word{0};
}

// Bits of word `at` that lie `distance` above a set bit of an earlier word of the row.
Word from_earlier_words(const Word* rows, std::size_t first, std::size_t at, std::size_t distance) {
  const std::size_t back = distance / word_bits;
  const std::size_t shift = distance % word_bits;
  Word hits = 0;
  if (back > 0 && at >= first + back) hits = rows[at - back] << shift;
  if (shift > 0 && at >= first + back + 1) hits |= rows[at - back - 1] >> (word_bits - shift);
  return hits;
}

// p[i] = low[i] when bit i - distance is not P or lies outside the word, else high[i]. Functions
// of one bit compose: after the round with distance 2^k d, (low, high) give p[i] from the bit
// 2^k d below, and where there is none, low is the answer.
Word alternate(Word low, Word high, std::size_t distance) {
  for (; distance < word_bits; distance *= 2) {
    const Word below_low = low << distance;
    const Word below_high = high << distance;
    const Word settled = (below_low & high) | (~below_low & low);
    high = (below_high & high) | (~below_high & low);
    low = settled;
  }
  return low;
}

// The first distance bits of a word wait for earlier words only, the next ones for those.
Word one_block_after_another(const BitRows& task, std::size_t at, Word candidates, Word lost) {
  const std::size_t block = task.steps[0].distance;
  Word p = 0;
  for (std::size_t done = 0; done < word_bits; done += block) {
    Word hits = 0;
    for (const BitStep& step : task.steps)
      if (step.distance < word_bits) hits |= (p << step.distance) & mask_of(step, at);
    const Word settled = ((candidates & ~hits) | lost) >> done;
    const Word part = block < word_bits ? settled & ((Word{1} << block) - 1) : settled;
    p |= part << done;
  }
  return p;
}

void settle_steps(const BitRows& task, std::size_t first) {
  for (std::size_t at = first; at < first + task.words; ++at) {
    const Word lost = task.lost ? task.lost[at] : 0;
    Word candidates = task.rows[at];
    for (const BitStep& step : task.steps)
      candidates &= ~(from_earlier_words(task.rows, first, at, step.distance) & mask_of(step, at));
    candidates |= lost;
    const std::size_t distance = task.steps[0].distance;
    if (distance >= word_bits)
      task.rows[at] = candidates;
    else if (task.steps.size() == 1)
      task.rows[at] =
          alternate(candidates, (candidates & ~mask_of(task.steps[0], at)) | lost, distance);
    else
      task.rows[at] = one_block_after_another(task, at, candidates, lost);
  }
}

}  // namespace

void settle_chain(const BitRows& task, std::size_t first) noexcept {
  if (task.chain == BitChain::all_lower)
    settle_all_lower(task, first);
  else
    settle_steps(task, first);
}

}  // namespace grundy::kernels
