# The man page and the completions for bash and zsh, printed by the program from its option tables each time it is linked:
# they cannot say anything else than the program does. Not when cross-compiling, where it cannot be run.
if(NOT CMAKE_CROSSCOMPILING)
  set(GIST_MANUAL_DIR ${PROJECT_BINARY_DIR}/manual)
  file(MAKE_DIRECTORY ${GIST_MANUAL_DIR})
  add_custom_command(TARGET gist POST_BUILD VERBATIM
    COMMAND gist reference --form man > ${GIST_MANUAL_DIR}/gist.1
    COMMAND gist reference --form bash > ${GIST_MANUAL_DIR}/gist.bash
    COMMAND gist reference --form zsh > ${GIST_MANUAL_DIR}/_gist)
endif()
