// methods/rays/tile_exchange.hpp: ranks of a relay (methods/rays/relay.hpp) ask one another for the
// cells of tiles.
//
// Each tile has one owner, who gathers its values. Whoever goes on from a saved state, saves one,
// writes a shard or checks values asks for what others have. A thread of each rank answers.
#pragma once
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "methods/rays/sorted_cells.hpp"
#include "ranks/transport.hpp"

namespace grundy::ray {

class TileExchange final : public OtherTiles {
 public:
  // Of tiles that are looked at one by one, what is kept to be looked at again.
  static constexpr std::uint64_t most_kept_bytes = std::uint64_t{16} << 20;

  using Owners = std::shared_ptr<const std::vector<std::uint32_t>>;  // by tile

  // `own` outlives this, and so does the transport.
  TileExchange(cluster::Transport& transport, Owners owners, KeptTiles own);
  ~TileExchange() override;
  TileExchange(const TileExchange&) = delete;
  TileExchange& operator=(const TileExchange&) = delete;

  // From now on others get answers. Before, what the tiles hold means nothing.
  void begin();

  // To be held while cells of an own tile are written.
  std::unique_lock<std::mutex> lock(std::size_t tile) const {
    return std::unique_lock(writing_[tile % writing_.size()]);
  }

  // Has `then` called with the cells of tiles of one owner, one behind the other: at once if they
  // are own ones, else as by a handler of the transport.
  using Then = std::function<void(cluster::Bytes)>;
  void ask(std::size_t owner, std::vector<std::uint32_t> tiles, Then then) const;

  // No `then` is called from now on, or is being called any more. To be called before what they
  // write to goes: after a failure, answers are still on their way.
  void drop_questions();

  // The cells of any tiles, one behind the other. Waits for them. Errors are those of any rank.
  Status fetch(std::span<const std::uint32_t> tiles, std::byte* cells) const;

  // One tile; if some rank has failed, zeros.
  Tile get(std::size_t tile) const override;

  std::size_t tile_bytes() const noexcept { return own_.tile_bytes; }

 private:
  struct Request {
    std::size_t from;
    std::uint64_t number;
    std::vector<std::uint32_t> tiles;
  };

  void listen();
  void receive(cluster::Message message);
  bool take(cluster::Message message);
  void answer_all();
  cluster::Bytes cells_of(std::span<const std::uint32_t> tiles) const;
  Tile kept(std::size_t tile) const;
  void keep(std::size_t tile, Tile cells) const;

  cluster::Transport& transport_;
  const Owners owners_;
  const KeptTiles own_;
  mutable std::array<std::mutex, 64> writing_;

  mutable std::mutex guard_;
  mutable std::condition_variable changed_;
  bool begun_ = false;
  bool ends_ = false;
  std::deque<Request> requests_;
  mutable std::uint64_t next_number_ = 0;
  mutable std::map<std::uint64_t, Then> asked_;

  using Kept = std::list<std::pair<std::size_t, Tile>>;  // that looked at last comes first
  mutable std::mutex keeping_;
  mutable Kept kept_;
  mutable std::unordered_map<std::size_t, Kept::iterator> places_;

  std::thread answering_;  // last: it uses all the others
};

}  // namespace grundy::ray
