# Language level, warnings and sanitizers, the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

option(GRUNDY_TESTS "Build the tests" ON)
option(GRUNDY_BENCH "Build the benchmarks" ON)
set(GRUNDY_SANITIZE "" CACHE STRING "Sanitizers to build with: address, undefined, thread or a list of them")

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(grundy_flags INTERFACE)
target_compile_options(grundy_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                              -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
if(GRUNDY_SANITIZE)
  # GCC 12 takes members of instrumented std::optional for uninitialized.
  target_compile_options(grundy_flags INTERFACE -fsanitize=${GRUNDY_SANITIZE} -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  target_link_options(grundy_flags INTERFACE -fsanitize=${GRUNDY_SANITIZE})
endif()
