#include "server/http/loop.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>

namespace grundy::http {
namespace {

constexpr std::uint64_t listener_id = 0;
constexpr std::uint64_t bell_id = 1;
constexpr std::uint64_t first_id = 2;
constexpr int tick_milliseconds = 250;
constexpr std::chrono::milliseconds least_idle{100};  // for less a request may be on its way

// For a client that may ask again.
Refusal busy(std::string detail) {
  return {503, std::move(detail), {{"Retry-After", "1"}}};
}

int checked(int descriptor, const char* what) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
  return descriptor;
}

std::string address_of(const sockaddr_storage& from) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const void* address =
      from.ss_family == AF_INET6
          ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in6&>(from).sin6_addr)
          : &reinterpret_cast<const sockaddr_in&>(from).sin_addr;
  if (::inet_ntop(from.ss_family, address, text.data(), text.size()) == nullptr) return "-";
  return text.data();
}

Answer answered(Service& service, const Request& request, const std::atomic<bool>& stop) {
  try {
    return service.answer(request, stop);
  } catch (const std::bad_alloc&) {
    return service.refuse(request, busy("out of memory"));
  }
}

Answer answer_here(Service& service, const Connection& connection) {
  if (const auto& refusal = connection.admission().refusal)
    return service.refuse(*connection.request(), *refusal);
  return answered(service, *connection.request(), *connection.stop());
}

}  // namespace

Loop::Loop(Shared& shared)
    : shared_(shared),
      epoll_(checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      bell_(checked(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd")),
      next_id_(first_id) {
  listen_to(bell_, bell_id);
}

void Loop::listen_to(int descriptor, Id id) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = id;
  checked(::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl");
}

void Loop::start() {
  if (shared_.loops.front() == this) listen_to(shared_.listener, listener_id);
  thread_ = std::thread([this] { run(); });
}

void Loop::break_off() {
  ring();
  if (thread_.joinable()) thread_.join();
  kept_.clear();
}

void Loop::ring() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto rung = ::write(bell_, &one, sizeof one);
}

Loop::~Loop() {
  for (const auto& [socket, client] : arrived_) ::close(socket);
  ::close(bell_);
  ::close(epoll_);
}

void Loop::run() {
  std::array<epoll_event, 128> events;
  auto next_tick = Clock::now();
  while (!shared_.ends) {
    const int count =
        ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), tick_milliseconds);
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events[static_cast<std::size_t>(i)];
      if (event.data.u64 == listener_id)
        accept_next();
      else if (event.data.u64 == bell_id)
        take_mail();
      else
        on_event(event.data.u64, event.events);
    }
    if (Clock::now() < next_tick) continue;
    end_late();
    next_tick = Clock::now() + std::chrono::milliseconds(tick_milliseconds);
  }
}

// The loops get connections in turn. Left to wake-ups, one of them would get nearly all.
void Loop::accept_next() {
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  const int socket = ::accept4(shared_.listener, reinterpret_cast<sockaddr*>(&from), &size,
                               SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket >= 0) {
    Loop& next = *shared_.loops[accepted_++ % shared_.loops.size()];
    if (&next == this) return accept_one(socket, address_of(from));
    return next.hand(socket, address_of(from));
  }
  // Without descriptors the same event would come at once, for ever.
  if ((errno == EMFILE || errno == ENFILE || errno == ENOMEM) && !close_longest_idle())
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

// Called by another loop.
void Loop::hand(int socket, std::string client) {
  {
    const std::lock_guard lock(guard_);
    arrived_.emplace_back(socket, std::move(client));
  }
  ring();
}

void Loop::accept_one(int socket, std::string client) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (shared_.connections >= shared_.most_connections && !make_room())
    return refuse(socket, std::move(client));
  ++shared_.connections;
  const Id id = next_id_++;
  Kept& kept = kept_[id];
  kept.connection =
      std::make_unique<Connection>(socket, std::move(client), shared_.service, shared_.limits);
  epoll_event event{};
  event.events = kept.interest = EPOLLIN;
  event.data.u64 = id;
  count(kept);
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event) != 0) close(id);
}

// Closes a connection of this loop that has no request, or has another loop close one of its own.
bool Loop::make_room() {
  if (close_longest_idle()) return true;
  if (shared_.idle <= shared_.to_close) return false;
  ++shared_.to_close;
  for (Loop* loop : shared_.loops) loop->ring();
  return true;
}

bool Loop::close_longest_idle() {
  auto longest = kept_.end();
  for (auto at = kept_.begin(); at != kept_.end(); ++at)
    if (at->second.connection->is_idle() &&
        (longest == kept_.end() ||
         at->second.connection->since() < longest->second.connection->since()))
      longest = at;
  if (longest == kept_.end()) return false;
  if (Clock::now() - longest->second.connection->since() < least_idle) return false;
  close(longest->first);
  return true;
}

// Tells a client that there are too many, in so far as its socket takes that at once.
void Loop::refuse(int socket, std::string client) {
  Request request;
  request.client = std::move(client);
  const Answer answer = shared_.service.refuse(request, busy("too many connections"));
  const std::string text = head_of(answer, false) + answer.body;
  [[maybe_unused]] const auto sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
  ::close(socket);
}

void Loop::on_event(Id id, std::uint32_t events) {
  const auto found = kept_.find(id);
  if (found == kept_.end()) return;
  Connection& connection = *found->second.connection;
  if ((events & (EPOLLERR | EPOLLHUP)) != 0) return close(id);
  if ((events & EPOLLOUT) != 0) return carry_on(id, connection.on_writable());
  // While an answer is searched for, who sends no more is taken to be gone; what takes less time is
  // answered even so.
  if ((events & (EPOLLIN | EPOLLRDHUP)) != 0) carry_on(id, connection.on_readable());
}

