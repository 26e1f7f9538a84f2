// python/docs.hpp: what help() says.
//
// Each begins with the signature, from which inspect.signature() reads it; it must be that of
// grundy/_grundy.pyi, which tests/python/stub_test.py compares.
#pragma once

namespace grundy::python::docs {

inline constexpr auto open = R"(open(path, *, mapped=True)
--

Open a table that `grundy solve -o`, grundy.solve() or libgrundy wrote.

Reads a few small files; values are read when they are asked for, and a bounded number of chunks
is kept. The files are mapped into memory: replace or remove a table that is open, but do not cut
its files short. With mapped=False they are read, a little slower; a file that was cut short or
replaced since is then a CorruptError.)";

inline constexpr auto table =
    R"(The values of all positions in a box, on disk (see open) or in memory (see solve).

    table[3, 4, 5]      the value of a position: outcome (0 = P, 1 = N), nimber or remoteness
    table[0:10, 3, :]   the values of many, as a NumPy array
    table.array()       all values; numpy.asarray(table) is the same
    table.probe(rows)   the values of an array of positions
    table.outcome(..)   who wins, whatever the table holds

Between brackets stand coordinates of the game, not places in an array: where a box begins at 2,
table[2] is its first position and table[0] is an error. Arrays begin at index 0, which is the
coordinate table.origin. Any number of threads may use a table at once.

pickle keeps the path of a table and its digest, not its values. It is opened there again, and must
be the same table then. Copies of a table are the table itself.)";

inline constexpr auto item = R"(__getitem__($self, key, /)
--

The value of a position, or an array of the values of many, by coordinates.

A slice is half-open and cut off at the box, as in NumPy; its step must be positive. A single
coordinate drops its axis; `...` stands for full axes, as do axes at the end that are left out.
A negative coordinate is a coordinate and does not count from the end. A position outside the box
is a PositionError.

Of a Solution the array is a read-only window on the solution's memory where it can be; see
Solution. Otherwise it is a copy of your own.)";

inline constexpr auto array = R"(array($self, quantity=None)
--

All values as an array; the position of index 0 is table.origin.

Every table knows 'outcome' (0 = P, 1 = N); other quantities must be the table's, the default.
table.dtype is the type of copies.)";

inline constexpr auto numpy_array = R"(__array__($self, dtype=None, copy=None)
--

All values, for numpy.asarray(table); see array().)";

inline constexpr auto outcome = R"(outcome($self, position)
--

Who wins: Outcome.P, the previous player, or Outcome.N, the next player, who is to move.)";

inline constexpr auto probe = R"(probe($self, positions, *, quantity=None)
--

The values of many positions: an array of integers whose last axis is the coordinates.

The result has the other axes. Each chunk of the table is decoded once, so one call for a million
positions is far faster than a million calls. Every table knows 'outcome'; other quantities must be
the table's, the default. Of a masked array the values are masked where some coordinate is.)";

inline constexpr auto moves = R"(moves($self, position)
--

The moves from a position, by the table's rules: see Moves.

What the table does not tell, such as options outside the box, is searched for.)";

inline constexpr auto solution = R"(A table in memory that solve() made.

Where the values lie in memory one by one, arrays are read-only windows on them, without a copy,
and keep them alive: array.flags.owndata is False. Kernels that keep less (only sorted positions, one
P-position a line, one bit a position) and remoteness are copied out: flags.owndata is True.

pickle keeps all values, an array of the smallest unsigned type (of remoteness the outcomes too), and
what the solution tells of itself: so a byte or more a position, whatever the kernel kept. Protocol
5 passes the array on out of band. What is unpickled can do all that the solution could.)";

inline constexpr auto reduce_table = R"(__reduce__($self)
--

For pickle: see Table.)";

inline constexpr auto reduce_solution = R"(__reduce__($self)
--

For pickle: see Solution.)";

inline constexpr auto restored = R"(_restored(info, arrays, work, sorted_axes)
--

The solution that was pickled.)";

inline constexpr auto copy = R"(__copy__($self)
--

The table itself: nobody can change it.)";

inline constexpr auto deepcopy = R"(__deepcopy__($self, memo)
--

The table itself: nobody can change it.)";

inline constexpr auto checked =
    R"(Positions whose values were derived again, by the definition, before the result was reported.)";

inline constexpr auto unchecked =
    R"(Positions that the check tried, and whose values it could not derive.)";

inline constexpr auto period =
    R"(What repeats for ever, where solving a heap game proved it: a dict of 'of' (the quantity), 'length', 'preperiod' and 'proof'. Else None.)";

inline constexpr auto seconds =
    R"(How long it took: a dict of 'solve', 'check', 'digest', 'write' (the output) and 'save' (states to resume from).)";

inline constexpr auto save = R"(save($self, path, *, store='full', force=False)
--

Write the table: see solve() for `store` and `force`.)";

inline constexpr auto solve =
    R"(solve(game, box, *, value=None, misere=None, params=None, rules=None, threads=0, executor='tbb', kernel='auto', memory=None, output=None, store='full', force=False, resume=False, check='auto', progress=None, passes=1, scratch=None)
