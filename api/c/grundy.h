/* grundy.h: the C interface of Grundy, an exhaustive solver of impartial games.
 *
 * C99, and C++. Link with libgrundy: `pkg-config --cflags --libs grundy`, or in CMake
 * `find_package(grundy)` and the target `grundy::grundy`. docs/c-api.md has a worked example.
 *
 * Conventions
 *
 *  1. Status. A function that can fail returns an int: GRUNDY_OK, which is 0, or another
 *     grundy_status. It then leaves what its result pointers point to as it was, except that
 *     functions which make a handle set it to NULL.
 *  2. Messages. grundy_error_message() says what went wrong in the last call that failed in the
 *     calling thread: what was found, what was expected, where. Where a language may move work
 *     between threads (Go, C# tasks) keep the call and the question for its message on one.
 *     Options have the names that the command line and Python give them: "option `force`" is
 *     `replace` here, `box` is `high`, `value` is `quantity`, and `memory` is `memory_bytes`.
 *  3. Handles. grundy_table, grundy_evaluator, grundy_moves, grundy_laws and
 *     grundy_explorer are made by functions with a
 *     grundy_... ** argument and belong to the caller, who gives them back once, to ..._free. No
 *     handle depends on another: each may be freed first. Freeing NULL does nothing. A handle
 *     that has been freed must not be used again.
 *  4. Getters, which return their value directly, cannot fail: of a NULL handle, or of an axis or
 *     a move that there is not, they return 0, "" or NULL.
 *  5. Strings are UTF-8 and end with a zero byte; paths are what the system takes, and messages
 *     that name them, and rules of your own, hold the same bytes. Arguments are
 *     copied where they are needed longer than the call. Strings and arrays that getters return
 *     belong to the handle and live as long as it does, the message until the next call that
 *     fails in its thread.
 *  6. Threads. Any number of threads may use one table at once, and different handles at once. An
 *     evaluator serves one thread at a time. Free a handle when no thread uses it any more.
 *  7. Positions are arrays of int64_t, one for each coordinate of the game in its order. Their
 *     number is passed with them, and must be the game's.
 *  8. What takes time. Solving, evaluating, looking for moves and for laws may take long, and as
 *     much memory as they are allowed. A grundy_progress given to them is called in the thread that
 *     called: by grundy_solve and grundy_law at once and ten times a second, by evaluators whenever they have looked at
 *     some 65,000 more positions. A result other than 0 ends the call soon, with
 *     GRUNDY_INTERRUPTED. It must not use the same evaluator, throw or longjmp. All else is quick,
 *     apart from reading and writing files.
 *  9. Options are structs that begin with their own size. Set `size` to sizeof the struct and all
 *     that you do not need to 0, as `grundy_solve_options options = {sizeof options};` does: 0
 *     always means the default. Structs grow at their end only.
 * 10. Versions. Programs linked with libgrundy.so.N run with every later library of that N.
 * 11. The process is yours. The library prints nothing, ends nothing, changes no signal handler
 *     and no locale, and lets no C++ exception out. A program that writes tables near a limit of
 *     file sizes should ignore SIGXFSZ, so that it meets GRUNDY_IO instead. Files of a table that
 *     is open are mapped into memory: replace or remove them, but do not cut them short. Where
 *     that may happen all the same, grundy_table_open_with can read them instead.
 */
#ifndef GRUNDY_H
#define GRUNDY_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GRUNDY_API __attribute__((visibility("default")))
#else
#define GRUNDY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum grundy_status {
  GRUNDY_OK = 0,
  GRUNDY_USAGE = 1,       /* a request that makes no sense: a NULL, a position outside, an
                           * expression that does not parse or names no game, .. */
  GRUNDY_RULES = 2,       /* rules that do not parse or cannot be played, or such claims */
  GRUNDY_UNSUPPORTED = 3, /* a sound request that this library cannot answer */
  GRUNDY_CORRUPT = 4,     /* a table that is damaged, unfinished or none */
  GRUNDY_IO = 5,          /* the system refused */
  GRUNDY_MEMORY = 6,      /* more memory than allowed, or than there is */
  GRUNDY_INTERRUPTED = 7, /* a callback said so */
  GRUNDY_INTERNAL = 8,    /* a fault of Grundy: please report it */
  GRUNDY_WRONG = 9,       /* a wrong value, found before it was reported: the same */
  GRUNDY_UNCHECKED = 10   /* a check was asked for, and no value could be derived */
} grundy_status;

