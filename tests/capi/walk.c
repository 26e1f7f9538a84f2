/* walk DIRECTORY: every function of grundy.h, used as it should be and as it should not, from C11.
 * Leaves its tables in DIRECTORY. */
#include <errno.h>
#include <sys/stat.h>

#include "check.h"

static char nimbers_path[512];
static char outcomes_path[512];

static const char two_games[] =
    "game take(n)\n"
    "  param S = {1, 2}\n"
    "  (n) -> (n - k)  for k in S\n"
    "game halve(a, b in 1..)\n"
    "  (a, b) -> (floor(a / 2), b)  when a >= 1\n";

static grundy_table *solve(const char *game, int64_t high, int quantity) {
  const grundy_solve_options options = {
      .size = sizeof options, .game = game, .high = &high, .dimensions = 1, .quantity = quantity};
  grundy_table *table = NULL;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &table));
  CHECK(table != NULL);
  return table;
}

static grundy_table *open_table(const char *path) {
  grundy_table *table = NULL;
  EXPECT(GRUNDY_OK, grundy_table_open(path, &table));
  return table;
}

static uint32_t probe(const grundy_table *table, int quantity, int64_t a, int64_t b, int64_t c) {
  const int64_t position[] = {a, b, c};
  uint32_t value = 12345;
  EXPECT(GRUNDY_OK, grundy_table_probe(table, quantity, position, 3, &value));
  return value;
}

/* The three-pile game up to 20, as published with it and by the definition. */
static void check_three_pile(const grundy_table *table) {
  CHECK(grundy_table_dimensions(table) == 3);
  for (size_t axis = 0; axis < 3; ++axis) {
    CHECK(grundy_table_low(table, axis) == 0);
    CHECK(grundy_table_high(table, axis) == 20);
  }
  CHECK(strcmp(grundy_table_coordinate(table, 2), "c") == 0);
  CHECK(grundy_table_quantity(table) == GRUNDY_NIMBER);
  CHECK(grundy_table_convention(table) == GRUNDY_NORMAL);
  CHECK(grundy_table_positions(table) == 21 * 21 * 21);
  CHECK(strcmp(grundy_table_game(table), "three_pile") == 0);
  CHECK(strstr(grundy_table_rules(table), "game three_pile(a, b, c)") != NULL);
  CHECK(strlen(grundy_table_digest(table)) == 32);
  CHECK(probe(table, GRUNDY_DEFAULT, 0, 1, 2) == 0);
  CHECK(probe(table, GRUNDY_NIMBER, 3, 4, 1) == 0);
  CHECK(probe(table, GRUNDY_OUTCOME, 3, 4, 1) == GRUNDY_P);
  CHECK(probe(table, GRUNDY_OUTCOME, 3, 4, 5) == GRUNDY_N);
  CHECK(probe(table, GRUNDY_NIMBER, 0, 0, 7) == 7);
}

static void check_json(const grundy_table *table) {
  const char *json = NULL;
  EXPECT(GRUNDY_OK, grundy_table_json(table, &json));
  CHECK(strncmp(json, "{\"game\":\"three_pile\",\"value\":\"nimber\"", 37) == 0);
  CHECK(strstr(json, grundy_table_digest(table)) != NULL);
  const char *again = NULL;
  EXPECT(GRUNDY_OK, grundy_table_json(table, &again));
  CHECK(again == json);
}

/* Batches with rows together, columns together, backwards, and inside structs. */
static void check_batches(const grundy_table *table) {
  enum { count = 1000 };
  struct row {
    char tag;
    int64_t position[3];
    uint32_t value;
  };
  static struct row rows[count];
  static int64_t columns[3][count];
  static uint32_t by_rows[count], by_columns[count];
  uint32_t random = 1956;
  for (size_t r = 0; r < count; ++r)
    for (size_t i = 0; i < 3; ++i) {
      random = random * 1664525 + 1013904223;
      rows[r].position[i] = columns[i][r] = (random >> 16) % 21;
    }
  EXPECT(GRUNDY_OK, grundy_table_probe_many(table, GRUNDY_NIMBER, count, rows[0].position, 3,
                                            sizeof *rows, sizeof(int64_t), &rows[0].value,
                                            sizeof *rows, NULL));
  EXPECT(GRUNDY_OK, grundy_table_probe_many(table, 0, count, columns, 3, sizeof(int64_t),
                                            sizeof columns[0], by_columns, sizeof(uint32_t), NULL));
  EXPECT(GRUNDY_OK, grundy_table_probe_many(table, 0, count, rows[count - 1].position, 3,
                                            -(ptrdiff_t)sizeof *rows, sizeof(int64_t),
                                            &by_rows[count - 1], -(ptrdiff_t)sizeof(uint32_t),
                                            NULL));
  for (size_t r = 0; r < count; ++r) {
    const int64_t *at = rows[r].position;
    CHECK(rows[r].value == probe(table, GRUNDY_NIMBER, at[0], at[1], at[2]));
    CHECK(rows[r].value == by_columns[r]);
    CHECK(rows[r].value == by_rows[r]);
  }
  size_t bad_row = 77;
  EXPECT(GRUNDY_OK, grundy_table_probe_many(table, 0, 0, NULL, 3, 0, 0, NULL, 0, &bad_row));
  CHECK(bad_row == 77);
  rows[500].position[1] = 21;
  REFUSES(GRUNDY_USAGE, "row 500: ",
          grundy_table_probe_many(table, 0, count, rows[0].position, 3, sizeof *rows,
                                  sizeof(int64_t), by_rows, sizeof(uint32_t), &bad_row));
  CHECK(bad_row == 500);
}

