# cmake -D SOURCE=.. -D WRITTEN=.. -P Commit.cmake: a source file with the commit of a checkout, written
# again only where it has changed.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=*
                OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file(${SOURCE}/apps/cli/commit.cpp.in ${WRITTEN} @ONLY)
