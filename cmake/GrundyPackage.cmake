# `cpack -G DEB` in the build folder makes grundy_VERSION_ARCHITECTURE.deb.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Grundy authors <grundy@localhost>")  # no address is published
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "parallel exhaustive solver for impartial games")
set(CPACK_PACKAGE_DESCRIPTION "Computes nimbers, outcomes and remoteness of all positions in a box,
from rules written in a few lines, and writes them as compressed Zarr tables.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # by dpkg-shlibdeps, of package dpkg-dev
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
file(WRITE ${PROJECT_BINARY_DIR}/package/triggers "activate-noawait ldconfig\n")  # for libgrundy.so
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/package/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)

# What else names the version.
foreach(line "CITATION.cff;version: ${PROJECT_VERSION}" "CHANGELOG.md;## [${PROJECT_VERSION}]")
  list(POP_FRONT line file)
  file(STRINGS ${PROJECT_SOURCE_DIR}/${file} text)
  string(FIND "${text}" "${line}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "${file} has no line '${line}'")
  endif()
endforeach()