static void check_region(const grundy_table *table) {
  const int64_t low[] = {2, 0, 5}, high[] = {4, 20, 6};
  enum { count = 3 * 21 * 2 };
  uint8_t bytes[count], outcomes[count];
  uint32_t words[count];
  size_t width = 0;
  EXPECT(GRUNDY_OK, grundy_table_cell_bytes(table, 0, &width));
  CHECK(width == 1);
  EXPECT(GRUNDY_OK, grundy_table_read(table, 0, low, high, 3, bytes, 1, sizeof bytes));
  EXPECT(GRUNDY_OK, grundy_table_read(table, GRUNDY_NIMBER, low, high, 3, words, 4, sizeof words));
  EXPECT(GRUNDY_OK,
         grundy_table_read(table, GRUNDY_OUTCOME, low, high, 3, outcomes, 1, sizeof outcomes));
  size_t at = 0;
  for (int64_t a = low[0]; a <= high[0]; ++a)
    for (int64_t b = low[1]; b <= high[1]; ++b)
      for (int64_t c = low[2]; c <= high[2]; ++c, ++at) {
        CHECK(words[at] == probe(table, GRUNDY_NIMBER, a, b, c));
        CHECK(bytes[at] == words[at]);
        CHECK(outcomes[at] == (words[at] ? GRUNDY_N : GRUNDY_P));
      }
  const int64_t beyond[] = {4, 21, 6};
  REFUSES(GRUNDY_USAGE, "lies in the table",
          grundy_table_read(table, 0, low, beyond, 3, bytes, 1, sizeof bytes));
  REFUSES(GRUNDY_USAGE, "lies in the table",
          grundy_table_read(table, 0, high, low, 3, bytes, 1, sizeof bytes));
  REFUSES(GRUNDY_USAGE, "`low` has 2 coordinates, expected 3",
          grundy_table_read(table, 0, low, high, 2, bytes, 1, sizeof bytes));
  REFUSES(GRUNDY_USAGE, "a buffer of 125 bytes, expected 126 positions times 1",
          grundy_table_read(table, 0, low, high, 3, bytes, 1, sizeof bytes - 1));
  REFUSES(GRUNDY_USAGE, "cells of 3 bytes",
          grundy_table_read(table, 0, low, high, 3, words, 3, sizeof words));
  REFUSES(GRUNDY_USAGE, "not aligned",
          grundy_table_read(table, 0, low, high, 3, (char *)words + 1, 4, sizeof words));
  REFUSES(GRUNDY_USAGE, "`cells` is NULL", grundy_table_read(table, 0, low, high, 3, NULL, 1, 126));
}

static void check_table_moves(const grundy_table *table) {
  const int64_t won[] = {3, 4, 5}, lost[] = {3, 4, 1};
  grundy_moves *moves = NULL;
  EXPECT(GRUNDY_OK, grundy_table_moves(table, won, 3, &moves));
  CHECK(grundy_moves_winning(moves) >= 1);
  CHECK(grundy_moves_count(moves) > grundy_moves_winning(moves));
  for (size_t m = 0; m < grundy_moves_count(moves); ++m) {
    CHECK(grundy_moves_outcome(moves, m) == (m < grundy_moves_winning(moves) ? GRUNDY_P : GRUNDY_N));
    CHECK(grundy_moves_parts(moves, m) == 1);
    CHECK(grundy_moves_term(moves, m) == 0);
    const int64_t *to = grundy_moves_part(moves, m, 0);
    CHECK(grundy_moves_nimber(moves, m) == probe(table, GRUNDY_NIMBER, to[0], to[1], to[2]));
    char text[64];
    snprintf(text, sizeof text, "three_pile(%" PRId64 ",%" PRId64 ",%" PRId64 ")", to[0], to[1],
             to[2]);
    CHECK(strcmp(grundy_moves_expression(moves, m), text) == 0);
  }
  const size_t count = grundy_moves_count(moves);
  CHECK(strcmp(grundy_moves_expression(moves, count), "") == 0);
  CHECK(grundy_moves_part(moves, count, 0) == NULL);
  CHECK(grundy_moves_part(moves, 0, 1) == NULL);
  grundy_moves_free(moves);
  EXPECT(GRUNDY_OK, grundy_table_moves(table, lost, 3, &moves));
  CHECK(grundy_moves_winning(moves) == 0);
  grundy_moves_free(moves);
  const int64_t outside[] = {3, 4, 21};
  REFUSES(GRUNDY_USAGE, "outside", grundy_table_moves(table, outside, 3, &moves));
  CHECK(moves == NULL);
}

static void check_table(const grundy_table *table) {
  check_three_pile(table);
  check_json(table);
  check_batches(table);
  check_region(table);
  check_table_moves(table);
}

static void check_wrong_probes(const grundy_table *table) {
  const int64_t position[] = {1, 2, 3}, outside[] = {1, -1, 3};
  uint32_t value = 99;
  REFUSES(GRUNDY_USAGE, "`table` is NULL", grundy_table_probe(NULL, 0, position, 3, &value));
  REFUSES(GRUNDY_USAGE, "`position` is NULL", grundy_table_probe(table, 0, NULL, 3, &value));
  REFUSES(GRUNDY_USAGE, "`value` is NULL", grundy_table_probe(table, 0, position, 3, NULL));
  REFUSES(GRUNDY_USAGE, "has 2 coordinates, expected 3",
          grundy_table_probe(table, 0, position, 2, &value));
  REFUSES(GRUNDY_USAGE, "(1, -1, 3) is outside", grundy_table_probe(table, 0, outside, 3, &value));
  REFUSES(GRUNDY_USAGE, "quantity 4", grundy_table_probe(table, 4, position, 3, &value));
  REFUSES(GRUNDY_USAGE, "not the remoteness",
          grundy_table_probe(table, GRUNDY_REMOTENESS, position, 3, &value));
  CHECK(value == 99);
  REFUSES(GRUNDY_USAGE, "`table` is NULL",
          grundy_table_probe_many(NULL, 0, 1, position, 3, 0, 8, &value, 0, NULL));
  REFUSES(GRUNDY_USAGE, "`positions` is NULL",
          grundy_table_probe_many(table, 0, 1, NULL, 3, 0, 8, &value, 0, NULL));
  REFUSES(GRUNDY_USAGE, "have 1 coordinates, expected 3",
          grundy_table_probe_many(table, 0, 1, position, 1, 0, 8, &value, 0, NULL));
  REFUSES(GRUNDY_USAGE, "`table` is NULL",
          grundy_table_read(NULL, 0, position, position, 3, &value, 4, 4));
  REFUSES(GRUNDY_USAGE, "`cell_bytes` is NULL", grundy_table_cell_bytes(table, 0, NULL));
  REFUSES(GRUNDY_USAGE, "`json` is NULL", grundy_table_json(table, NULL));
  REFUSES(GRUNDY_USAGE, "`table` is NULL", grundy_table_json(NULL, NULL));
  REFUSES(GRUNDY_USAGE, "`moves` is NULL", grundy_table_moves(table, position, 3, NULL));
}

