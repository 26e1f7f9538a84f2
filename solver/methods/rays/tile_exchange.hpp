// methods/rays/tile_exchange.hpp: ranks of a relay (methods/rays/relay.hpp) ask one another for the
// cells of tiles.
//
// Each tile has one owner, which gathers its values. A rank asks others when it resumes or saves a
// state, writes a shard or checks values. A thread of each rank answers.
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
  // Tiles that are read one by one are cached, up to this many bytes.
  static constexpr std::uint64_t most_kept_bytes = std::uint64_t{16} << 20;

  using Owners = std::shared_ptr<const std::vector<std::uint32_t>>;  // by tile

  // `own` and the transport must outlive this.
  TileExchange(cluster::Transport& transport, Owners owners, KeptTiles own);
  ~TileExchange() override;
  TileExchange(const TileExchange&) = delete;
  TileExchange& operator=(const TileExchange&) = delete;

  // From now on other ranks get answers. Before, the contents of tiles mean nothing.
  void begin();

  // Must be held while cells of an own tile are written.
  std::unique_lock<std::mutex> lock(std::size_t tile) const {
    return std::unique_lock(writing_[tile % writing_.size()]);
  }

  // Calls then(cells) with the cells of tiles of one owner, one after the other. It is called at
  // once for own tiles, otherwise like a handler of the transport.
  using Then = std::function<void(cluster::Bytes)>;
  void ask(std::size_t owner, std::vector<std::uint32_t> tiles, Then then) const;

  // No `then` is being called after this, or will be. Must be called before what they write to is
  // destroyed: after a failure, answers are still on their way.
  void drop_questions();

  // The cells of any tiles, one after the other. Waits for them. Errors are those of any rank.
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
  bool handle(cluster::Message message);
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

  using Kept = std::list<std::pair<std::size_t, Tile>>;  // the most recently read one comes first
  mutable std::mutex keeping_;
  mutable Kept kept_;
  mutable std::unordered_map<std::size_t, Kept::iterator> places_;

  std::thread answering_;  // last, as it uses all other members
};

}  // namespace grundy::ray