/* Who wins: the previous player, or the next one, who is to move. */
enum { GRUNDY_P = 0, GRUNDY_N = 1 };

/* What is known of positions. GRUNDY_DEFAULT is what the table holds; when solving, nimbers, or
 * outcomes of a game under misere play. */
enum { GRUNDY_DEFAULT = 0, GRUNDY_OUTCOME = 1, GRUNDY_NIMBER = 2, GRUNDY_REMOTENESS = 3 };

/* Who wins when a player cannot move. GRUNDY_AS_RULED is what the rules say. */
enum { GRUNDY_AS_RULED = 0, GRUNDY_NORMAL = 1, GRUNDY_MISERE = 2 };

/* How a table is written: every position; of symmetric games the sorted positions only; or, for
 * outcomes of games in which any number may be taken from one coordinate alone, the one
 * P-position on each line. All are read alike. */
enum { GRUNDY_STORE_FULL = 0, GRUNDY_STORE_SORTED = 1, GRUNDY_STORE_SECTION = 2 };

/* The values of all positions in a box, on disk or in memory. */
typedef struct grundy_table grundy_table;

/* Answers expressions, and remembers what it has searched. */
typedef struct grundy_evaluator grundy_evaluator;

/* The moves from a position or a sum. */
typedef struct grundy_moves grundy_moves;

/* A law of a game: a statement about all its positions. */
typedef struct grundy_laws grundy_laws;

/* Called with the positions done so far, and how many there are, 0 if nobody knows. Returns 0 to
 * go on. */
typedef int (*grundy_progress)(void *user, uint64_t positions, uint64_t total);

/* Version of the library: "0.3.0". */
GRUNDY_API const char *grundy_version(void);

/* What went wrong in the last call that failed in this thread; "" if none has. */
GRUNDY_API const char *grundy_error_message(void);

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Opens a table that `grundy solve -o` or this library wrote. */
GRUNDY_API int grundy_table_open(const char *path, grundy_table **table);

typedef struct grundy_open_options {
  size_t size;    /* sizeof(grundy_open_options) */
  int read_files; /* not 0: read the files instead of mapping them. A little slower; who cuts a
                   * file short or replaces it gives probes GRUNDY_CORRUPT, not the process SIGBUS */
} grundy_open_options;

/* The same in another way; `options` may be NULL. */
GRUNDY_API int grundy_table_open_with(const char *path, const grundy_open_options *options,
                                      grundy_table **table);

typedef struct grundy_solve_options {
  size_t size;              /* sizeof(grundy_solve_options) */
  const char *game;         /* of the catalogue, a .game file, or a code such as "0.137" */
  const char *rules;        /* or the text of rules; if it holds several games, `game` says which */
  const char *parameters;   /* such as "m=3", or "S=2,5; m=3" */
  const int64_t *high;      /* the highest coordinates, inclusive */
  size_t dimensions;        /* how many those are; 1: the same for every coordinate */
  int quantity;             /* GRUNDY_DEFAULT, GRUNDY_OUTCOME, .. */
  int convention;           /* GRUNDY_AS_RULED, GRUNDY_NORMAL, GRUNDY_MISERE */
  uint64_t memory_bytes;    /* refuse to use more; 0: what the machine has free */
  size_t threads;           /* 1 to 1024; 0: one for every core */
  const char *executor;     /* what runs them: "tbb" (NULL), "openmp", "serial" */
  const char *kernel;       /* how positions are solved; NULL: the fastest that applies */
  const char *output;       /* where a table is written while it is solved; NULL: nowhere */
  int store;                /* GRUNDY_STORE_FULL, .. of `output` */
  int replace;              /* not 0: replace a table that is there */
  int resume;               /* not 0: go on with an unfinished table that is there */
  grundy_progress progress; /* NULL: none */
  void *user;               /* its first argument */
  const char *check;        /* positions derived again before the result is returned: a number,
                             * "all", "none"; NULL: as many as 20 ms or 3 % of the solving time
                             * allow */
  const char *passes;       /* nimbers of rays: how often to go through the box, with a part of the
                             * working memory and the values in a file: a number, or "auto", as few
                             * times as memory_bytes allows; NULL: once */
  const char *scratch;      /* the folder of that file, which has no name there; NULL: that of
                             * `output`, or the one for temporary files */
} grundy_solve_options;

