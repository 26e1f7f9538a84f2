#include <grundy.h>

#include <cstdint>
#include <cstdio>

int main() {
  const std::int64_t high = 7;
  grundy_solve_options options = {};
  options.size = sizeof options;
  options.game = "nim";
  options.high = &high;
  options.dimensions = 1;
  grundy_table* table = nullptr;
  std::uint32_t nimber = 0;
  if (grundy_solve(&options, &table) || grundy_table_probe(table, 0, &high, 1, &nimber)) {
    std::fprintf(stderr, "%s\n", grundy_error_message());
    return 1;
  }
  std::printf("nimber %u\n", nimber);
  grundy_table_free(table);
}
