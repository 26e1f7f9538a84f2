// http/head.hpp: the head of a request, read strictly.
//
// Start reading here for what keeps two readers of one connection from disagreeing about where a
// request ends (request smuggling). Lines end with CR LF and nothing else does; names of fields are
// tokens directly before their colon; no line is folded. Host stands there once. A body has a
// Content-Length, once, in digits: what has a Transfer-Encoding is refused, whatever it is called.
// After a refusal the connection ends, for nobody knows where the next request would begin.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "server/http/message.hpp"

namespace grundy::http {

struct HeadLimits {
  std::size_t target = 8 << 10;  // bytes of the target
  std::size_t head = 32 << 10;   // bytes of the head
  std::size_t fields = 100;
};

struct Head {
  std::size_t bytes = 0;           // of the whole head; 0: more must come first
  std::optional<Refusal> refusal;  // then nothing else is set
  Request request;
};

// Reads the head with which `bytes` begins. Linear in the bytes; any bytes may be given.
Head read_head(std::string_view bytes, const HeadLimits& limits);

}  // namespace grundy::http