/* Solves a box. The table is kept in memory, whether or not it is written as well. With a
 * `progress` the work is done in other threads. */
GRUNDY_API int grundy_solve(const grundy_solve_options *options, grundy_table **table);

/* Writes a table that grundy_solve made. */
GRUNDY_API int grundy_table_write(const grundy_table *table, const char *path, int store,
                                  int replace);

GRUNDY_API void grundy_table_free(grundy_table *table);

/* The box: coordinates run from low to high, both inclusive. */
GRUNDY_API size_t grundy_table_dimensions(const grundy_table *table);
GRUNDY_API int64_t grundy_table_low(const grundy_table *table, size_t axis);
GRUNDY_API int64_t grundy_table_high(const grundy_table *table, size_t axis);
GRUNDY_API const char *grundy_table_coordinate(const grundy_table *table, size_t axis);

/* What the table holds: GRUNDY_OUTCOME, .., and GRUNDY_NORMAL or GRUNDY_MISERE. */
GRUNDY_API int grundy_table_quantity(const grundy_table *table);
GRUNDY_API int grundy_table_convention(const grundy_table *table);

/* Counts, the largest value, and the fingerprint of all values: 32 hexadecimal digits. */
GRUNDY_API uint64_t grundy_table_positions(const grundy_table *table);
GRUNDY_API uint64_t grundy_table_p_positions(const grundy_table *table);
GRUNDY_API uint32_t grundy_table_max_value(const grundy_table *table);
GRUNDY_API const char *grundy_table_digest(const grundy_table *table);

/* Positions whose values grundy_solve derived again; 0 of a table that was opened. */
GRUNDY_API uint64_t grundy_table_checked(const grundy_table *table);

/* The game's name, and its rules in the rule language. */
GRUNDY_API const char *grundy_table_game(const grundy_table *table);
GRUNDY_API const char *grundy_table_rules(const grundy_table *table);

/* All of this and more as one JSON object, the one that `grundy info --json` prints. It belongs
 * to the table. */
GRUNDY_API int grundy_table_json(const grundy_table *table, const char **json);

/* The value of one position. Every table knows outcomes; other quantities must be the table's. */
GRUNDY_API int grundy_table_probe(const grundy_table *table, int quantity, const int64_t *position,
                                  size_t dimensions, uint32_t *value);

/* The values of `count` positions. Coordinate i of row r is an int64_t that lies
 * r * row_stride + i * coordinate_stride bytes after `positions`; its value is a uint32_t
 * r * value_stride bytes after `values`. Strides may be negative. If a row cannot be answered the
 * status is that of its probe, its number is in *bad_row (unless NULL), and the other values may
 * or may not be there. */
GRUNDY_API int grundy_table_probe_many(const grundy_table *table, int quantity, size_t count,
                                       const void *positions, size_t dimensions,
                                       ptrdiff_t row_stride, ptrdiff_t coordinate_stride,
                                       void *values, ptrdiff_t value_stride, size_t *bad_row);

/* Bytes that hold any value of the quantity: 1, 2 or 4. */
GRUNDY_API int grundy_table_cell_bytes(const grundy_table *table, int quantity, size_t *cell_bytes);

/* Copies the values of the box from low to high, both inclusive, in C order (the last coordinate
 * runs fastest) into unsigned integers of cell_bytes (1, 2 or 4), in the machine's byte order.
 * buffer_bytes must be at least cell_bytes times the number of positions. */
GRUNDY_API int grundy_table_read(const grundy_table *table, int quantity, const int64_t *low,
                                 const int64_t *high, size_t dimensions, void *cells,
                                 size_t cell_bytes, size_t buffer_bytes);

/* The moves from a position of the table, by the rules in it. What the table does not tell, such
 * as options outside the box, is searched for. */
GRUNDY_API int grundy_table_moves(const grundy_table *table, const int64_t *position,
                                  size_t dimensions, grundy_moves **moves);

/* ---- Moves ----------------------------------------------------------------------------------- */

/* How many moves there are. Those that win come first: `winning` says how many. */
GRUNDY_API size_t grundy_moves_count(const grundy_moves *moves);
GRUNDY_API size_t grundy_moves_winning(const grundy_moves *moves);

