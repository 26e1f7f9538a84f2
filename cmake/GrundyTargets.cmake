# One target per folder. Headers are included as "folder/header.hpp" through an
# include path that only the folder's own target provides, so a folder sees just
# the folders it links: a missing link is a missing include path.

# grundy_library(NAME DEPS...): the folder's *.cpp as grundy_NAME.
function(grundy_library NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(include ${CMAKE_BINARY_DIR}/include/${NAME})
  file(MAKE_DIRECTORY ${include})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${include}/${NAME} SYMBOLIC)
  if(sources)
    add_library(grundy_${NAME} STATIC ${sources})
    target_include_directories(grundy_${NAME} PUBLIC ${include})
    target_link_libraries(grundy_${NAME} PUBLIC ${ARGN} PRIVATE grundy_flags)
  else()
    add_library(grundy_${NAME} INTERFACE)
    target_include_directories(grundy_${NAME} INTERFACE ${include})
    target_link_libraries(grundy_${NAME} INTERFACE ${ARGN})
  endif()
endfunction()

# grundy_test(NAME DEPS...): tests/NAME/*.cpp as one GoogleTest program whose
# tests ctest lists one by one.
function(grundy_test NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  if(sources)
    add_executable(${NAME}_test ${sources})
    target_include_directories(${NAME}_test PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_compile_definitions(${NAME}_test PRIVATE GRUNDY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    target_link_libraries(${NAME}_test PRIVATE ${ARGN} GTest::gmock GTest::gtest_main grundy_flags)
    gtest_discover_tests(${NAME}_test TEST_PREFIX ${NAME}. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
  endif()
endfunction()
