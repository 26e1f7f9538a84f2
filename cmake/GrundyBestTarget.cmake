# grundy_best_target(RESULT DISABLED): Highway's bit of the widest SIMD target that this machine has
# and that the compiler knows, of those that are not disabled; empty if it cannot be found out.
function(grundy_best_target RESULT DISABLED)
  if(NOT DEFINED CACHE{GRUNDY_BEST_TARGET})
    try_run(ran compiled ${CMAKE_BINARY_DIR}/best_target
      SOURCES ${PROJECT_SOURCE_DIR}/cmake/best_target.cpp
      COMPILE_DEFINITIONS -DHWY_COMPILE_ALL_ATTAINABLE -DHWY_DISABLED_TARGETS=${DISABLED} -DHWY_SHARED_DEFINE
      LINK_LIBRARIES PkgConfig::hwy
      RUN_OUTPUT_VARIABLE best)
    if(NOT compiled OR NOT ran EQUAL 0)
      set(best "")
    endif()
    set(GRUNDY_BEST_TARGET "${best}" CACHE INTERNAL "Highway's bit of this machine's SIMD target")
  endif()
  set(${RESULT} "${GRUNDY_BEST_TARGET}" PARENT_SCOPE)
endfunction()
