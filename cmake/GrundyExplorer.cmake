# The explorer is compiled into the program: the files of web/ become string literals in a C++ file
# of the build folder, written again whenever one of them changes.

set(GRUNDY_EMBED_EXPLORER ${CMAKE_CURRENT_LIST_DIR}/EmbedExplorer.cmake)

# grundy_embed_explorer(TARGET FOLDER): adds the explorer's files, which lie in FOLDER, to TARGET.
function(grundy_embed_explorer TARGET FOLDER)
  file(GLOB files CONFIGURE_DEPENDS ${FOLDER}/*.html ${FOLDER}/*.js ${FOLDER}/*.css ${FOLDER}/*.svg)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/explorer_files.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${files}" -D OUTPUT=${output} -P ${GRUNDY_EMBED_EXPLORER}
    DEPENDS ${files} ${GRUNDY_EMBED_EXPLORER}
    COMMENT "Embedding the explorer"
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${output})
endfunction()
