#include "ranks/mpi/mpi.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <list>
#include <mutex>
#include <thread>
#include <type_traits>

namespace grundy::cluster::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds least_sleep{50};
constexpr std::chrono::microseconds longest_sleep{500};
constexpr std::chrono::milliseconds sleep_beside_polls{4};
constexpr int most_at_once = 8;  // messages that a poll receives
constexpr std::chrono::seconds between_beats{1};
constexpr int abort_status = 4;

// If ranks share cores, OpenMPI yields the core at each call that finds nothing to do. The pump
// sleeps instead. A yielded core comes back only after others have had their time slices: beside
// four busy processes three ranks took 60 s instead of 3.5 s.
constexpr const char* yields_when_idle = "OMPI_MCA_mpi_yield_when_idle";

Bytes to_bytes(const Error& error) {
  Bytes bytes(1 + error.message.size());
  bytes[0] = static_cast<std::byte>(error.code);
  std::memcpy(bytes.data() + 1, error.message.data(), error.message.size());
  return bytes;
}

Error to_error(const Bytes& bytes) {
  if (bytes.empty()) return {Errc::corrupt, "a rank failed and did not say why"};
  return {static_cast<Errc>(bytes[0]),
          {reinterpret_cast<const char*>(bytes.data()) + 1, bytes.size() - 1}};
}

// Schedulers that do not know this MPI start a job of one rank for every task.
Status check_begun_as_one_job(int ranks) {
  for (const char* name : {"SLURM_NTASKS", "SLURM_NPROCS", "PBS_NP", "PMI_SIZE", "PMIX_SIZE"}) {
    const char* const tasks = std::getenv(name);
    if (ranks == 1 && tasks && std::atoi(tasks) > 1 && !std::getenv("GRUNDY_ALONE"))
      return Error{Errc::unsupported,
                   fmt::format("{}={} tasks were begun as jobs of one rank each; begin them with "
                               "mpirun, or with srun --mpi=pmix (GRUNDY_ALONE=1 allows it)",
                               name, tasks)};
  }
  return {};
}

// Called before the pump runs.
std::uint64_t least_part_of(std::uint64_t free_memory) {
  MPI_Comm of_machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &of_machine);
  int here = 1;
  MPI_Comm_size(of_machine, &here);
  MPI_Comm_free(&of_machine);
  const std::uint64_t part = free_memory / static_cast<std::uint64_t>(here);
  std::uint64_t least = part;
  MPI_Allreduce(&part, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  return least;
}

}  // namespace