/* Of no handle, getters give nothing. */
static void check_getters_of_null(const grundy_table *table) {
  CHECK(grundy_table_dimensions(NULL) == 0);
  CHECK(grundy_table_low(NULL, 0) == 0 && grundy_table_low(table, 3) == 0);
  CHECK(grundy_table_high(NULL, 0) == 0 && grundy_table_high(table, SIZE_MAX) == 0);
  CHECK(strcmp(grundy_table_coordinate(NULL, 0), "") == 0);
  CHECK(strcmp(grundy_table_coordinate(table, 3), "") == 0);
  CHECK(grundy_table_quantity(NULL) == 0 && grundy_table_convention(NULL) == 0);
  CHECK(grundy_table_positions(NULL) == 0 && grundy_table_p_positions(NULL) == 0);
  CHECK(grundy_table_max_value(NULL) == 0);
  CHECK(strcmp(grundy_table_digest(NULL), "") == 0);
  CHECK(strcmp(grundy_table_game(NULL), "") == 0);
  CHECK(strcmp(grundy_table_rules(NULL), "") == 0);
  CHECK(grundy_moves_count(NULL) == 0 && grundy_moves_winning(NULL) == 0);
  CHECK(strcmp(grundy_moves_expression(NULL, 0), "") == 0);
  CHECK(grundy_moves_outcome(NULL, 0) == 0 && grundy_moves_nimber(NULL, 0) == 0);
  CHECK(grundy_moves_parts(NULL, 0) == 0 && grundy_moves_part(NULL, 0, 0) == NULL);
  CHECK(grundy_moves_term(NULL, 0) == 0);
  grundy_table_free(NULL);
  grundy_moves_free(NULL);
  grundy_evaluator_free(NULL);
}

/* The same table from memory, from a file written afterwards, and from one written meanwhile. */
static void walk_tables(void) {
  grundy_table *solved = solve("three_pile", 20, GRUNDY_NIMBER);
  check_table(solved);
  check_wrong_probes(solved);
  check_getters_of_null(solved);
  EXPECT(GRUNDY_OK, grundy_table_write(solved, nimbers_path, GRUNDY_STORE_FULL, 0));
  REFUSES(GRUNDY_USAGE, nimbers_path, grundy_table_write(solved, nimbers_path, 0, 0));
  EXPECT(GRUNDY_OK, grundy_table_write(solved, nimbers_path, GRUNDY_STORE_SORTED, 1));
  REFUSES(GRUNDY_USAGE, "store 3", grundy_table_write(solved, nimbers_path, 3, 1));
  REFUSES(GRUNDY_USAGE, "`path` is NULL", grundy_table_write(solved, NULL, 0, 0));
  REFUSES(GRUNDY_USAGE, "`table` is NULL", grundy_table_write(NULL, nimbers_path, 0, 0));

  grundy_table *opened = open_table(nimbers_path);
  check_table(opened);
  check_wrong_probes(opened);
  CHECK(strcmp(grundy_table_digest(opened), grundy_table_digest(solved)) == 0);
  CHECK(grundy_table_p_positions(opened) == grundy_table_p_positions(solved));
  CHECK(grundy_table_max_value(opened) == grundy_table_max_value(solved));
  REFUSES(GRUNDY_USAGE, "opened from disk", grundy_table_write(opened, outcomes_path, 0, 0));
  grundy_table_free(solved);
  grundy_table_free(opened);

  const int64_t high[] = {300, 300, 300};
  const grundy_solve_options options = {.size = sizeof options,
                                        .game = "three_pile",
                                        .high = high,
                                        .dimensions = 3,
                                        .quantity = GRUNDY_OUTCOME,
                                        .threads = 2,
                                        .output = outcomes_path,
                                        .store = GRUNDY_STORE_SECTION};
  EXPECT(GRUNDY_OK, grundy_solve(&options, &solved));
  CHECK(grundy_table_p_positions(solved) == 68197);
  CHECK(strcmp(grundy_table_digest(solved), "0907ace4cce23abc11bbe54e7ebd726b") == 0);
  opened = open_table(outcomes_path);
  CHECK(grundy_table_p_positions(opened) == 68197);
  CHECK(probe(opened, 0, 3, 4, 1) == GRUNDY_P && probe(opened, 0, 3, 4, 300) == GRUNDY_N);
  grundy_table_free(opened);
  grundy_table_free(solved);
  REFUSES(GRUNDY_USAGE, outcomes_path, grundy_solve(&options, &solved));
  CHECK(solved == NULL);
}

/* A shard that is cut short while the table is open: an error of its probes where files are read. */
static void walk_cut_table(const char *directory) {
  char path[600], shard[640];
  snprintf(path, sizeof path, "%s/cut.zarr", directory);
  snprintf(shard, sizeof shard, "%s/nimber/c.0.0.0", path);
  grundy_table *solved = solve("three_pile", 20, GRUNDY_NIMBER), *table = NULL;
  EXPECT(GRUNDY_OK, grundy_table_write(solved, path, GRUNDY_STORE_FULL, 1));
  grundy_table_free(solved);
  const grundy_open_options options = {.size = sizeof options, .read_files = 1};
  EXPECT(GRUNDY_OK, grundy_table_open_with(path, NULL, &table));
  check_three_pile(table);
  grundy_table_free(table);
  EXPECT(GRUNDY_OK, grundy_table_open_with(path, &options, &table));
  check_three_pile(table);
  grundy_table_free(table);

  /* The cache of chunks is still empty. */
  EXPECT(GRUNDY_OK, grundy_table_open_with(path, &options, &table));
  CHECK(fclose(fopen(shard, "w")) == 0);
  const int64_t position[] = {3, 4, 5};
  uint32_t value = 0;
  REFUSES(GRUNDY_CORRUPT, "c.0.0.0", grundy_table_probe(table, GRUNDY_DEFAULT, position, 3, &value));
  grundy_table_free(table);
  const grundy_open_options none = {.size = 1};
  REFUSES(GRUNDY_USAGE, "options.size is 1", grundy_table_open_with(path, &none, &table));
}