--

Solve all positions of a box.

game      a name of the catalogue (see games), a .game file, or an octal code such as '0.137'
box       the highest coordinates, inclusive; one integer stands for all
value     'nimber', 'outcome' or 'remoteness'; the default is nimber, under misere play outcome
misere    True: the player who cannot move wins; False: loses; None: as the rules say
params    parameters of the rules, such as {'m': 3, 'S': [2, 5]}
rules     text of rules; `game` then says which of its games, or is None if there is one
threads   1 to 1024; 0: one for every core
executor  what runs them: 'tbb', 'openmp' or 'serial'
kernel    how positions are solved; 'auto': the fastest that applies, see plan()
memory    refuse what needs more: bytes, or text such as '8G'; None: what is free
output    where to write a table as well, while solving
store     how to write it: 'full'; 'sorted', of symmetric games the sorted positions alone;
          'section', of outcomes the one P-position on each line
force     replace a table that is there
resume    go on with an unfinished table that is there
check     positions to derive again before the result is returned: a number, 'all' or 'none';
          'auto': as many as 20 ms or 3 % of the solving time allow. A difference raises
          WrongValueError
progress  True: a line on stderr once it takes a second. Or a function, called with (positions
          solved, positions in all) in this thread, at once and then ten times a second; if it
          returns False, solving ends with Interrupted
passes    nimbers of rays: how often to go through the box, with a part of the working memory and
          the values in a file; 'auto': as few times as `memory` allows
scratch   the folder of that file, which has no name there; None: that of the output, or the one for
          temporary files

Other threads go on meanwhile. Ctrl-C ends it within a moment; with an output the state is saved
for resume=True.)";

inline constexpr auto plan =
    R"(plan(game, box, *, value=None, misere=None, params=None, rules=None, threads=0, executor='tbb', kernel='auto', memory=None, passes=1, scratch=None)
--

What solve() would do and why, with how much memory and in about what time, as text.)";

inline constexpr auto plan_json =
    R"(_plan(game, box, *, value=None, misere=None, params=None, rules=None, threads=0, executor='tbb', kernel='auto', memory=None, passes=1, scratch=None)
--

The same as JSON: see Game.plan.)";

inline constexpr auto count =
    R"(count(expression, where, *, outcome='P', sum_coordinates=False, mod=None, misere=None, rules=None, threads=0, memory=None, progress=None)
--

How many positions of a sum are lost or won, as an integer of any size.

    count('nim(a) + nim(b)', 'a <= b <= 1000')

expression       a sum with names for coordinates, such as 'nim(a) + lasker(b) + nim(7)'
where            what the names may be: conditions as in rules, which bound each name. Ranges and
                 chains of names are counted at once, anything else position by position
outcome          P: those that the player to move loses;
N : those that he wins sum_coordinates the sum of all names over these positions instead of their
        number mod the result modulo this,
    1 to 2 ^ 62;
else it must fit 127 bits misere True : the player who cannot move wins;
of a single term rules text of rules whose games the expression may name besides those of the
    catalogue threads 1 to 1024; 0: one for every core
memory           refuse what needs more: bytes, or text such as '8G';
None : what is free progress True : a line on stderr once it takes a second.Or a function,
    called with(positions done, positions of this part of the work, 0 if nobody knows) in
    this thread,
    at once and then ten times a second;
if it returns False, counting ends
                 with Interrupted)";

inline constexpr auto plot =
    R"(plot(game, *, box=None, value=None, misere=None, params=None, rules=None, slice=None, kind=None, law=None, moves=None, format='png')
--

Draw a game or a table with axes and a legend: a Picture, which notebooks show. gnuplot draws it.

game    a Table or Solution; or a game that is solved first, named as solve() takes it
box     of a game: all positions up to here; None: as many as fit a picture
value   'nimber', 'outcome' or 'remoteness'; of a table the default is its own
misere  of a game: as for solve(), and so are `params` and `rules`
slice   what is drawn: for each coordinate a value, LOW:HIGH (both included) or :, such as ':,:,5';
        two axes at most may be left
kind    'sequence': one axis; 'slice': two; 'histogram': how many positions have each value; None:
        by the number of axes
law     a Law: also what it says, and where it differs
moves   a position of a slice: an arrow for each of its winning moves
format  'png' or 'svg'; 'gp': the script for gnuplot, with the data in it)";

inline constexpr auto graph =
    R"(graph(edges, *, vertices=None, value=None, misere=False, loopy=False, counts=False, threads=0, executor='tbb', memory=None, progress=None)
--

Solve a game given as a graph: a position is a vertex, and a move goes along an edge. See Graph.

edges     pairs of integers, from and to, such as [(2, 1), (2, 0)] or an array of the shape (.., 2);
          or the path of a file that `grundy graph` reads: an edge a line, perhaps compressed
