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
option(GRUNDY_PYTHON_MODULE "Build the Python module" ON)
# What the program can be built without. scripts/grundy builds each when it is first asked for.
option(GRUNDY_LAW "Build `grundy law`, `check` and `verify --law`, and the C library" ON)
option(GRUNDY_EXPORT "Build `grundy export`" ON)
option(GRUNDY_PLOT "Build `grundy plot`" ON)
option(GRUNDY_GRAPH "Build `grundy graph`" ON)
option(GRUNDY_COUNT "Build `grundy count`" ON)
option(GRUNDY_MEASURE "Build `grundy bench`" ON)
option(GRUNDY_SERVER "Build `grundy serve`" ON)
set(used "")
if(GRUNDY_TESTS OR GRUNDY_BENCH)
  set(used LAW EXPORT PLOT GRAPH COUNT MEASURE)
elseif(GRUNDY_PYTHON_MODULE)
  set(used LAW PLOT)
endif()
foreach(part IN LISTS used)
  set(GRUNDY_${part} ON CACHE BOOL "" FORCE)
endforeach()
option(GRUNDY_MPI "Build `grundy-mpi`, for several machines" OFF)
option(GRUNDY_THIS_MACHINE "Compile kernels for this machine's SIMD target and `scalar` alone" OFF)
option(GRUNDY_WERROR "Take warnings for errors, as all presets do" OFF)
option(GRUNDY_FUZZ "Build the libFuzzer programs; needs clang" OFF)
set(GRUNDY_SANITIZE "" CACHE STRING "Sanitizers to build with: address, undefined, thread or a list of them")

find_program(CCACHE ccache)
if(CCACHE)
  # Paths relative to the tree: build folders and clones share what they compile.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

add_library(grundy_flags INTERFACE)
target_compile_options(grundy_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                              -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual $<$<BOOL:${GRUNDY_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC tidies its memory up less often: an eighth less time, for up to 1.3 GB where it took 1.2.
  target_compile_options(grundy_flags INTERFACE --param=ggc-min-expand=400 --param=ggc-min-heapsize=1000000)
endif()
if(GRUNDY_SANITIZE)
  # GCC 12 takes members of instrumented std::optional for uninitialized.
  target_compile_options(grundy_flags INTERFACE -fsanitize=${GRUNDY_SANITIZE} -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  target_link_options(grundy_flags INTERFACE -fsanitize=${GRUNDY_SANITIZE})
endif()
if(GRUNDY_FUZZ)
  # What is said to GCC alone, clang does not know.
  target_compile_options(grundy_flags INTERFACE -fsanitize=fuzzer-no-link -Wno-unknown-warning-option)
endif()