static void walk_bad_tables(const char *directory) {
  grundy_table *table = (grundy_table *)&table;
  char path[600];
  REFUSES(GRUNDY_USAGE, "there is no such table", grundy_table_open("/no/such.zarr", &table));
  CHECK(table == NULL);
  REFUSES(GRUNDY_USAGE, "`path` is NULL", grundy_table_open(NULL, &table));
  REFUSES(GRUNDY_USAGE, "`table` is NULL", grundy_table_open(nimbers_path, NULL));

  snprintf(path, sizeof path, "%s/damaged.zarr", directory);
  CHECK(mkdir(path, 0700) == 0 || errno == EEXIST);
  snprintf(path, sizeof path, "%s/damaged.zarr/zarr.json", directory);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  fputs("{\"zarr_format\": 3, \"node_type\": \"group\"", file);
  CHECK(fclose(file) == 0);
  snprintf(path, sizeof path, "%s/damaged.zarr", directory);
  REFUSES(GRUNDY_CORRUPT, "zarr.json", grundy_table_open(path, &table));
  REFUSES(GRUNDY_USAGE, "empty", grundy_table_open("", &table));
  walk_cut_table(directory);

  /* One byte of a shard: nothing is wrong before it is read. */
  snprintf(path, sizeof path, "%s/nimber/c.0.0.0", nimbers_path);
  file = fopen(path, "r+b");
  CHECK(file != NULL);
  int byte = fgetc(file);
  rewind(file);
  fputc(byte ^ 1, file);
  CHECK(fclose(file) == 0);
  table = open_table(nimbers_path);
  const int64_t position[] = {0, 0, 0}, high[] = {20, 20, 20};
  static uint8_t cells[21 * 21 * 21];
  uint32_t value = 0;
  size_t bad_row = 77;
  REFUSES(GRUNDY_CORRUPT, "c.0.0.0", grundy_table_probe(table, 0, position, 3, &value));
  REFUSES(GRUNDY_CORRUPT, "c.0.0.0",
          grundy_table_probe_many(table, 0, 1, position, 3, 24, 8, &value, 4, &bad_row));
  CHECK(bad_row == 0);
  REFUSES(GRUNDY_CORRUPT, "c.0.0.0",
          grundy_table_read(table, 0, position, high, 3, cells, 1, sizeof cells));
  grundy_moves *moves = NULL;
  REFUSES(GRUNDY_CORRUPT, "c.0.0.0", grundy_table_moves(table, position, 3, &moves));
  grundy_table_free(table);
}

/* Rules given as text, of which one game is chosen; parameters; misère play; bad requests. */
static void walk_solving(void) {
  const int64_t ten = 10, negative = -1;
  const int64_t two[] = {10, 10};
  grundy_table *table = NULL;
  grundy_solve_options options = {.size = sizeof options,
                                  .game = "take",
                                  .rules = two_games,
                                  .parameters = "S=1,4",
                                  .high = &ten,
                                  .dimensions = 1};
  EXPECT(GRUNDY_OK, grundy_solve(&options, &table));
  uint32_t value = 9;
  EXPECT(GRUNDY_OK, grundy_table_probe(table, 0, &ten, 1, &value));
  CHECK(value == 0); /* {1, 4}: period 5, values 0 1 0 1 2 */
  grundy_moves *moves = NULL;
  const int64_t nine = 9;
  EXPECT(GRUNDY_OK, grundy_table_moves(table, &nine, 1, &moves));
  CHECK(strcmp(grundy_moves_expression(moves, 0), "take(5; S={1, 4})") == 0);
  grundy_moves_free(moves);
  grundy_table_free(table);

  options.game = NULL;
  options.parameters = NULL;
  REFUSES(GRUNDY_USAGE, "2 games (take, halve)", grundy_solve(&options, &table));
  options.game = "nim";
  REFUSES(GRUNDY_USAGE, "no game `nim`", grundy_solve(&options, &table));
  options.rules = "game broken(n)\n  (n) -> (n + 1)\n";
  options.game = NULL;
  REFUSES(GRUNDY_RULES, "rules:2", grundy_solve(&options, &table));
  /* no square leaves 3 modulo 7, and the definition does not know that */
  options.rules = "game f(n)\n  (n) -> ()  for k in 1 .. 20000000  when (k * k) mod 7 = 3\n";
  options.check = "all";
  REFUSES(GRUNDY_UNCHECKED, "none of 11 positions", grundy_solve(&options, &table));
  options.check = NULL;
  options.rules = NULL;
  REFUSES(GRUNDY_USAGE, "neither `game` nor `rules`", grundy_solve(&options, &table));
  options.game = "nimm";
  REFUSES(GRUNDY_USAGE, "did you mean `nim`", grundy_solve(&options, &table));
  options.game = "nim";
  options.high = two;
  options.dimensions = 2;
  REFUSES(GRUNDY_USAGE, "nim", grundy_solve(&options, &table));
  options.dimensions = 999;
  REFUSES(GRUNDY_USAGE, "`high` has 999 coordinates", grundy_solve(&options, &table));
  options.high = NULL;
  REFUSES(GRUNDY_USAGE, "`high` has 0 coordinates", grundy_solve(&options, &table));
  options.high = &negative;
  options.dimensions = 1;
  EXPECT(GRUNDY_USAGE, grundy_solve(&options, &table));
  options.high = &ten;
  options.parameters = "what";
  REFUSES(GRUNDY_USAGE, "'what' is not a parameter", grundy_solve(&options, &table));
  options.parameters = "m=3;m=4";
  REFUSES(GRUNDY_USAGE, "`m` is given twice, as 3 and as 4", grundy_solve(&options, &table));
  options.parameters = NULL;
  options.threads = 1000000000000;
  REFUSES(GRUNDY_USAGE, "`threads` is 1000000000000; expected 1 to 1024",
          grundy_solve(&options, &table));
  options.threads = 0;
  options.quantity = -1;
  REFUSES(GRUNDY_USAGE, "quantity -1", grundy_solve(&options, &table));
  options.quantity = GRUNDY_NIMBER;
  options.convention = GRUNDY_MISERE;
  EXPECT(GRUNDY_UNSUPPORTED, grundy_solve(&options, &table));
  options.quantity = GRUNDY_DEFAULT;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &table));
  CHECK(grundy_table_quantity(table) == GRUNDY_OUTCOME);
  CHECK(grundy_table_convention(table) == GRUNDY_MISERE);
  CHECK(grundy_table_p_positions(table) == 1); /* the heap of one */
  grundy_table_free(table);
  options.convention = 3;
  REFUSES(GRUNDY_USAGE, "convention 3", grundy_solve(&options, &table));
  options.convention = GRUNDY_NORMAL;
  options.executor = "steam";
  REFUSES(GRUNDY_USAGE, "steam", grundy_solve(&options, &table));
  options.executor = "serial";
  options.kernel = "popcorn";
  REFUSES(GRUNDY_USAGE, "popcorn", grundy_solve(&options, &table));
  options.kernel = "generic";
  options.store = 9;
  REFUSES(GRUNDY_USAGE, "store 9", grundy_solve(&options, &table));
  options.store = 0;
  options.memory_bytes = 1;
  EXPECT(GRUNDY_MEMORY, grundy_solve(&options, &table));
  options.memory_bytes = 0;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &table));
  grundy_table_free(table);
  REFUSES(GRUNDY_USAGE, "`options` is NULL", grundy_solve(NULL, &table));
  REFUSES(GRUNDY_USAGE, "`table` is NULL", grundy_solve(&options, NULL));
  options.output = "/no/such/directory/T.zarr";
  EXPECT(GRUNDY_IO, grundy_solve(&options, &table));
}

