#include "server/http/connection.hpp"

#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace grundy::http {
namespace {

constexpr std::size_t read_bytes = std::size_t{64} << 10;
constexpr std::uint64_t most_waited_for = std::uint64_t{256} << 10;
constexpr std::uint64_t most_discarded = std::uint64_t{1} << 20;
constexpr std::chrono::seconds linger_time{2};
constexpr std::string_view continue_line = "HTTP/1.1 100 Continue\r\n\r\n";

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

Connection::Connection(int socket, std::string client, Service& service,
                       const ConnectionLimits& limits)
    : socket_(socket),
      client_(std::move(client)),
      service_(service),
      limits_(limits),
      request_(nameless()) {}

// A request of which nothing is known but who sent it.
std::shared_ptr<Request> Connection::nameless() const {
  auto request = std::make_shared<Request>();
  request->client = client_;
  return request;
}

Connection::~Connection() {
  if (stop_) stop_->store(true, std::memory_order_relaxed);
  if (phase_ == Phase::writing || phase_ == Phase::making) report(false);
  ::close(socket_);
}

void Connection::enter(Phase phase) {
  phase_ = phase;
  since_ = Clock::now();
}

Connection::Next Connection::on_readable() {
  if (phase_ == Phase::lingering) return linger();
  if (phase_ == Phase::answering || phase_ == Phase::writing || phase_ == Phase::making)
    return Next::close;
  if (phase_ == Phase::body) return read_body();
  std::array<char, read_bytes> bytes;
  const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (got < 0 && would_block()) return Next::read;
  if (got <= 0) return Next::close;
  if (is_idle()) since_ = Clock::now();  // the time of a request begins with its first byte
  in_.append(bytes.data(), static_cast<std::size_t>(got));
  return read_head();
}

Connection::Next Connection::read_head() {
  if (unread().empty()) return Next::read;
  Head head = http::read_head(unread(), limits_.head);
  if (head.bytes == 0 && !head.refusal) return Next::read;
  begun_ = Clock::now();
  if (head.refusal) return refuse(*std::move(head.refusal), /*ends=*/true);
  used_ += head.bytes;
  head.request.client = client_;
  request_ = std::make_shared<Request>(std::move(head.request));
  return begin_request();
}

Connection::Next Connection::begin_request() {
  admission_ = service_.admit(*request_);
  // What is refused before its body is read ends the connection.
  if (admission_.refusal)
    return refuse(*std::move(admission_.refusal), request_->content_length > 0);
  phase_ = Phase::body;
  if (request_->content_length > 0) {
    const auto taken = std::min<std::size_t>(request_->content_length, unread().size());
    body_.reserve(request_->content_length);
    body_.assign(unread().substr(0, taken));
    used_ += taken;
    const bool waits = request_->expects_continue && taken == 0;
    if (waits && ::send(socket_, continue_line.data(), continue_line.size(), MSG_NOSIGNAL) < 0)
      return Next::close;
  }
  return take_body();
}

Connection::Next Connection::read_body() {
  const std::size_t before = body_.size();
  body_.resize(std::min<std::uint64_t>(request_->content_length, before + read_bytes));
  const ssize_t got = ::recv(socket_, body_.data() + before, body_.size() - before, 0);
  body_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got < 0 && would_block()) return Next::read;
  return got > 0 ? take_body() : Next::close;
}

// Has the system wake this connection when `bytes` are there, or no more can come.
void Connection::wake_at(std::uint64_t bytes) {
  const int count = static_cast<int>(std::clamp<std::uint64_t>(bytes, 1, most_waited_for));
  if (count == wakes_at_) return;
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVLOWAT, &count, sizeof count);
  wakes_at_ = count;
}

Connection::Next Connection::take_body() {
  wake_at(request_->content_length - body_.size());
  if (body_.size() < request_->content_length) return Next::read;
  if (!body_.empty()) {
    auto whole = std::make_shared<Request>(*request_);
    whole->body = std::move(body_);
    body_.clear();
    request_ = std::move(whole);
  }
  stop_ = std::make_shared<std::atomic<bool>>(false);
  enter(Phase::answering);
  return Next::answer;
}

Connection::Next Connection::refuse(Refusal refusal, bool ends) {
  admission_ = {std::move(refusal)};
  ends_ = ends;
  enter(Phase::answering);
  return Next::answer;
}

