# The catalogue is compiled into the program: games/*.game become string literals in
# a C++ file of the build folder, written again whenever a game changes.

set(GRUNDY_EMBED_GAMES ${CMAKE_CURRENT_LIST_DIR}/EmbedGames.cmake)

# grundy_embed_games(TARGET FOLDER): adds FOLDER/*.game to TARGET.
function(grundy_embed_games TARGET FOLDER)
  file(GLOB games CONFIGURE_DEPENDS ${FOLDER}/*.game)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/catalogue_texts.cpp)
  add_custom_command(
    OUTPUT ${output}
    # The names stand in the command, so that it also runs again when a game is gone.
    COMMAND ${CMAKE_COMMAND} -D "GAMES=${games}" -D OUTPUT=${output} -P ${GRUNDY_EMBED_GAMES}
    DEPENDS ${games} ${GRUNDY_EMBED_GAMES}
    COMMENT "Embedding the catalogue"
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${output})
endfunction()
