#include "cluster/mpi/mpi.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <thread>

namespace grundy::cluster::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds least_sleep{50};
constexpr std::chrono::microseconds longest_sleep{500};
constexpr std::chrono::seconds between_beats{1};
constexpr int abort_status = 4;

// Behind the bytes of a message of work.
constexpr std::size_t subject_bytes = 16;

void append(Bytes& bytes, const Subject& subject) {
  std::byte* const end = bytes.data() + bytes.size() - subject_bytes;
  std::memcpy(end, &subject.kind, 4);
  std::memcpy(end + 4, &subject.stage, 4);
  std::memcpy(end + 8, &subject.number, 8);
}

Subject take_subject(Bytes& bytes) {
  Subject subject;
  const std::byte* const end = bytes.data() + bytes.size() - subject_bytes;
  std::memcpy(&subject.kind, end, 4);
  std::memcpy(&subject.stage, end + 4, 4);
  std::memcpy(&subject.number, end + 8, 8);
  bytes.resize(bytes.size() - subject_bytes);
  return subject;
}

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

// Schedulers that do not know this MPI begin a job of one rank for every task.
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

// Before the pump runs.
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

  // All ranks leave together: who is done waits for the others, while its pump goes on.
  ~Pump() {
    for (std::size_t to = 0; to < ranks_; ++to)
      if (to != rank_) post(to, Tag::end, {});
    ending_.store(true, std::memory_order_release);
    thread_.join();
    ::close(errors_);
  }

  std::size_t rank() const noexcept { return rank_; }
  std::size_t ranks() const noexcept { return ranks_; }

  void listen(Handler handler) {
    const std::lock_guard lock(listening_);
    handler_ = std::move(handler);
    if (!handler_) return;
    for (Message& message : std::exchange(early_, {})) handler_(std::move(message));
  }

  void send(std::size_t to, const Subject& subject, Bytes bytes) {
    messages_.fetch_add(1, std::memory_order_relaxed);
    bytes_.fetch_add(bytes.size(), std::memory_order_relaxed);
    if (to == rank_) return deliver({rank_, subject, std::move(bytes)});
    bytes.resize(bytes.size() + subject_bytes);
    append(bytes, subject);
    post(to, Tag::work, std::move(bytes));
  }

  void fail(const Error& error) {
    if (!keep(error)) return;
    for (std::size_t to = 0; to < ranks_; ++to)
      if (to != rank_) post(to, Tag::failure, to_bytes(error));
  }

  std::optional<Error> failure() const {
    if (!failed_.load(std::memory_order_acquire)) return std::nullopt;
    const std::lock_guard lock(failing_);
    return failure_;
  }

  Traffic sent() const noexcept { return {messages_.load(), bytes_.load()}; }
  std::uint64_t waiting() const noexcept { return waiting_.load(std::memory_order_relaxed); }

 private:
  // What the pumps tell one another. Work is for those who listen.
  enum class Tag : int { work, failure, beat, end };

  struct Outgoing {
    std::size_t to;
    Tag tag;
    Bytes bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // Whether it is the first one.
  bool keep(const Error& error) {
    const std::lock_guard lock(failing_);
    if (failure_) return false;
    failure_ = error;
    failed_.store(true, std::memory_order_release);
    return true;
  }

  void post(std::size_t to, Tag tag, Bytes bytes) {
    waiting_.fetch_add(bytes.size(), std::memory_order_relaxed);
    const std::lock_guard lock(posting_);
    posted_.push_back({to, tag, std::move(bytes)});
  }

  void deliver(Message message) {
    const std::lock_guard lock(listening_);
    if (handler_)
      handler_(std::move(message));
    else
      early_.push_back(std::move(message));
  }

  void run() {
    auto next_beat = Clock::now();
    auto sleep = least_sleep;
    while (!is_over()) {
      bool busy = begin_posted();
      busy = end_sent() || busy;
      busy = receive_one() || busy;
      const auto now = Clock::now();
      if (now >= next_beat) {
        pass_over(now - next_beat, now);
        beat(now);
        next_beat = now + between_beats;
      }
      sleep = busy ? least_sleep : std::min(2 * sleep, longest_sleep);
      if (!busy) std::this_thread::sleep_for(sleep);
    }
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
    std::deque<Outgoing> posted;
    {
      const std::lock_guard lock(posting_);
      posted.swap(posted_);
    }
    for (Outgoing& one : posted) {
      Outgoing& sent = under_way_.emplace_back(std::move(one));
      MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE,
                static_cast<int>(sent.to), static_cast<int>(sent.tag), MPI_COMM_WORLD,
                &sent.request);
    }
    return !posted.empty();
  }

  bool end_sent() {
    const std::size_t before = under_way_.size();
    std::erase_if(under_way_, [&](Outgoing& one) {
      int done = 0;
      MPI_Test(&one.request, &done, MPI_STATUS_IGNORE);
      if (done) waiting_.fetch_sub(one.bytes.size(), std::memory_order_relaxed);
      return done != 0;
    });
    return under_way_.size() < before;
  }

  bool receive_one() {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there) return false;
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    Bytes bytes(static_cast<std::size_t>(count));
    MPI_Recv(bytes.data(), count, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    const auto from = static_cast<std::size_t>(status.MPI_SOURCE);
    heard_[from] = Clock::now();
    take(from, static_cast<Tag>(status.MPI_TAG), std::move(bytes));
    return true;
  }

  void take(std::size_t from, Tag tag, Bytes bytes) {
    switch (tag) {
      case Tag::work:
        if (bytes.size() < subject_bytes) {
          fail({Errc::corrupt, fmt::format("rank {} got a message of {} bytes from rank {}, and "
                                           "expected {} or more",
                                           rank_, bytes.size(), from, subject_bytes)});
        } else {
          const Subject subject = take_subject(bytes);
          deliver({from, subject, std::move(bytes)});
        }
        break;
      case Tag::failure:
        keep(to_error(bytes));
        break;
      case Tag::beat:
        break;
      case Tag::end:
        ended_[from] = true;
        // Who has ended has done its part, or will never do it.
        if (from == 0) keep({Errc::interrupted, "rank 0 has ended"});
        break;
    }
  }

  // While this rank stood still, as all of them do in a job that is suspended, nobody was silent:
  // what others said waits to be received.
  void pass_over(Clock::duration late, Clock::time_point now) {
    for (Clock::time_point& heard : heard_) heard = std::min(heard + late, now);
  }

  // A rank that is killed is noticed by mpirun; one that hangs, or a network that is cut, by nobody
  // else.
  void beat(Clock::time_point now) {
    for (std::size_t to = 0; to < ranks_; ++to) {
      if (to == rank_ || (rank_ != 0 && to != 0)) continue;
      post(to, Tag::beat, {});
      if (ended_[to] || now - heard_[to] < silence_) continue;
      ::dprintf(errors_,
                "grundy-mpi: rank %zu has heard nothing of rank %zu for %.0f s: the job ends\n",
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
  Handler handler_;
  std::deque<Message> early_;

  std::mutex posting_;
  std::deque<Outgoing> posted_;

  // Of the pump's thread alone.
  std::deque<Outgoing> under_way_;
  std::vector<Clock::time_point> heard_;
  std::vector<bool> ended_;
  std::thread thread_;  // last: it uses all the others
};

World::World(std::unique_ptr<Pump> pump, std::uint64_t memory_of_rank)
    : pump_(std::move(pump)), memory_of_rank_(memory_of_rank) {}

Result<std::unique_ptr<World>> World::begin(int* argc, char*** argv, double silence,
                                            std::uint64_t free_memory) {
  int level = 0;
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
  return std::unique_ptr<World>(new World(std::make_unique<Pump>(rank, ranks, silence), memory));
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
void World::listen(Handler handler) {
  pump_->listen(std::move(handler));
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
Traffic World::sent() const noexcept {
  return pump_->sent();
}
std::uint64_t World::waiting() const noexcept {
  return pump_->waiting();
}

}  // namespace grundy::cluster::mpi