/* Options of other ages: shorter ones are of older programs, longer ones of newer. */
static void walk_option_sizes(void) {
  const int64_t ten = 10;
  struct {
    grundy_solve_options known;
    uint64_t later;
  } longer = {{.game = "nim", .high = &ten, .dimensions = 1}, 0};
  grundy_table *table = NULL;
  REFUSES(GRUNDY_USAGE, "options.size is 0", grundy_solve(&longer.known, &table));
  longer.known.size = SIZE_MAX;
  REFUSES(GRUNDY_USAGE, "options.size is 1844", grundy_solve(&longer.known, &table));
  longer.known.size = sizeof longer;
  EXPECT(GRUNDY_OK, grundy_solve(&longer.known, &table));
  grundy_table_free(table);
  longer.later = 1;
  REFUSES(GRUNDY_UNSUPPORTED, grundy_version(), grundy_solve(&longer.known, &table));
  longer.known.size = offsetof(grundy_solve_options, quantity);
  longer.known.quantity = 99; /* beyond the size, so nobody looks */
  EXPECT(GRUNDY_OK, grundy_solve(&longer.known, &table));
  grundy_table_free(table);
}

struct watch {
  unsigned calls;
  unsigned stop_at; /* 0: never */
  uint64_t total;
};

static int watch(void *user, uint64_t positions, uint64_t total) {
  struct watch *w = user;
  ++w->calls;
  w->total = total;
  CHECK(total == 0 || positions <= total);
  return w->stop_at != 0 && w->calls >= w->stop_at;
}

static void walk_interruption(void) {
  const int64_t high = 100, much = 2000;
  struct watch w = {0, 0, 0};
  grundy_solve_options options = {.size = sizeof options,
                                  .game = "three_pile",
                                  .high = &high,
                                  .dimensions = 1,
                                  .kernel = "generic",
                                  .progress = watch,
                                  .user = &w};
  grundy_table *table = NULL;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &table));
  CHECK(w.calls >= 1 && w.total >= 101 * 101 * 101 / 6);
  grundy_table_free(table);
  options.high = &much;
  options.game = "cutting";
  w.stop_at = 1;
  EXPECT(GRUNDY_INTERRUPTED, grundy_solve(&options, &table));
  CHECK(table == NULL);
}

static int stop_at_work(void* user, uint64_t positions, uint64_t total) {
  (void)total;
  *(uint64_t*)user = positions;
  return positions > 0;
}

/* Stopped while it is written, gone on with, and the same as what was never stopped. */
static void walk_resuming(const char* directory) {
  char path[600];
  snprintf(path, sizeof path, "%s/resumed.zarr", directory);
  const int64_t high = 250, other = 251;
  uint64_t done = 0;
  grundy_solve_options options = {.size = sizeof options,
                                  .game = "three_pile",
                                  .high = &high,
                                  .dimensions = 1,
                                  .quantity = GRUNDY_NIMBER,
                                  .kernel = "generic",
                                  .output = path,
                                  .progress = stop_at_work,
                                  .user = &done};
  grundy_table *resumed = NULL, *straight = NULL;
  REFUSES(GRUNDY_INTERRUPTED, "saved", grundy_solve(&options, &resumed));
  CHECK(resumed == NULL && done > 0);
  REFUSES(GRUNDY_CORRUPT, "unfinished", grundy_table_open(path, &resumed));
  REFUSES(GRUNDY_USAGE, "unfinished", grundy_solve(&options, &resumed));
  options.resume = 1;
  options.replace = 1;
  REFUSES(GRUNDY_USAGE, "ask for one", grundy_solve(&options, &resumed));
  options.replace = 0;
  options.output = NULL;
  REFUSES(GRUNDY_USAGE, "`resume` is set without `output`", grundy_solve(&options, &resumed));
  options.output = "";
  REFUSES(GRUNDY_USAGE, "the path of the table to write is empty",
          grundy_solve(&options, &resumed));
  options.output = path;
  options.high = &other;
  REFUSES(GRUNDY_USAGE, "251", grundy_solve(&options, &resumed));
  options.high = &high;
  options.progress = NULL;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &resumed));
  options.output = NULL;
  options.resume = 0;
  options.kernel = NULL;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &straight));
  CHECK(strcmp(grundy_table_digest(resumed), grundy_table_digest(straight)) == 0);
  grundy_table_free(straight);
  grundy_table_free(resumed);
}

static void walk_passes(const char* directory) {
  const int64_t high = 200;
  grundy_solve_options options = {
      .size = sizeof options, .game = "three_pile", .high = &high, .dimensions = 1};
  grundy_table *once = NULL, *twice = NULL;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &once));
  options.passes = "2";
  options.scratch = directory;
  EXPECT(GRUNDY_OK, grundy_solve(&options, &twice));
  CHECK(strcmp(grundy_table_digest(once), grundy_table_digest(twice)) == 0);
  grundy_table_free(once);
  grundy_table_free(twice);
  options.passes = "0";
  REFUSES(GRUNDY_USAGE, "auto", grundy_solve(&options, &twice));
  options.passes = "2";
  options.scratch = "/no/such/folder";
  REFUSES(GRUNDY_IO, "/no/such/folder", grundy_solve(&options, &twice));
}

