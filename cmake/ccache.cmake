# Compiles through ccache where it is installed; nothing depends on it, and a launcher given by the user wins.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(GIST_CCACHE ccache)
  mark_as_advanced(GIST_CCACHE)
  if(GIST_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${GIST_CCACHE})
  endif()
endif()