/* What a move leaves, as an expression; its outcome; its nimber, -1 where that is unknown. */
GRUNDY_API const char *grundy_moves_expression(const grundy_moves *moves, size_t move);
GRUNDY_API int grundy_moves_outcome(const grundy_moves *moves, size_t move);
GRUNDY_API int64_t grundy_moves_nimber(const grundy_moves *moves, size_t move);

/* A move replaces one position by others, mostly by one: how many parts these are, the
 * coordinates of each, and which term of the sum was moved in, from 0. Of a sum with boards there
 * are no parts, and boards are the last terms. */
GRUNDY_API size_t grundy_moves_parts(const grundy_moves *moves, size_t move);
GRUNDY_API const int64_t *grundy_moves_part(const grundy_moves *moves, size_t move, size_t part);
GRUNDY_API size_t grundy_moves_term(const grundy_moves *moves, size_t move);

GRUNDY_API void grundy_moves_free(grundy_moves *moves);

/* ---- Expressions ------------------------------------------------------------------------------ */

typedef struct grundy_evaluator_options {
  size_t size;              /* sizeof(grundy_evaluator_options) */
  const char *rules;        /* text of rules whose games expressions may name as well */
  const char *rules_file;   /* the same from a file */
  int convention;           /* GRUNDY_AS_RULED, GRUNDY_NORMAL, GRUNDY_MISERE */
  uint64_t memory_bytes;    /* of all it remembers; 0: what the machine has free */
  grundy_progress progress; /* NULL: none; its total is 0 */
  void *user;               /* its first argument */
} grundy_evaluator_options;

/* `options` may be NULL. */
GRUNDY_API int grundy_evaluator_new(const grundy_evaluator_options *options,
                                    grundy_evaluator **evaluator);
GRUNDY_API void grundy_evaluator_free(grundy_evaluator *evaluator);

/* From now on values are looked up there, where the table has them. */
GRUNDY_API int grundy_evaluator_add_table(grundy_evaluator *evaluator, const grundy_table *table);

/* The value of a sum such as "three_pile(3,4,5) + 2*nim(7)" or "subtraction(9; S={2,5})": the
 * outcome, the nimber (-1 under misere play and where there is none), the remoteness (plies to
 * the end under best play), which may take much longer. Each pointer may be NULL; the outcome alone
 * takes least. */
GRUNDY_API int grundy_evaluator_value(grundy_evaluator *evaluator, const char *expression,
                                      int *outcome, int64_t *nimber, int64_t *remoteness);

/* The values of many sums, as by grundy_evaluator_value, in arrays of `count` elements. Positions of
 * one game are solved at once where that is quicker. Each array may be NULL. Nothing is written
 * unless all are found. */
GRUNDY_API int grundy_evaluator_values(grundy_evaluator *evaluator, size_t count,
                                       const char *const *expressions, int *outcomes,
                                       int64_t *nimbers);

/* The moves from a sum. */
GRUNDY_API int grundy_evaluator_moves(grundy_evaluator *evaluator, const char *expression,
                                      grundy_moves **moves);

/* ---- Programs -------------------------------------------------------------------------------- */

/* Games that are functions: a program lists the options of a position, which is any string of
 * bytes, its key. Equal keys are the same position. An option is a sum of positions, mostly of one;
 * one of none ends the game. docs/programs.md has worked examples. */

typedef struct grundy_sink grundy_sink;
struct grundy_sink {
  size_t size; /* sizeof(grundy_sink) */
  /* One more position of the option, or of the sum. The key is copied. */
  void (*part)(grundy_sink *sink, const void *key, size_t key_size);
  /* The option is whole. Not for `start`, where all parts are one sum. */
  void (*end_option)(grundy_sink *sink);
};

/* All functions must give the same whenever they are called, and must not throw or longjmp. They
 * return 0, or another number, which ends the search with GRUNDY_RULES. */
typedef struct grundy_program {
  size_t size;      /* sizeof(grundy_program) */
  const char *name; /* for messages; NULL: "program" */
  void *user;       /* for these functions */
  int (*options)(void *user, const void *key, size_t key_size, grundy_sink *sink);
  /* Optional: the sum that a text says, as the command line takes it. */
  int (*start)(void *user, const char *text, grundy_sink *sink);
  /* Optional: writes the key of an equal position over this one, and its size, at most the given
   * one. Of equal positions it should be the same key, and of that key it is the key itself. */
  int (*canon)(void *user, void *key, size_t *key_size);
  /* Optional: writes how people write the position, ended by a zero byte, into `room` bytes. */
  int (*print)(void *user, const void *key, size_t key_size, char *text, size_t room);
} grundy_program;