static void walk_expressions(void) {
  grundy_evaluator *evaluator = NULL;
  EXPECT(GRUNDY_OK, grundy_evaluator_new(NULL, &evaluator));
  int outcome = -7;
  int64_t nimber = -7, remoteness = -7;
  EXPECT(GRUNDY_OK, grundy_evaluator_value(evaluator, "three_pile(3,4,5) + nim(7)", &outcome,
                                           &nimber, &remoteness));
  CHECK(outcome == GRUNDY_N && nimber == 12 && remoteness == 17);
  EXPECT(GRUNDY_OK, grundy_evaluator_value(evaluator, "0", &outcome, NULL, NULL));
  CHECK(outcome == GRUNDY_P);
  EXPECT(GRUNDY_OK, grundy_evaluator_value(evaluator, "nim(1)", NULL, NULL, NULL));
  REFUSES(GRUNDY_USAGE, "did you mean `nim`",
          grundy_evaluator_value(evaluator, "nim(3) + nimm(4)", &outcome, NULL, NULL));
  const char *nonsense[] = {"nim(3", "nim(3))", "nim(x)", "nim(3,4)", "", NULL};
  for (const char **text = nonsense; *text != NULL; ++text)
    REFUSES(GRUNDY_USAGE, "column", grundy_evaluator_value(evaluator, *text, NULL, NULL, NULL));
  REFUSES(GRUNDY_USAGE, "`expression` is NULL",
          grundy_evaluator_value(evaluator, NULL, NULL, NULL, NULL));
  REFUSES(GRUNDY_USAGE, "`evaluator` is NULL",
          grundy_evaluator_value(NULL, "0", NULL, NULL, NULL));

  const char *many[] = {"three_pile(3,4,5) + nim(7)", "0", "three_pile(0,1,2)", NULL};
  int outcomes[3];
  int64_t nimbers[3];
  EXPECT(GRUNDY_OK, grundy_evaluator_values(evaluator, 3, many, outcomes, nimbers));
  CHECK(outcomes[0] == GRUNDY_N && nimbers[0] == 12);
  CHECK(outcomes[1] == GRUNDY_P && nimbers[1] == 0);
  CHECK(outcomes[2] == GRUNDY_P && nimbers[2] == 0);
  EXPECT(GRUNDY_OK, grundy_evaluator_values(evaluator, 3, many, outcomes, NULL));
  CHECK(outcomes[0] == GRUNDY_N && outcomes[1] == GRUNDY_P);
  EXPECT(GRUNDY_OK, grundy_evaluator_values(evaluator, 0, NULL, NULL, NULL));
  REFUSES(GRUNDY_USAGE, "`expressions[3]` is NULL",
          grundy_evaluator_values(evaluator, 4, many, outcomes, nimbers));
  REFUSES(GRUNDY_USAGE, "`expressions` is NULL",
          grundy_evaluator_values(evaluator, 1, NULL, outcomes, nimbers));

  grundy_moves *moves = NULL;
  EXPECT(GRUNDY_OK, grundy_evaluator_moves(evaluator, "nim(3) + lasker(5)", &moves));
  CHECK(grundy_moves_count(moves) == 10 && grundy_moves_winning(moves) == 1);
  CHECK(strcmp(grundy_moves_expression(moves, 0), "nim(3) + lasker(4)") == 0);
  CHECK(grundy_moves_term(moves, 0) == 1 && grundy_moves_part(moves, 0, 0)[0] == 4);
  size_t splits = 0;
  for (size_t m = 0; m < 10; ++m) splits += grundy_moves_parts(moves, m) == 2;
  CHECK(splits == 2); /* 1 + 4 and 2 + 3 */
  grundy_moves_free(moves);
  EXPECT(GRUNDY_OK, grundy_evaluator_moves(evaluator, "0", &moves));
  CHECK(grundy_moves_count(moves) == 0);
  grundy_moves_free(moves);
  REFUSES(GRUNDY_USAGE, "`moves` is NULL", grundy_evaluator_moves(evaluator, "0", NULL));

  EXPECT(GRUNDY_OK, grundy_evaluator_value(evaluator, "cram(grid(2,3)) + nim(3)", &outcome,
                                           &nimber, NULL));
  CHECK(outcome == GRUNDY_N && nimber == 2);
  EXPECT(GRUNDY_OK, grundy_evaluator_moves(evaluator, "cram(grid(2,3))", &moves));
  CHECK(grundy_moves_count(moves) == 7 && grundy_moves_winning(moves) == 3);
  CHECK(strcmp(grundy_moves_expression(moves, 0), "cram(grid(2, 3) - {(0, 0), (1, 0)})") == 0);
  CHECK(grundy_moves_parts(moves, 0) == 0 && grundy_moves_nimber(moves, 0) == 0);
  grundy_moves_free(moves);
  grundy_evaluator_free(evaluator);
  REFUSES(GRUNDY_USAGE, "`evaluator` is NULL", grundy_evaluator_new(NULL, NULL));
}

static void walk_evaluator_options(const char *directory) {
  char path[600];
  snprintf(path, sizeof path, "%s/more.game", directory);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  fputs("game bites(a)\n  (a) -> (a - k)  for k in {1, 2, 4}\n", file);
  CHECK(fclose(file) == 0);
  grundy_evaluator_options options = {.size = sizeof options,
                                      .rules = two_games,
                                      .rules_file = path,
                                      .convention = GRUNDY_MISERE};
  grundy_evaluator *evaluator = NULL;
  int outcome = -7;
  int64_t nimber = -7;
  EXPECT(GRUNDY_OK, grundy_evaluator_new(&options, &evaluator));
  EXPECT(GRUNDY_OK, grundy_evaluator_value(evaluator, "take(4) + bites(3)", &outcome, &nimber, NULL));
  CHECK(nimber == -1);
  EXPECT(GRUNDY_OK, grundy_evaluator_value(evaluator, "nim(1) + nim(1)", &outcome, NULL, NULL));
  CHECK(outcome == GRUNDY_N);
  grundy_evaluator_free(evaluator);
  options.rules = "game";
  REFUSES(GRUNDY_RULES, "rules:1", grundy_evaluator_new(&options, &evaluator));
  CHECK(evaluator == NULL);
  options.rules = NULL;
  options.rules_file = "/no/such.game";
  REFUSES(GRUNDY_IO, "/no/such.game", grundy_evaluator_new(&options, &evaluator));
  options.rules_file = NULL;
  options.convention = 3;
  REFUSES(GRUNDY_USAGE, "convention 3", grundy_evaluator_new(&options, &evaluator));
  options.size = 1;
  REFUSES(GRUNDY_USAGE, "options.size is 1", grundy_evaluator_new(&options, &evaluator));
}

