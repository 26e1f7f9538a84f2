#include <grundy.h>
#include <stdio.h>

int main(void) {
  grundy_evaluator *evaluator;
  int64_t nimber;
  if (grundy_evaluator_new(NULL, &evaluator) ||
      grundy_evaluator_value(evaluator, "nim(3) + nim(4)", NULL, &nimber, NULL)) {
    fprintf(stderr, "%s\n", grundy_error_message());
    return 1;
  }
  printf("nimber %d\n", (int)nimber);
  grundy_evaluator_free(evaluator);
  return 0;
}