class World::Pump {
 public:
  Pump(int rank, int ranks, double silence)
      : rank_(static_cast<std::size_t>(rank)),
        ranks_(static_cast<std::size_t>(ranks)),
        silence_(
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(silence))),
        heard_(ranks_, Clock::now()),
        ended_(ranks_, false),
        thread_([this] { run(); }) {}

  // All ranks leave together: a rank that is done waits for the others, while its pump goes on.
  ~Pump() {
    for (std::size_t to = 0; to < ranks_; ++to)
      if (to != rank_) post(to, Tag::end, {}, {});
    ending_.store(true, std::memory_order_release);
    thread_.join();
    ::close(errors_);
  }

  std::size_t rank() const noexcept { return rank_; }
  std::size_t ranks() const noexcept { return ranks_; }

  void listen(Topic topic, Handler handler) {
    const std::lock_guard lock(listening_);
    Listening& own = on(topic);
    own.handler = std::move(handler);
    if (!own.handler) return;
    for (Message& message : std::exchange(own.early, {})) own.handler(std::move(message));
  }

  void send(std::size_t to, const Subject& subject, Bytes bytes) {
    messages_.fetch_add(1, std::memory_order_relaxed);
    bytes_.fetch_add(bytes.size(), std::memory_order_relaxed);
    if (to == rank_) return deliver({rank_, subject, std::move(bytes)});
    post(to, Tag::work, subject, std::move(bytes));
  }

  void fail(const Error& error) {
    if (!keep(error)) return;
    for (std::size_t to = 0; to < ranks_; ++to)
      if (to != rank_) post(to, Tag::failure, {}, to_bytes(error));
  }

  std::optional<Error> failure() const {
    if (!failed_.load(std::memory_order_acquire)) return std::nullopt;
    const std::lock_guard lock(failing_);
    return failure_;
  }

  bool poll() {
    const std::unique_lock lock(progressing_, std::try_to_lock);
    if (!lock) return false;
    polls_.fetch_add(1, std::memory_order_relaxed);
    bool any = false;
    for (int i = 0; i < most_at_once && progress(); ++i) any = true;
    return any;
  }

  Traffic sent() const noexcept { return {messages_.load(), bytes_.load()}; }
  std::uint64_t waiting() const noexcept { return waiting_.load(std::memory_order_relaxed); }

 private:
  // The messages between pumps. Those of `work` are passed to handlers. A message is a header and
  // then the bytes that it announces, if any.
  enum class Tag : int { work, failure, beat, end, bytes };

  struct Header {
    Subject subject;
    std::uint64_t bytes = 0;
  };
  static_assert(std::is_trivially_copyable_v<Header>);

  struct Outgoing {
    std::size_t to;
    Tag tag;
    Header header;
    Bytes bytes;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  };

  struct Incoming {
    int from;
    Tag tag;
    Header header{};
    Bytes bytes{};
    MPI_Request request = MPI_REQUEST_NULL;
  };

  struct Listening {
    Handler handler;
    std::deque<Message> early;
  };
  Listening& on(Topic topic) { return by_topic_[static_cast<std::size_t>(topic)]; }

  // Returns whether it is the first failure.
  bool keep(const Error& error) {
    const std::lock_guard lock(failing_);
    if (failure_) return false;
    failure_ = error;
    failed_.store(true, std::memory_order_release);
    return true;
  }

  void post(std::size_t to, Tag tag, const Subject& subject, Bytes bytes) {
    const Header header{subject, bytes.size()};
    waiting_.fetch_add(bytes.size(), std::memory_order_relaxed);
    const std::lock_guard lock(posting_);
    posted_.push_back({to, tag, header, std::move(bytes)});
  }

  void deliver(Message message) {
    const std::lock_guard lock(listening_);
    Listening& own = on(message.subject.topic);
    if (own.handler)
      own.handler(std::move(message));
    else
      own.early.push_back(std::move(message));
  }

  void run() {
    auto sleep = least_sleep;
    std::uint64_t seen = 0;
    for (;;) {
      bool busy = false;
      {
        const std::lock_guard lock(progressing_);
        if (is_over()) return;
        busy = progress();
      }
      const std::uint64_t polls = polls_.load(std::memory_order_relaxed);
      sleep = busy ? least_sleep : std::min(2 * sleep, longest_sleep);
      if (seen != polls)
        std::this_thread::sleep_for(sleep_beside_polls);
      else if (!busy)
        std::this_thread::sleep_for(sleep);
      seen = polls;
    }
  }

  // Whether anything arrived or left. This and the following functions require progressing_ to be
  // held. A message that was half received when memory ran out can be neither finished nor skipped.
  bool progress() {
    try {
      return pass_on();
    } catch (const std::exception& error) {
      ::dprintf(errors_, "grundy-mpi: rank %zu cannot pass on messages: %s: the job ends\n", rank_,
                error.what());
      MPI_Abort(MPI_COMM_WORLD, abort_status);
      return false;
    }
  }

  bool pass_on() {
    bool busy = begin_posted();
    busy = end_sent() || busy;
    busy = receive_one() || busy;
    const auto now = Clock::now();
    if (now >= next_beat_) {
      pass_over(now - next_beat_, now);
      beat(now);
      next_beat_ = now + between_beats;
    }
    return busy;
  }

  bool is_over() {
    return ending_.load(std::memory_order_acquire) && under_way_.empty() && none_posted() &&
           all_others_ended();
  }
  bool none_posted() {
    const std::lock_guard lock(posting_);
    return posted_.empty();
  }
  bool all_others_ended() const {
    for (std::size_t rank = 0; rank < ranks_; ++rank)
      if (rank != rank_ && !ended_[rank]) return false;
    return true;
  }

  bool begin_posted() {
    std::list<Outgoing> posted;
    {
      const std::lock_guard lock(posting_);
      posted.swap(posted_);
    }
    const bool any = !posted.empty();
    for (Outgoing& one : posted) {
      send_part(one, &one.header, sizeof one.header, one.tag, one.requests[0]);
      if (!one.bytes.empty())
        send_part(one, one.bytes.data(), one.bytes.size(), Tag::bytes, one.requests[1]);
    }
    under_way_.splice(under_way_.end(), posted);
    return any;
  }

  static void send_part(const Outgoing& one, const void* bytes, std::size_t size, Tag tag,
                        MPI_Request& request) {
    MPI_Isend(bytes, static_cast<int>(size), MPI_BYTE, static_cast<int>(one.to),
              static_cast<int>(tag), MPI_COMM_WORLD, &request);
  }

  bool end_sent() {
    return under_way_.remove_if([&](Outgoing& one) {
      int done = 0;
      MPI_Testall(2, one.requests, &done, MPI_STATUSES_IGNORE);
      if (done) waiting_.fetch_sub(one.bytes.size(), std::memory_order_relaxed);
      return done != 0;
    }) > 0;
  }

  bool receive_one() {
    if (!incoming_) {
      int there = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
      if (!there) return false;
      begin_receiving(status);
    }
    return end_receiving();
  }

  // A header arrives as a whole, because it is short; its bytes may still be in flight.
  void begin_receiving(const MPI_Status& status) {
    incoming_ = Incoming{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG)};
    Header& header = incoming_->header;
    MPI_Recv(&header, sizeof header, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (header.bytes == 0) return;
    incoming_->bytes.resize(header.bytes);
    MPI_Irecv(incoming_->bytes.data(), static_cast<int>(header.bytes), MPI_BYTE, status.MPI_SOURCE,
              static_cast<int>(Tag::bytes), MPI_COMM_WORLD, &incoming_->request);
  }

  bool end_receiving() {
    int done = 0;
    int count = 0;
    MPI_Status status;
    MPI_Test(&incoming_->request, &done, &status);
    if (!done) return false;
    MPI_Get_count(&status, MPI_BYTE, &count);
    Incoming ended = *std::exchange(incoming_, std::nullopt);
    const auto from = static_cast<std::size_t>(ended.from);
    heard_[from] = Clock::now();
    if (static_cast<std::uint64_t>(count) == ended.header.bytes)
      take(from, ended.tag, ended.header.subject, std::move(ended.bytes));
    else
      fail({Errc::corrupt, fmt::format("rank {} got {} bytes of a message of {} from rank {}",
                                       rank_, count, ended.header.bytes, from)});
    return true;
  }

  void take(std::size_t from, Tag tag, const Subject& subject, Bytes bytes) {
    switch (tag) {
      case Tag::work:
        deliver({from, subject, std::move(bytes)});
        break;
      case Tag::failure:
        keep(to_error(bytes));
        break;
      case Tag::beat:
        break;
      case Tag::end:
        ended_[from] = true;
        // A rank that has ended has done its part, or will never do it.
        if (from == 0) keep({Errc::interrupted, "rank 0 has ended"});
        break;
      case Tag::bytes:
        fail({Errc::corrupt,
              fmt::format("rank {} got bytes from rank {} without a header", rank_, from)});
        break;
    }
  }

  // After this rank stood still, as all do in a suspended job, that time does not count as silence
  // of others: their messages wait to be received.
  void pass_over(Clock::duration late, Clock::time_point now) {
    for (Clock::time_point& heard : heard_) heard = std::min(heard + late, now);
  }

  // mpirun notices a rank that is killed, but not one that hangs, nor a network that is cut.
  void beat(Clock::time_point now) {
    for (std::size_t to = 0; to < ranks_; ++to) {
      if (to == rank_ || (rank_ != 0 && to != 0)) continue;
      post(to, Tag::beat, {}, {});
      if (ended_[to] || now - heard_[to] < silence_) continue;
      ::dprintf(errors_,
                "grundy-mpi: rank %zu has heard nothing of rank %zu for %g s: the job ends\n",
                rank_, to, std::chrono::duration<double>(silence_).count());
      MPI_Abort(MPI_COMM_WORLD, abort_status);
    }
  }

  const std::size_t rank_;
  const std::size_t ranks_;
  const Clock::duration silence_;
  const int errors_ = ::dup(STDERR_FILENO);  // stderr itself may be sent elsewhere later
  std::atomic<std::uint64_t> messages_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> waiting_{0};
  std::atomic<bool> ending_{false};

  mutable std::mutex failing_;
  std::optional<Error> failure_;
  std::atomic<bool> failed_{false};

  std::mutex listening_;
  std::array<Listening, topics> by_topic_;

  std::mutex posting_;
  std::list<Outgoing> posted_;

  std::mutex progressing_;  // held by the thread that calls MPI; guards the following
  Clock::time_point next_beat_ = Clock::now();
  std::list<Outgoing> under_way_;  // stay in place, as MPI reads them
  std::optional<Incoming> incoming_;
  std::vector<Clock::time_point> heard_;
  std::vector<bool> ended_;

  std::atomic<std::uint64_t> polls_{0};
  std::thread thread_;  // last: it uses all the others
};