Connection::Next Connection::on_answer(Answer answer) {
  answer_ = std::move(answer);
  goes_on_ = request_->keep_alive && !answer_.closes && !ends_;
  head_ = head_of(answer_, goes_on_);
  const bool bare = request_->method == "HEAD" || !has_body(answer_.status);
  announced_ = answer_.size();
  sent_ = 0;
  to_send_ = head_.size() + (bare ? 0 : announced_);
  until_ = answer_.pieces && !bare ? head_.size() + answer_.body.size() : to_send_;
  enter(Phase::writing);
  return on_writable();
}

Connection::Next Connection::on_writable() {
  if (phase_ != Phase::writing) return Next::close;
  while (sent_ < until_)
    if (!write_some()) return would_block() ? Next::write : Next::close;
  if (until_ < to_send_) {
    enter(Phase::making);
    return Next::make;
  }
  report(true);
  return after_answer();
}

std::function<std::string()> Connection::to_make() {
  return [pieces = answer_.pieces, sent = std::make_shared<std::string>(std::move(answer_.body))] {
    return pieces->next(std::move(*sent));
  };
}

Connection::Next Connection::on_piece(std::string piece) {
  if (piece.empty() || piece.size() > to_send_ - until_) return Next::close;
  answer_.body = std::move(piece);
  until_ += answer_.body.size();
  enter(Phase::writing);
  return on_writable();
}

// False if nothing went out; errno says why.
bool Connection::write_some() {
  const ssize_t sent = sent_ < head_.size() || !answer_.file ? send_text() : send_file();
  if (sent <= 0) {
    if (sent == 0) errno = EIO;  // the file is shorter than it was
    return false;
  }
  sent_ += static_cast<std::uint64_t>(sent);
  since_ = Clock::now();
  return true;
}

ssize_t Connection::send_text() {
  const auto of_head = static_cast<std::size_t>(std::min<std::uint64_t>(sent_, head_.size()));
  const bool with_body = to_send_ > head_.size() && !answer_.file;
  const auto left =
      with_body ? static_cast<std::size_t>(until_ - std::max<std::uint64_t>(sent_, head_.size()))
                : 0;
  const std::string_view text = answer_.text();
  char* const unsent = const_cast<char*>(text.data()) + text.size() - left;  // sendmsg only reads
  std::array<iovec, 2> parts{iovec{head_.data() + of_head, head_.size() - of_head},
                             iovec{unsent, left}};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  const bool file_follows = answer_.file && to_send_ > head_.size();
  return ::sendmsg(socket_, &message, MSG_NOSIGNAL | (file_follows ? MSG_MORE : 0));
}

ssize_t Connection::send_file() {
  const std::uint64_t of_body = sent_ - head_.size();
  auto offset = static_cast<off_t>(answer_.file->offset + of_body);
  constexpr std::uint64_t most_at_once = std::uint64_t{1} << 20;
  const auto count = static_cast<std::size_t>(std::min(answer_.file->size - of_body, most_at_once));
  return ::sendfile(socket_, answer_.file->file->descriptor(), &offset, count);
}

Connection::Next Connection::after_answer() {
  answer_ = {};
  request_ = nameless();
  admission_ = {};
  stop_.reset();
  if (!goes_on_) {
    ::shutdown(socket_, SHUT_WR);
    enter(Phase::lingering);
    return linger();
  }
  in_.erase(0, used_);
  used_ = 0;
  enter(Phase::head);
  return read_head();
}

// The client may still be sending; closing now could destroy the answer on its way (RFC 9112, 9.6).
Connection::Next Connection::linger() {
  std::array<char, read_bytes> bytes;
  while (discarded_ < most_discarded) {
    const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
    if (got < 0 && would_block()) return Next::read;
    if (got <= 0) return Next::close;
    discarded_ += static_cast<std::uint64_t>(got);
  }
  return Next::close;
}

void Connection::report(bool whole) {
  const std::chrono::duration<double> passed = Clock::now() - begun_;
  service_.finished({*request_, answer_.status, announced_, passed.count(), whole});
}

bool Connection::is_late(Clock::time_point now) const noexcept {
  const auto passed = now - since_;
  switch (phase_) {
    case Phase::head:
      return passed > (unread().empty() ? limits_.idle : limits_.request);
    case Phase::body:
      return passed > limits_.request;
    case Phase::answering:
    case Phase::making:
      return false;
    case Phase::writing:
      return passed > limits_.stall;
    case Phase::lingering:
      return passed > linger_time;
  }
  return true;
}

Connection::Next Connection::on_late() {
  const bool is_waited_for = !is_idle() && (phase_ == Phase::head || phase_ == Phase::body);
  if (!is_waited_for) return Next::close;
  if (phase_ == Phase::head) begun_ = Clock::now();
  return refuse({408, "the request did not arrive in time"}, /*ends=*/true);
}

}  // namespace grundy::http