vertices  of pairs: vertices that may have no edge
value     'nimber', 'outcome' or 'remoteness'; the default is nimber, under misere play outcome,
          where cycles are allowed remoteness
misere    the player who cannot move wins
loopy     allow cycles: who can neither win nor be beaten draws
counts    of a file: its first line counts vertices and edges, and is left out
threads   1 to 1024; 0: one for every core
executor  what runs them: 'tbb', 'openmp' or 'serial'
memory    refuse what needs more: bytes, or text such as '8G'; None: what is free
progress  True: a line on stderr once it takes a second. Or a function, called with (steps done,
          steps of this part of the work, 0 if nobody knows) in this thread, at once and then ten
          times a second; if it returns False, solving ends with Interrupted

Vertices are integers from 0 to 2^63 - 1.)";

inline constexpr auto graph_class =
    R"(The values of all vertices of a graph that graph() solved.

    graph[7]             the value of a vertex: nimber, outcome (0 = P, 1 = N, 2 = D) or remoteness
    graph.vertices       the numbers of all vertices, ascending, as a NumPy array
    graph.values         their values, in that order
    graph.outcome(7)     who wins from there: P, N, or D, a draw
    graph.options(7)     where its edges lead
    graph.sum([7, 7, 3]) several tokens, who wins, and how)";

inline constexpr auto graph_item = R"(__getitem__($self, vertex, /)
--

The value of a vertex; None: the remoteness of a draw.)";

inline constexpr auto graph_outcome = R"(outcome($self, vertex)
--

Who wins from a vertex: Outcome.P, Outcome.N, or Outcome.D, a draw.)";

inline constexpr auto graph_options = R"(options($self, vertex)
--

The vertices that edges lead to from this one, ascending, as an array.)";

inline constexpr auto graph_sum = R"(sum($self, tokens)
--

Several tokens on these vertices, a sum: a move takes one token along an edge. See TokenSum.

Tokens may share a vertex. The graph must be solved for nimbers.)";

inline constexpr auto session =
    R"(Questions about sums of games. Remembers what it has searched, which grundy.value() does not.

Threads take turns.)";

inline constexpr auto session_init =
    R"(__init__($self, *, misere=None, rules=None, table=None, memory=None)
--

misere  True: the player who cannot move wins; False: loses; None: as the rules say
rules   text of rules whose games expressions may name besides those of the catalogue
table   a table where values are looked up first
memory  give up a search that needs more: bytes, or text such as '8G'; None: what is free)";

inline constexpr auto add_table = R"(add_table($self, table)
--

Look values up in this table, too.)";

inline constexpr auto value = R"(value($self, expression, *, remoteness=False)
--

The value of a sum such as 'three_pile(3,4,5) + 2*nim(7)': see Value.

The remoteness may take much longer than the rest.)";

inline constexpr auto values = R"(values($self, expressions, *, outcome=False)
--

The values of many sums, a list of Value in their order.

Positions of one game are solved at once where that is quicker, so ask for all at once. outcome=True
leaves the nimbers out, which takes less.)";

inline constexpr auto repr_png = R"(_repr_png_($self)
--

A picture of a corner of the box, for notebooks; None without gnuplot.)";

inline constexpr auto picture = R"(_picture($self, law)
--

The same beside what the text of a law says.)";

inline constexpr auto session_moves = R"(moves($self, expression)
--

The moves from a sum: see Moves.)";

inline constexpr auto law =
    R"(law(game, *, value=None, box=None, section=None, misere=None, params=None, rules=None, seconds=60.0, threads=0, memory=None, progress=None)
--

Look for a law of all positions, and prove it or verify it on a box: see Law.

game      a name of the catalogue (see games), a .game file, or an octal code such as '0.137'
value     'nimber' or 'outcome'; the default is nimbers where there are any
box       compare with all positions up to here; None: as many as are solved in about a second
section   such as '1,:' for two coordinates: only positions up to these numbers, if no move leaves
          them
misere    True: the player who cannot move wins; False: loses; None: as the rules say
params    parameters of the rules, such as {'m': 3, 'S': [2, 5]}
rules     text of rules; `game` then says which of its games, or is None if there is one
seconds   give up proofs after this time, all together
threads   1 to 1024; 0: one for every core
memory    half for proofs, half for the box: bytes, or text such as '8G'; None: what is free
progress  True: a line on stderr once it takes a second. Or a function, called with (seconds taken,
          seconds allowed) in this thread, at once and then ten times a second; if it returns
          False, all ends with Interrupted

Proofs run in a process of their own, which is forked. Ctrl-C ends all.)";

inline constexpr auto check =
    R"(check(game, claim, *, box=None, section=None, misere=None, params=None, rules=None, seconds=60.0, threads=0, memory=None, progress=None)
--

Prove, verify or refute a claim such as 'P when n mod 4 = 0' or 'nimber = a bxor b': see Law. The
language of claims is in docs/laws.md.

The other arguments are those of law().)";

inline constexpr auto games = R"(games()
--

The games of the catalogue, a list of Game.)";

}  // namespace grundy::python::docs