/* A search that is stopped, or has too little memory, leaves an evaluator that still works. */
static void walk_evaluator_limits(void) {
  struct watch w = {0, 1, 1};
  grundy_evaluator_options options = {.size = sizeof options, .progress = watch, .user = &w};
  grundy_evaluator *evaluator = NULL;
  int64_t nimber = -7;
  EXPECT(GRUNDY_OK, grundy_evaluator_new(&options, &evaluator));
  const char *large = "chomp3(50000,50000,50000)"; /* no box of it is soon solved */
  EXPECT(GRUNDY_INTERRUPTED, grundy_evaluator_value(evaluator, large, NULL, NULL, NULL));
  CHECK(w.calls == 1 && w.total == 0);
  EXPECT(GRUNDY_OK, grundy_evaluator_value(evaluator, "nim(7)", NULL, &nimber, NULL));
  CHECK(nimber == 7);
  grundy_evaluator_free(evaluator);
  options.progress = NULL;
  options.memory_bytes = 1 << 16;
  EXPECT(GRUNDY_OK, grundy_evaluator_new(&options, &evaluator));
  EXPECT(GRUNDY_MEMORY, grundy_evaluator_value(evaluator, large, NULL, NULL, NULL));
  grundy_evaluator_free(evaluator);
}

/* With tables a search is over at once, and the table may be freed before the evaluator. */
static void walk_tables_of_evaluator(void) {
  struct watch w = {0, 1, 0};
  const grundy_evaluator_options options = {.size = sizeof options, .progress = watch, .user = &w};
  grundy_evaluator *evaluator = NULL;
  EXPECT(GRUNDY_OK, grundy_evaluator_new(&options, &evaluator));
  grundy_table *memory = solve("three_pile", 101, GRUNDY_NIMBER);
  grundy_table *disk = open_table(outcomes_path);
  EXPECT(GRUNDY_OK, grundy_evaluator_add_table(evaluator, memory));
  EXPECT(GRUNDY_OK, grundy_evaluator_add_table(evaluator, disk));
  REFUSES(GRUNDY_USAGE, "`table` is NULL", grundy_evaluator_add_table(evaluator, NULL));
  REFUSES(GRUNDY_USAGE, "`evaluator` is NULL", grundy_evaluator_add_table(NULL, disk));
  const int64_t position[] = {99, 100, 101};
  uint32_t expected = 0;
  EXPECT(GRUNDY_OK, grundy_table_probe(memory, 0, position, 3, &expected));
  grundy_table_free(memory);
  grundy_table_free(disk);
  int outcome = -7;
  int64_t nimber = -7;
  EXPECT(GRUNDY_OK,
         grundy_evaluator_value(evaluator, "three_pile(99,100,101)", NULL, &nimber, NULL));
  CHECK(nimber == expected);
  EXPECT(GRUNDY_OK,
         grundy_evaluator_value(evaluator, "three_pile(299,300,298)", &outcome, &nimber, NULL));
  CHECK(outcome == GRUNDY_N && nimber == -1); /* the table knows no more */
  CHECK(w.calls == 0);
  grundy_evaluator_free(evaluator);
}

static void walk_laws(void) {
  grundy_law_options options = {.size = sizeof options, .game = "bash", .parameters = "m=10"};
  grundy_laws *laws = NULL;
  EXPECT(GRUNDY_OK, grundy_law(&options, &laws));
  CHECK(strstr(grundy_laws_json(laws), "\"text\":\"nimber = n mod 11\"") != NULL);
  CHECK(strstr(grundy_laws_json(laws), "\"status\":\"proved\"") != NULL);
  CHECK(strstr(grundy_laws_certificate(laws), "\"format\": \"grundy-law\"") != NULL);
  CHECK(strstr(grundy_laws_code(laws, "c"), "int64_t bash_nimber(int64_t n) {") != NULL);
  CHECK(strstr(grundy_laws_code(laws, "python"), "return n % 11") != NULL);
  CHECK(strstr(grundy_laws_code(laws, "tex"), "n \\bmod 11") != NULL);
  CHECK(strcmp(grundy_laws_code(laws, "lisp"), "") == 0);
  CHECK(strcmp(grundy_laws_code(laws, NULL), "") == 0);
  grundy_laws_free(laws);
  options.claim = "P when (n mod 11 bxor 3) in {3}";
  EXPECT(GRUNDY_OK, grundy_law(&options, &laws));
  CHECK(strstr(grundy_laws_json(laws), "\"status\":\"proved\"") != NULL);
  CHECK(strstr(grundy_laws_code(laws, "c"), "return (modulo(n, 11) ^ 3) == 3;") != NULL);
  grundy_laws_free(laws);
  options.claim = "nimber = n mod 10";
  EXPECT(GRUNDY_OK, grundy_law(&options, &laws));
  CHECK(strstr(grundy_laws_json(laws), "\"status\":\"refuted\"") != NULL);
  CHECK(strcmp(grundy_laws_certificate(laws), "") == 0);
  CHECK(strcmp(grundy_laws_code(laws, "c"), "") == 0);
  grundy_laws_free(laws);
  options.quantity = GRUNDY_OUTCOME;
  REFUSES(GRUNDY_USAGE, "`quantity` is set", grundy_law(&options, &laws));
  CHECK(laws == NULL);
  const int64_t high[] = {40, 41, 42};
  options = (grundy_law_options){.size = sizeof options, .game = "three_pile", .high = high,
                                 .dimensions = 3, .quantity = GRUNDY_OUTCOME};
  EXPECT(GRUNDY_OK, grundy_law(&options, &laws));
  CHECK(strstr(grundy_laws_json(laws), "\"box\":[40,41,42],\"laws\":[]") != NULL);
  grundy_laws_free(laws);
  options.dimensions = 2;
  REFUSES(GRUNDY_USAGE, "coordinates", grundy_law(&options, &laws));
  options.dimensions = 0;
  REFUSES(GRUNDY_USAGE, "`high` has 0 coordinates", grundy_law(&options, &laws));
  struct watch w = {0, 1, 0};
  options = (grundy_law_options){
      .size = sizeof options, .game = "0.37", .progress = watch, .user = &w};
  REFUSES(GRUNDY_INTERRUPTED, "", grundy_law(&options, &laws));
  CHECK(w.calls >= 1);
  options.game = NULL;
  REFUSES(GRUNDY_USAGE, "neither `game` nor `rules`", grundy_law(&options, &laws));
  REFUSES(GRUNDY_USAGE, "`laws` is NULL", grundy_law(&options, NULL));
  REFUSES(GRUNDY_USAGE, "`options` is NULL", grundy_law(NULL, &laws));
  CHECK(strcmp(grundy_laws_json(NULL), "") == 0 && strcmp(grundy_laws_code(NULL, "c"), "") == 0);
  CHECK(strcmp(grundy_laws_certificate(NULL), "") == 0);
  grundy_laws_free(NULL);
}

