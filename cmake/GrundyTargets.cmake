# One target per folder. Headers are included as "folder/header.hpp" through an
# include path that only the folder's own target provides, so a folder sees just
# the folders it links: a missing link is a missing include path.
#
# In a unity build, as of the preset "release", several folders are one unit: most of what compiling
# a folder takes is reading the headers below it. Between the folders of a unit nothing is checked
# then. scripts/lone-files, and all presets but "release", compile each folder by itself.

# grundy_library(FOLDER DEPS...): the folder's *.cpp as grundy_FOLDER, with _ for each / of a folder
# within another. ${GRUNDY_UNIT} is the unit that it belongs to; folders without one are their own.
# Sets ${grundy_target} to the target that compiles its files.
function(grundy_library FOLDER)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  string(REPLACE / _ name ${FOLDER})
  set(target grundy_${name})
  set(include ${CMAKE_BINARY_DIR}/include/${name})
  file(REMOVE_RECURSE ${include})
  file(MAKE_DIRECTORY ${include}/${FOLDER})
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.[ch]pp)
  foreach(header IN LISTS headers)  # not the folder, which would show the folders within it, too
    get_filename_component(file ${header} NAME)
    file(CREATE_LINK ${header} ${include}/${FOLDER}/${file} SYMBOLIC)
  endforeach()
  set(grundy_target ${target} PARENT_SCOPE)
  if(NOT sources)
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${include})
    target_link_libraries(${target} INTERFACE ${ARGN})
    return()
  endif()
  if(CMAKE_UNITY_BUILD AND GRUNDY_UNIT)
    set(unit grundy_unit_${GRUNDY_UNIT})
    set(grundy_target ${unit} PARENT_SCOPE)
    if(NOT TARGET ${unit})
      add_library(${unit} STATIC)
    endif()
    foreach(dependency IN LISTS ARGN)  # within the unit there is nothing to link
      if(TARGET ${dependency})
        get_target_property(linked ${dependency} INTERFACE_LINK_LIBRARIES)
        if(linked STREQUAL unit)
          list(REMOVE_ITEM ARGN ${dependency})
        endif()
      endif()
    endforeach()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${unit})
    set(target ${unit})
  else()
    add_library(${target} STATIC)
  endif()
  target_sources(${target} PRIVATE ${sources})
  target_include_directories(${target} PUBLIC ${include})
  target_link_libraries(${target} PUBLIC ${ARGN} PRIVATE grundy_flags)
  # Highway includes a kernel's own file once for each SIMD target, so it must stand alone.
  if(CMAKE_CURRENT_SOURCE_DIR MATCHES "^${PROJECT_SOURCE_DIR}/kernels")
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  endif()
endfunction()

# -O1 compiles in two thirds of the time. There GCC 12 takes members of std::optional for uninitialized.
set(grundy_cold_options $<$<CONFIG:Release>:-O1> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# grundy_cold_library(FOLDER DEPS...): the same for a folder that computes little. All folders of a
# unit are cold, or none.
function(grundy_cold_library FOLDER)
  grundy_library(${FOLDER} ${ARGN})
  target_compile_options(${grundy_target} PRIVATE ${grundy_cold_options})
  set(grundy_target ${grundy_target} PARENT_SCOPE)
endfunction()

# grundy_use_isl(): lets ${grundy_target} include and link isl. Only solver/relation does.
function(grundy_use_isl)
  target_include_directories(${grundy_target} SYSTEM PRIVATE ${ISL_INCLUDE_DIR})
  target_link_libraries(${grundy_target} PRIVATE ${ISL_LIBRARY})
endfunction()

# grundy_apart(FILE PROPERTY VALUE...): a file of ${grundy_target} that is compiled by itself.
function(grundy_apart FILE)
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/${FILE} TARGET_DIRECTORY ${grundy_target}
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON ${ARGN})
endfunction()

# grundy_test(NAME DEPS...): tests/NAME/*.cpp as one GoogleTest program whose
# tests ctest lists one by one. -O1 and GoogleTest's headers, precompiled by the first test in unity
# builds, halve the time that tests take to compile.
function(grundy_test NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  if(sources)
    add_executable(${NAME}_test ${sources})
    target_include_directories(${NAME}_test PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${NAME}_test PRIVATE ${ARGN} GTest::gmock GTest::gtest_main grundy_base grundy_flags)
    target_compile_options(${NAME}_test PRIVATE ${grundy_cold_options})
    get_property(first GLOBAL PROPERTY grundy_first_test)
    if(precompile AND first)
      target_compile_options(${NAME}_test PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # for ccache
      target_precompile_headers(${NAME}_test REUSE_FROM ${first})
    elseif(precompile)
      target_precompile_headers(${NAME}_test PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
      set_property(GLOBAL PROPERTY grundy_first_test ${NAME}_test)
    endif()
    gtest_discover_tests(${NAME}_test TEST_PREFIX ${NAME}. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
  endif()
endfunction()

# grundy_pytest(NAME): each of tests/NAME/*_test.py as one test of ctest, run by pytest. They find
# the program in $GRUNDY_PROGRAM, and import what is in tests/support and our own module. Where all
# cases are skipped ctest says skipped. Those that some tests skip are named, with why, and
# scripts/test counts them.
# Many of them are long, so they begin before the short ones (COST): else one core waits at the end.
function(grundy_pytest NAME)
  file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*_test.py)
  foreach(script IN LISTS scripts)
    get_filename_component(stem ${script} NAME_WE)
    set(test ${NAME}.${stem})
    add_test(NAME ${test} COMMAND ${GRUNDY_PYTHON} -B -m pytest -q -rs -p no:cacheprovider ${script})
    set_tests_properties(${test} PROPERTIES TIMEOUT 600 COST 1000
      SKIP_REGULAR_EXPRESSION "\n[0-9]+ skipped(, [0-9]+ warnings?)? in " ENVIRONMENT
      "GRUNDY_PROGRAM=$<TARGET_FILE:grundy>;PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/support:${PROJECT_BINARY_DIR}/python")
  endforeach()
endfunction()
