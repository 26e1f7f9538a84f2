/* Impartial Clobber: a stone moves onto a neighbour of the other colour, which is taken; either
 * player may move any stone. A position is rows of x, o and dots: "xo/ox".
 *
 *   cc -O2 -shared -fPIC -o clobber.so clobber.c
 *   grundy value --program ./clobber.so xoxo/oxox/xoxo
 */
#include <grundy.h>
#include <string.h>

static int options(void *user, const void *key, size_t size, grundy_sink *sink) {
  const char *cells = key;
  const char *slash = memchr(cells, '/', size);
  size_t row = slash ? (size_t)(slash - cells) + 1 : size;
  char after[256];
  size_t at;
  (void)user;
  memcpy(after, cells, size);
  for (at = 0; at < size; ++at) {
    /* Right and down, both ways round. */
    const size_t neighbours[2] = {at + 1, at + row};
    int i;
    for (i = 0; i < 2; ++i) {
      const size_t to = neighbours[i];
      if (to >= size || cells[at] == cells[to]) continue;
      if (memchr("xo", cells[at], 2) == NULL || memchr("xo", cells[to], 2) == NULL) continue;
      after[at] = '.';
      after[to] = cells[at];
      sink->part(sink, after, size);
      sink->end_option(sink);
      after[at] = cells[to];
      after[to] = '.';
      sink->part(sink, after, size);
      sink->end_option(sink);
      after[at] = cells[at];
      after[to] = cells[to];
    }
  }
  return 0;
}

/* Rows of the same length, of x, o and dots. */
static int start(void *user, const char *text, grundy_sink *sink) {
  const size_t size = strlen(text);
  const size_t row = strcspn(text, "/") + 1;
  size_t at;
  (void)user;
  if (size == 0 || size > 255 || (size + 1) % row != 0) return 1;
  for (at = 0; at < size; ++at)
    if (at % row == row - 1 ? text[at] != '/' : strchr("xo.", text[at]) == NULL) return 1;
  sink->part(sink, text, size);
  return 0;
}

/* The colours may be exchanged: the first stone is x. */
static int canon(void *user, void *key, size_t *size) {
  char *cells = key;
  size_t first = 0;
  size_t at;
  (void)user;
  while (first < *size && cells[first] != 'x' && cells[first] != 'o') ++first;
  if (first == *size || cells[first] == 'x') return 0;
  for (at = first; at < *size; ++at)
    if (cells[at] == 'x' || cells[at] == 'o') cells[at] = cells[at] == 'x' ? 'o' : 'x';
  return 0;
}

const grundy_program *grundy_program_main(void);
const grundy_program *grundy_program_main(void) {
  static const grundy_program clobber = {sizeof(grundy_program), "clobber", NULL, options,
                                         start,                  canon,     NULL};
  return &clobber;
}