/* Nim with bytes for heaps. A heap of 98 can be left as it is, and 99 has no options. */
static int nim_options(void *user, const void *key, size_t key_size, grundy_sink *sink) {
  const unsigned char *heaps = key;
  unsigned char after[8];
  ++*(int *)user;
  if (key_size > sizeof after) return 7;
  memcpy(after, heaps, key_size);
  for (size_t heap = 0; heap < key_size; ++heap) {
    if (heaps[heap] == 99) return 5;
    for (unsigned left = 0; left < heaps[heap] + (heaps[heap] == 98 ? 1u : 0u); ++left) {
      after[heap] = (unsigned char)left;
      sink->part(sink, after, key_size);
      sink->end_option(sink);
    }
    after[heap] = heaps[heap];
  }
  return 0;
}

static int nim_start(void *user, const char *text, grundy_sink *sink) {
  (void)user;
  for (; *text != 0; ++text) {
    if (*text < '0' || *text > '9') return 3;
    const unsigned char heap = (unsigned char)(*text - '0');
    sink->part(sink, &heap, 1);
  }
  return 0;
}

static int ascending(void *user, void *key, size_t *key_size) {
  unsigned char *heaps = key;
  (void)user;
  for (size_t i = 1; i < *key_size; ++i)
    for (size_t j = i; j > 0 && heaps[j] < heaps[j - 1]; --j) {
      const unsigned char heap = heaps[j];
      heaps[j] = heaps[j - 1];
      heaps[j - 1] = heap;
    }
  return 0;
}

static int stop_at_once(void *user, uint64_t positions, uint64_t total) {
  (void)user;
  return positions > 0 && total == 0;
}

static void walk_programs(void) {
  int calls = 0, outcome = -7;
  int64_t nimber = -7;
  grundy_program nim = {.size = sizeof nim,
                        .name = "nim",
                        .user = &calls,
                        .options = nim_options,
                        .start = nim_start};
  grundy_explorer *explorer = NULL;
  EXPECT(GRUNDY_OK, grundy_explorer_new(&nim, NULL, &explorer));
  EXPECT(GRUNDY_OK, grundy_explorer_value(explorer, "357", &outcome, &nimber));
  CHECK(outcome == GRUNDY_N && nimber == 1 && calls == 8);
  CHECK(grundy_explorer_positions(explorer) == 8);
  EXPECT(GRUNDY_OK, grundy_explorer_key(explorer, "\3\5\6", 3, NULL, &nimber));
  CHECK(nimber == 0);
  EXPECT(GRUNDY_OK, grundy_explorer_key(explorer, "", 0, &outcome, NULL));
  CHECK(outcome == GRUNDY_P);
  REFUSES(GRUNDY_USAGE, "takes no position `3x` (status 3)",
          grundy_explorer_value(explorer, "3x", NULL, NULL));
  REFUSES(GRUNDY_RULES, "program nim: `options` failed with status 7",
          grundy_explorer_key(explorer, "123456789", 9, NULL, NULL));
  REFUSES(GRUNDY_RULES, "status 5", grundy_explorer_key(explorer, "c", 1, NULL, NULL));
  REFUSES(GRUNDY_RULES, "play comes back to a position, so it need not end: b -> b",
          grundy_explorer_key(explorer, "b", 1, NULL, NULL));
  EXPECT(GRUNDY_OK, grundy_explorer_key(explorer, "\1", 1, NULL, &nimber));
  REFUSES(GRUNDY_USAGE, "`key` is NULL", grundy_explorer_key(explorer, NULL, 1, NULL, NULL));
  REFUSES(GRUNDY_USAGE, "`text` is NULL", grundy_explorer_value(explorer, NULL, NULL, NULL));
  grundy_explorer_free(explorer);

  nim.canon = ascending;
  const grundy_explorer_options misere = {.size = sizeof misere, .convention = GRUNDY_MISERE};
  EXPECT(GRUNDY_OK, grundy_explorer_new(&nim, &misere, &explorer));
  EXPECT(GRUNDY_OK, grundy_explorer_value(explorer, "111", &outcome, &nimber));
  CHECK(outcome == GRUNDY_P && nimber == -1);
  EXPECT(GRUNDY_OK, grundy_explorer_value(explorer, "221", &outcome, NULL));
  CHECK(outcome == GRUNDY_N);
  grundy_explorer_free(explorer);

  const grundy_explorer_options small = {.size = sizeof small, .memory_bytes = 1000};
  EXPECT(GRUNDY_OK, grundy_explorer_new(&nim, &small, &explorer));
  REFUSES(GRUNDY_MEMORY, "to go on it needs", grundy_explorer_key(explorer, "0000", 4, NULL, NULL));
  grundy_explorer_free(explorer);
  const grundy_explorer_options hasty = {.size = sizeof hasty, .progress = stop_at_once};
  EXPECT(GRUNDY_OK, grundy_explorer_new(&nim, &hasty, &explorer));
  REFUSES(GRUNDY_INTERRUPTED, "was stopped",
          grundy_explorer_key(explorer, "0000", 4, NULL, NULL));
  grundy_explorer_free(explorer);

  REFUSES(GRUNDY_USAGE, "`program` is NULL", grundy_explorer_new(NULL, NULL, &explorer));
  CHECK(explorer == NULL);
  REFUSES(GRUNDY_USAGE, "`explorer` is NULL", grundy_explorer_new(&nim, NULL, NULL));
  nim.options = NULL;
  REFUSES(GRUNDY_USAGE, "needs a function", grundy_explorer_new(&nim, NULL, &explorer));
  grundy_explorer_free(NULL);
  CHECK(grundy_explorer_positions(NULL) == 0);
  REFUSES(GRUNDY_USAGE, "`explorer` is NULL", grundy_explorer_key(NULL, "", 0, NULL, NULL));
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  snprintf(nimbers_path, sizeof nimbers_path, "%s/nimbers.zarr", argv[1]);
  snprintf(outcomes_path, sizeof outcomes_path, "%s/outcomes.zarr", argv[1]);
  CHECK(strcmp(grundy_error_message(), "") == 0);
  CHECK(strchr(grundy_version(), '.') != NULL);
  walk_tables();
  walk_tables_of_evaluator();
  walk_bad_tables(argv[1]);
  walk_solving();
  walk_option_sizes();
  walk_interruption();
  walk_resuming(argv[1]);
  walk_passes(argv[1]);
  walk_expressions();
  walk_evaluator_options(argv[1]);
  walk_evaluator_limits();
  walk_laws();
  walk_programs();
  return 0;
}