/* What grundy_program_main is, which a shared object must define to be loaded by `grundy value
 * --program FILE`. What it returns must live as long as the process. */
typedef const grundy_program *(*grundy_program_entry)(void);

typedef struct grundy_explorer grundy_explorer;

typedef struct grundy_explorer_options {
  size_t size;              /* sizeof(grundy_explorer_options) */
  int convention;           /* GRUNDY_AS_RULED is GRUNDY_NORMAL, or GRUNDY_MISERE */
  uint64_t memory_bytes;    /* of all it remembers; 0: what the machine has free */
  grundy_progress progress; /* NULL: none; its total is 0 */
  void *user;               /* its first argument */
} grundy_explorer_options;

/* An explorer remembers the value of every position that it has met. It serves one thread at a
 * time, in which the program is called. `options` may be NULL. The program is copied; what it points
 * to must live as long as the explorer. */
GRUNDY_API int grundy_explorer_new(const grundy_program *program,
                                   const grundy_explorer_options *options,
                                   grundy_explorer **explorer);
GRUNDY_API void grundy_explorer_free(grundy_explorer *explorer);

/* The value of the sum that a text says, by the program's `start`. Under misere play there is no
 * nimber, which is -1 then. Each pointer may be NULL. GRUNDY_RULES if play may come back to a
 * position; the message shows the way. */
GRUNDY_API int grundy_explorer_value(grundy_explorer *explorer, const char *text, int *outcome,
                                     int64_t *nimber);

/* The same of one position. */
GRUNDY_API int grundy_explorer_key(grundy_explorer *explorer, const void *key, size_t key_size,
                                   int *outcome, int64_t *nimber);

/* How many positions it has met; under misere play, sums of positions. */
GRUNDY_API uint64_t grundy_explorer_positions(const grundy_explorer *explorer);

/* ---- Laws ------------------------------------------------------------------------------------- */

typedef struct grundy_law_options {
  size_t size;              /* sizeof(grundy_law_options) */
  const char *game;         /* of the catalogue, a .game file, or a code such as "0.137" */
  const char *rules;        /* or the text of rules; if it holds several games, `game` says which */
  const char *parameters;   /* such as "m=3", or "S=2,5; m=3" */
  const char *claim;        /* what somebody says of the game; NULL: a law is looked for */
  const char *section;      /* "1,:": only positions up to there; NULL: all */
  const int64_t *high;      /* laws are compared with all positions up to here; NULL: as many as
                             * are solved in about a second */
  size_t dimensions;        /* how many coordinates; 1: the same for every coordinate */
  int quantity;             /* GRUNDY_DEFAULT: nimbers, where there are; not with a claim */
  int convention;           /* GRUNDY_AS_RULED, GRUNDY_NORMAL, GRUNDY_MISERE */
  uint64_t milliseconds;    /* of all proofs; 0: a minute */
  uint64_t memory_bytes;    /* half for proofs, half for the box; 0: what the machine has free */
  size_t threads;           /* 1 to 1024; 0: one for every core */
  grundy_progress progress; /* NULL: none; its numbers are 0 */
  void *user;               /* its first argument */
} grundy_law_options;

/* Looks for a law of all positions, proves it or verifies it on a box; or does that with a claim,
 * or refutes it. That no law was found is no error. Proofs run in a process of their own, which is
 * forked. */
GRUNDY_API int grundy_law(const grundy_law_options *options, grundy_laws **laws);

/* What was found, as JSON: docs/laws.md has its keys. */
GRUNDY_API const char *grundy_laws_json(const grundy_laws *laws);

/* The text of a file for `grundy verify --law`; "" of a claim, and where no law was found. */
GRUNDY_API const char *grundy_laws_certificate(const grundy_laws *laws);

/* The law as a function of "c" or "python", or as a formula of "tex"; "" where no law was found, where
 * it would be too long, of a refuted claim, and in "c" where it divides by what may be 0. */
GRUNDY_API const char *grundy_laws_code(const grundy_laws *laws, const char *language);

GRUNDY_API void grundy_laws_free(grundy_laws *laws);

#ifdef __cplusplus
}
#endif

#endif
