#include "boards/structure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "rules/language/diagnostics.hpp"

namespace grundy::boards {
namespace {

using Pairs = std::vector<std::pair<Vertex, Vertex>>;
using Numbers = std::vector<std::size_t>;

Error too_large(const std::string& text, std::uint64_t vertices) {
  return {Errc::unsupported, fmt::format("{} has {} vertices, but boards have at most {}", text,
                                         vertices, most_vertices)};
}

// The product of sizes, or more than most_vertices if it is larger.
std::uint64_t product_of(const Numbers& sizes) {
  std::uint64_t product = 1;
  for (const std::size_t size : sizes) {
    product *= size;
    if (product > most_vertices) return product;
  }
  return product;
}

std::vector<std::int64_t> coordinates_of(const Structure& structure, std::size_t v) {
  if (structure.coordinates.empty()) return {static_cast<std::int64_t>(v)};
  return structure.coordinates[v];
}

Structure lattice(std::string text, std::size_t rows, std::size_t columns,
                  const std::function<bool(int, int)>& adjacent) {
  const bool is_turned = columns > most_columns;
  if (is_turned) std::swap(rows, columns);
  Structure result{std::move(text), rows * columns, {}, {}, {}};
  if (rows > 0 && columns > 0)
    result.lattice = Lattice{static_cast<std::uint16_t>(rows), static_cast<std::uint16_t>(columns)};
  const auto place = [&](std::size_t v) {
    return std::pair(static_cast<int>(v / columns), static_cast<int>(v % columns));
  };
  for (std::size_t v = 0; v < result.vertices; ++v) {
    const auto [r, c] = place(v);
    result.coordinates.push_back({is_turned ? c : r, is_turned ? r : c});
  }
  for (std::size_t u = 0; u < result.vertices; ++u)
    for (std::size_t v = u + 1; v < result.vertices; ++v) {
      const auto [r, c] = place(u);
      const auto [s, d] = place(v);
      if (adjacent(std::abs(r - s), std::abs(c - d)))
        result.edges.emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
    }
  return result;
}

bool rook_step(int rows, int columns) {
  return rows + columns == 1;
}

// A step along an axis of a rectangle is also one up in its order.
Structure grid(std::string text, std::size_t rows, std::size_t columns) {
  Structure result = lattice(std::move(text), rows, columns, rook_step);
  result.order = result.edges;
  return result;
}

Structure path(std::string text, std::size_t n) {
  Structure result = grid(std::move(text), 1, n);
  result.coordinates.clear();
  return result;
}

Structure cycle(std::string text, std::size_t n) {
  Structure result{std::move(text), n, {}, {}, {}};
  for (std::size_t v = 0; v < n; ++v)
    result.edges.emplace_back(static_cast<Vertex>(v), static_cast<Vertex>((v + 1) % n));
  return result;
}

Structure complete(std::string text, std::size_t n) {
  Structure result{std::move(text), n, {}, {}, {}};
  for (std::size_t u = 0; u < n; ++u)
    for (std::size_t v = u + 1; v < n; ++v)
      result.edges.emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
  return result;
}

Structure hypercube(std::string text, std::size_t n) {
  Structure result{std::move(text), std::size_t{1} << n, {}, {}, {}};
  for (std::size_t u = 0; u < result.vertices; ++u)
    for (std::size_t bit = 0; bit < n; ++bit)
      if ((u >> bit & 1) == 0)
        result.edges.emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(u + (1U << bit)));
  result.order = result.edges;
  return result;
}

// Pairs of either factor, with the other one's vertex at rest.
Pairs product_pairs(const Pairs& a, std::size_t sizes_a, const Pairs& b, std::size_t size_b) {
  Pairs result;
  const auto add = [&](std::size_t u, std::size_t v) {
    result.emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
  };
  for (const auto& [u, v] : a)
    for (std::size_t w = 0; w < size_b; ++w) add(u * size_b + w, v * size_b + w);
  for (std::size_t w = 0; w < sizes_a; ++w)
    for (const auto& [u, v] : b) add(w * size_b + u, w * size_b + v);
  return result;
}

// The Cartesian product of graphs, with the product of their orders.
Structure product(const Structure& a, const Structure& b) {
  Structure result;
  result.vertices = a.vertices * b.vertices;
  result.edges = product_pairs(a.edges, a.vertices, b.edges, b.vertices);
  for (std::size_t u = 0; u < a.vertices; ++u)
    for (std::size_t v = 0; v < b.vertices; ++v) {
      std::vector<std::int64_t> both = coordinates_of(a, u);
      for (const std::int64_t coordinate : coordinates_of(b, v)) both.push_back(coordinate);
      result.coordinates.push_back(std::move(both));
    }
  if (a.order && b.order) result.order = product_pairs(*a.order, a.vertices, *b.order, b.vertices);
  const auto is_path = [](const Structure& s) {
    return s.lattice && std::min(s.lattice->rows, s.lattice->columns) == 1;
  };
  if (is_path(a) && is_path(b) && b.vertices <= most_columns)
    result.lattice =
        Lattice{static_cast<std::uint16_t>(a.vertices), static_cast<std::uint16_t>(b.vertices)};
  return result;
}

struct NamedStructure {
  std::string_view name;
  std::size_t least;  // numbers that it takes
  std::size_t most;
  std::size_t smallest;      // that a number may be
  std::string_view example;  // for messages
  std::uint64_t (*vertices)(const Numbers& n);
  Structure (*build)(std::string text, const Numbers& n);
};

std::uint64_t square(const Numbers& n) {
  return product_of({n.front(), n.back()});
}

const NamedStructure kinds[] = {
    {"path", 1, 1, 0, "path(9)", product_of,
     [](std::string text, const Numbers& n) { return path(std::move(text), n[0]); }},
    {"cycle", 1, 1, 3, "cycle(9)", product_of,
     [](std::string text, const Numbers& n) { return cycle(std::move(text), n[0]); }},
    {"grid", 2, 2, 0, "grid(3, 9)", product_of,
     [](std::string text, const Numbers& n) { return grid(std::move(text), n[0], n[1]); }},
    {"king", 2, 2, 0, "king(8, 8)", product_of,
     [](std::string text, const Numbers& n) {
       return lattice(std::move(text), n[0], n[1],
                      [](int r, int c) { return std::max(r, c) == 1; });
     }},
    {"queens", 1, 2, 0, "queens(8)", square,
     [](std::string text, const Numbers& n) {
       return lattice(std::move(text), n.front(), n.back(),
                      [](int r, int c) { return r == 0 || c == 0 || r == c; });
     }},
    {"knights", 2, 2, 0, "knights(8, 8)", product_of,
     [](std::string text, const Numbers& n) {
       return lattice(std::move(text), n[0], n[1], [](int r, int c) { return r * c == 2; });
     }},
    {"complete", 1, 1, 0, "complete(5)", product_of,
     [](std::string text, const Numbers& n) { return complete(std::move(text), n[0]); }},
    {"hypercube", 1, 1, 0, "hypercube(4)",
     [](const Numbers& n) { return std::uint64_t{1} << std::min<std::size_t>(n[0], 62); },
     [](std::string text, const Numbers& n) { return hypercube(std::move(text), n[0]); }},
};

Result<Structure> build_product(const StructureSpec& spec) {
  const std::string text = to_string(spec);
  std::optional<Structure> result;
  for (const StructureSpec::Argument& argument : spec.arguments) {
    StructureSpec factor;
    if (const auto* given = std::get_if<StructureSpec>(&argument))
      factor = *given;
    else if (std::holds_alternative<std::int64_t>(argument))
      factor = {"path", {argument}};
    else
      return Error{Errc::usage, "product takes numbers and structures, such as product(8, 10)"};
    auto built = build(factor);
    if (!built) return built.error();
    if (result && result->vertices * built->vertices > most_vertices)
      return too_large(text, result->vertices * built->vertices);
    result = result ? product(*result, *built) : *std::move(built);
  }
  if (!result) return Error{Errc::usage, "product takes numbers and structures"};
  result->text = text;
  return *std::move(result);
}

Result<Structure> build_kind(const NamedStructure& kind, const StructureSpec& spec) {
  const std::string text = to_string(spec);
  const auto wrong = [&](const std::string& what) {
    return Error{Errc::usage, fmt::format("{} takes {}, as in {}", kind.name, what, kind.example)};
  };
  const std::size_t given = spec.arguments.size();
  if (given < kind.least || given > kind.most)
    return wrong(fmt::format("{} number{}, not {}",
                             kind.least == kind.most ? std::to_string(kind.least) : "1 or 2",
                             kind.most == 1 ? "" : "s", given));
  Numbers numbers;
  for (const StructureSpec::Argument& argument : spec.arguments) {
    const auto* number = std::get_if<std::int64_t>(&argument);
    if (number == nullptr) return wrong("numbers alone");
    if (*number < static_cast<std::int64_t>(kind.smallest))
      return wrong(fmt::format("numbers from {} on, not {}", kind.smallest, *number));
    numbers.push_back(std::min(static_cast<std::size_t>(*number), std::size_t{1} << 40));
  }
  const std::uint64_t vertices = kind.vertices(numbers);
  if (vertices > most_vertices)
    return Error{Errc::unsupported, fmt::format("{} has more than {} vertices, the most of a board",
                                                text, most_vertices)};
  return kind.build(text, numbers);
}

}  // namespace

