/* oracle TABLE: reads positions, one a line, and answers each with a move that wins.
 *
 *     grundy solve three_pile --box 300 --value outcome -o three_pile.zarr
 *     cc oracle.c $(pkg-config --cflags --libs grundy) -o oracle
 *     echo '3 4 5' | ./oracle three_pile.zarr
 *
 * What a program that plays a game needs, or a judge that plays against one. Coordinates are
 * separated by blanks. An answer is "move to" a sum of positions (mostly a single one), "lost"
 * where no move wins, or "?" and what is wrong with the line. */
#include <grundy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_dimensions = 8 };

/* Reads the integers of a line; their number, or 0 if there are other things or too many. */
static size_t read_position(const char *line, int64_t position[most_dimensions]) {
  size_t dimensions = 0;
  for (char *end;; line = end) {
    long long x = strtoll(line, &end, 10);
    if (end == line) break;
    if (dimensions == most_dimensions) return 0;
    position[dimensions++] = x;
  }
  return line[strspn(line, " \t\r\n")] == '\0' ? dimensions : 0;
}

static void answer(const grundy_table *table, const int64_t *position, size_t dimensions) {
  grundy_moves *moves;
  if (grundy_table_moves(table, position, dimensions, &moves) != GRUNDY_OK)
    printf("? %s\n", grundy_error_message());
  else if (grundy_moves_winning(moves) > 0)
    printf("move to %s\n", grundy_moves_expression(moves, 0)); /* winning ones come first */
  else
    printf("lost\n");
  grundy_moves_free(moves);
}

int main(int argc, char **argv) {
  grundy_table *table;
  if (argc != 2) {
    fprintf(stderr, "usage: oracle TABLE\n");
    return 2;
  }
  if (grundy_table_open(argv[1], &table) != GRUNDY_OK) {
    fprintf(stderr, "oracle: %s\n", grundy_error_message());
    return 1;
  }
  int64_t position[most_dimensions];
  char line[512];
  while (fgets(line, sizeof line, stdin)) {
    size_t dimensions = read_position(line, position);
    if (dimensions == 0)
      printf("? expected integers such as 3 4 5\n");
    else
      answer(table, position, dimensions);
    fflush(stdout); /* somebody may wait for it */
  }
  grundy_table_free(table);
  return 0;
}