World::World(std::unique_ptr<Pump> pump, std::uint64_t memory_of_rank)
    : pump_(std::move(pump)), memory_of_rank_(memory_of_rank) {}

Result<std::unique_ptr<World>> World::begin(int* argc, char*** argv, double silence,
                                            std::uint64_t free_memory) {
  int level = 0;
  ::setenv(yields_when_idle, "0", /*overwrite=*/0);
  MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &level);
  if (level < MPI_THREAD_SERIALIZED) {
    MPI_Finalize();
    return Error{Errc::unsupported,
                 "this MPI allows one thread only; it must be built for several"};
  }
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (const Status one_job = check_begun_as_one_job(ranks); !one_job) {
    MPI_Finalize();
    return one_job.error();
  }
  const std::uint64_t memory = least_part_of(free_memory);
  try {
    return std::unique_ptr<World>(new World(std::make_unique<Pump>(rank, ranks, silence), memory));
  } catch (const std::exception& error) {
    // The others wait for this rank, and there is no other way to report to them.
    std::fprintf(stderr, "grundy-mpi: rank %d cannot begin: %s: the job ends\n", rank,
                 error.what());
    MPI_Abort(MPI_COMM_WORLD, abort_status);
    return Error{Errc::io, "the job ends"};
  }
}

World::~World() {
  pump_.reset();
  MPI_Finalize();
}

std::size_t World::rank() const noexcept {
  return pump_->rank();
}
std::size_t World::ranks() const noexcept {
  return pump_->ranks();
}
void World::listen(Topic topic, Handler handler) {
  pump_->listen(topic, std::move(handler));
}
void World::send(std::size_t to, const Subject& subject, Bytes bytes) {
  pump_->send(to, subject, std::move(bytes));
}
void World::fail(const Error& error) {
  pump_->fail(error);
}
std::optional<Error> World::failure() const {
  return pump_->failure();
}
bool World::poll() {
  return pump_->poll();
}
Traffic World::sent() const noexcept {
  return pump_->sent();
}
std::uint64_t World::waiting() const noexcept {
  return pump_->waiting();
}

}  // namespace grundy::cluster::mpi