std::string vertex_text(const std::vector<std::int64_t>& coordinates) {
  if (coordinates.size() == 1) return std::to_string(coordinates.front());
  return fmt::format("({})", fmt::join(coordinates, ", "));
}

std::string name_of(const Structure& structure, std::size_t vertex) {
  return vertex_text(coordinates_of(structure, vertex));
}

std::string to_string(const StructureSpec& spec) {
  std::string text = spec.name + "(";
  for (const StructureSpec::Argument& argument : spec.arguments) {
    if (text.back() != '(') text += ", ";
    if (const auto* number = std::get_if<std::int64_t>(&argument)) text += std::to_string(*number);
    if (const auto* path = std::get_if<std::string>(&argument)) text += '"' + *path + '"';
    if (const auto* inner = std::get_if<StructureSpec>(&argument)) text += to_string(*inner);
  }
  return text + ")";
}

const std::vector<std::string_view>& structure_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const NamedStructure& kind : kinds) all.push_back(kind.name);
    all.insert(all.end(), {"product", "file"});
    return all;
  }();
  return names;
}

Result<Structure> build(const StructureSpec& spec) {
  if (spec.name == "product") return build_product(spec);
  if (spec.name == "file") {
    if (spec.arguments.size() != 1 || !std::holds_alternative<std::string>(spec.arguments[0]))
      return Error{Errc::usage, "file takes a path in quotes, such as file(\"petersen.txt\")"};
    return read_structure(std::get<std::string>(spec.arguments[0]));
  }
  const auto* kind =
      std::find_if(std::begin(kinds), std::end(kinds),
                   [&](const NamedStructure& named) { return named.name == spec.name; });
  if (kind != std::end(kinds)) return build_kind(*kind, spec);
  return unknown_structure(spec.name);
}

Error unknown_structure(std::string_view name) {
  const std::string hint = rules::did_you_mean(name, structure_names());
  return {Errc::usage,
          fmt::format("there is no structure `{}`; {}", rules::excerpt(name),
                      hint.empty() ? fmt::format("there are {}", fmt::join(structure_names(), ", "))
                                   : hint)};
}

}  // namespace grundy::boards
