/* check.h: claims that end the test program with what was found. */
#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grundy.h"

#define CHECK(claim)                                                             \
  do {                                                                           \
    if (!(claim)) {                                                              \
      fprintf(stderr, "%s:%d: %s; last message: %s\n", __FILE__, __LINE__, #claim, \
              grundy_error_message());                                           \
      exit(1);                                                                   \
    }                                                                            \
  } while (0)

/* The call gives this status. */
#define EXPECT(status, call)                                                             \
  do {                                                                                   \
    const int got = (call);                                                              \
    if (got != (status)) {                                                               \
      fprintf(stderr, "%s:%d: %s: status %d, expected %d; last message: %s\n", __FILE__, \
              __LINE__, #call, got, (int)(status), grundy_error_message());              \
      exit(1);                                                                           \
    }                                                                                    \
  } while (0)

/* The call gives this status, and a message that holds this text. */
#define REFUSES(status, text, call)                                                          \
  do {                                                                                       \
    EXPECT(status, call);                                                                    \
    if (strstr(grundy_error_message(), text) == NULL) {                                      \
      fprintf(stderr, "%s:%d: %s: the message is \"%s\", expected \"%s\" in it\n", __FILE__, \
              __LINE__, #call, grundy_error_message(), text);                                \
      exit(1);                                                                               \
    }                                                                                        \
  } while (0)

#endif