// Goes on with a connection until it must wait.
void Loop::carry_on(Id id, Connection::Next next) {
  Kept& kept = kept_.at(id);
  while (next == Connection::Next::answer) {
    Connection& connection = *kept.connection;
    count(kept);
    const Admission& admission = connection.admission();
    const bool is_pooled = !admission.refusal && admission.runs != Runs::here;
    if (is_pooled)
      if (auto known = shared_.service.answer_at_once(*connection.request())) {
        known->closes = known->closes || shared_.draining;
        next = connection.on_answer(*std::move(known));
        continue;
      }
    if (is_pooled && hand_over(id, connection))
      return wait_for(id, kept, admission.runs == Runs::searching ? EPOLLRDHUP : 0U);
    Answer answer =
        is_pooled ? shared_.service.refuse(*connection.request(), busy("too much is being asked"))
                  : answer_here(shared_.service, connection);
    answer.closes = answer.closes || shared_.draining;
    next = connection.on_answer(std::move(answer));
  }
  if (next == Connection::Next::close) return close(id);
  count(kept);
  if (next == Connection::Next::make) {
    make_piece(id, *kept.connection);
    return wait_for(id, kept, 0);
  }
  wait_for(id, kept, next == Connection::Next::write ? EPOLLOUT : EPOLLIN);
}

// The connection may break while the task is at it, so the task shares what it needs.
bool Loop::hand_over(Id id, Connection& connection) {
  const Task task{id, connection.request(), connection.stop(), connection.admission().holding};
  if (connection.admission().runs == Runs::searching)
    return shared_.triers.submit([this, task] { try_to_answer(task); });
  return shared_.workers.submit([this, task] { answer(task); });
}

void Loop::answer(const Task& task) {
  post(task.id, *task.stop ? Answer() : answered(shared_.service, *task.request, *task.stop));
}

// Within a moment; else the task waits for threads that search.
void Loop::try_to_answer(const Task& task) {
  if (*task.stop) return post(task.id, {});
  std::optional<Answer> answer;
  try {
    answer = shared_.service.answer_briefly(*task.request, *task.stop);
  } catch (const std::bad_alloc&) {
    answer = shared_.service.refuse(*task.request, busy("out of memory"));
  }
  if (answer) return post(task.id, *std::move(answer));
  if (!shared_.searchers.submit([this, task] { this->answer(task); }, task.request->client))
    post(task.id, shared_.service.refuse(*task.request, busy("too much is being asked")));
}

void Loop::post(Id id, Answer answer) {
  {
    const std::lock_guard lock(guard_);
    mail_.emplace_back(id, std::move(answer));
  }
  ring();
}

// Other requests get their turn between two pieces.
void Loop::make_piece(Id id, Connection& connection) {
  shared_.workers.submit_more([this, id, make = connection.to_make(), stop = connection.stop()] {
    std::string piece;
    try {
      if (!*stop) piece = make();
    } catch (const std::bad_alloc&) {
      piece.clear();
    }
    {
      const std::lock_guard lock(guard_);
      pieces_.emplace_back(id, std::move(piece));
    }
    ring();
  });
}

void Loop::wait_for(Id id, Kept& kept, std::uint32_t interest) {
  if (kept.interest == interest) return;
  epoll_event event{};
  event.events = kept.interest = interest;
  event.data.u64 = id;
  if (::epoll_ctl(epoll_, EPOLL_CTL_MOD, kept.connection->socket(), &event) != 0) close(id);
}

// Keeps the numbers of busy and idle connections right.
void Loop::count(Kept& kept) {
  const bool busy = kept.connection->is_busy();
  const bool idle = kept.connection->is_idle();
  if (busy != kept.busy) shared_.busy += busy ? 1 : -1;
  if (idle != kept.idle) shared_.idle += idle ? 1 : -1;
  kept.busy = busy;
  kept.idle = idle;
}

void Loop::close(Id id) {
  const auto found = kept_.find(id);
  if (found->second.busy) --shared_.busy;
  if (found->second.idle) --shared_.idle;
  kept_.erase(found);
  --shared_.connections;
}

void Loop::take_mail() {
  std::uint64_t rings = 0;
  [[maybe_unused]] const auto heard = ::read(bell_, &rings, sizeof rings);
  std::vector<std::pair<Id, Answer>> mail;
  std::vector<std::pair<Id, std::string>> pieces;
  std::vector<std::pair<int, std::string>> arrived;
  {
    const std::lock_guard lock(guard_);
    mail.swap(mail_);
    pieces.swap(pieces_);
    arrived.swap(arrived_);
  }
  for (auto& [socket, client] : arrived) accept_one(socket, std::move(client));
  for (auto& [id, answer] : mail) {
    const auto found = kept_.find(id);
    if (found == kept_.end()) continue;  // it broke meanwhile
    answer.closes = answer.closes || shared_.draining;
    carry_on(id, found->second.connection->on_answer(std::move(answer)));
  }
  for (auto& [id, piece] : pieces)
    if (const auto found = kept_.find(id); found != kept_.end())
      carry_on(id, found->second.connection->on_piece(std::move(piece)));
  close_for_others();
}

void Loop::close_for_others() {
  while (shared_.to_close > 0 && close_longest_idle()) --shared_.to_close;
}

void Loop::end_late() {
  const auto now = Clock::now();
  std::vector<Id> late;
  for (const auto& [id, kept] : kept_)
    if (kept.connection->is_late(now)) late.push_back(id);
  for (const Id id : late) carry_on(id, kept_.at(id).connection->on_late());
  close_for_others();
}

}  // namespace grundy::http
