// http/message.hpp: requests as they were understood, and answers to them.
//
// HTTP/1.1 as RFC 9110 and RFC 9112 have it, without request bodies of unknown length. Nothing in
// this folder knows what is served.
#pragma once
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grundy::http {

struct Field {
  std::string name;  // of a request in small letters
  std::string value;
};

// A request that is not carried out.
struct Refusal {
  int status = 400;
  std::string detail;
  std::vector<Field> fields{};  // of the answer
};

// What stands behind the `?`, decoded, in order.
using Query = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string method;
  std::string target;             // as it was sent
  std::vector<std::string> path;  // decoded; "/a/b" is a, b; a slash at the end gives an empty one
  Query query;
  std::string host;  // in small letters, without port
  std::vector<Field> fields;
  std::uint64_t content_length = 0;  // 0 also where it is not given
  bool keep_alive = true;
  bool expects_continue = false;
  std::string body;
  std::string client;  // the address that it came from

  // The value of the field, or of all such fields joined by commas; nothing if there is none.
  std::optional<std::string> field(std::string_view name) const;
  // The first value of that name in the query.
  std::optional<std::string> parameter(std::string_view name) const;
};

// An open file, closed with the last owner.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(descriptor_); }
  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

// Bytes that are sent from a file without being mapped: a file cut short meanwhile ends the
// connection and nothing else.
struct FilePart {
  std::shared_ptr<const File> file;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// What follows the body of an answer, made while that is sent. No two threads ask at once.
class Pieces {
 public:
  virtual ~Pieces() = default;
  // Bytes of all pieces together.
  virtual std::uint64_t size() const noexcept = 0;
  // The next piece, in the place of one that was sent. Empty if it cannot be had: then the
  // connection ends. Throws nothing but std::bad_alloc.
  virtual std::string next(std::string sent) = 0;
};

struct Answer {
  int status = 200;
  std::vector<Field> fields;
  std::string_view more_fields;  // lines with their ends, of somebody who lives longer
  std::string body;
  std::shared_ptr<const std::string> kept;  // instead of the body: other answers send it too
  std::optional<FilePart> file;             // instead of the body
  std::shared_ptr<Pieces> pieces;           // behind the body
  bool closes = false;                      // the connection ends with it
  std::shared_ptr<void> holding;            // whatever must live until it is sent

  std::uint64_t size() const noexcept {
    return file ? file->size : text().size() + (pieces ? pieces->size() : 0);
  }
  // Of an answer without a file, what goes before its pieces.
  std::string_view text() const noexcept { return kept ? *kept : body; }
  void set(std::string_view name, std::string value) {
    fields.push_back({std::string(name), std::move(value)});
  }
};

// "Not Found"; empty for a status that we never send.
std::string_view reason(int status) noexcept;

// Status line and fields, those of the body's length and of the connection among them. The length
// is given for HEAD too.
std::string head_of(const Answer& answer, bool keep_alive);

// Whether such an answer has a body at all.
constexpr bool has_body(int status) noexcept {
  return status >= 200 && status != 204 && status != 304;
}

// "Sun, 06 Nov 1994 08:49:37 GMT".
std::string http_date(std::int64_t seconds);

// "ABC" -> "abc", of ASCII.
std::string small_letters(std::string_view text);
std::string_view without_blanks(std::string_view text) noexcept;

// The parts between the signs, without blanks around them; quotes mean nothing.
std::vector<std::string_view> split(std::string_view text, char sign);

}  // namespace grundy::http
