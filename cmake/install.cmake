# `cmake --install`: headers, library, program with its manual, and the package files behind find_package(gist), which gives the target
# gist::gist.
include(CMakePackageConfigHelpers)
set(GIST_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/gist)

install(TARGETS gist_library EXPORT gist-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET gist)
  install(TARGETS gist RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(GIST_MANUAL_DIR)
    install(FILES ${GIST_MANUAL_DIR}/gist.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${GIST_MANUAL_DIR}/gist.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME gist)
    install(FILES ${GIST_MANUAL_DIR}/_gist DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  endif()
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/gist ${PROJECT_BINARY_DIR}/generated/gist
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT gist-targets NAMESPACE gist:: DESTINATION ${GIST_PACKAGE_DIR})
configure_package_config_file(cmake/gist-config.cmake.in ${PROJECT_BINARY_DIR}/gist-config.cmake
                              INSTALL_DESTINATION ${GIST_PACKAGE_DIR})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gist-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gist-config.cmake ${PROJECT_BINARY_DIR}/gist-config-version.cmake
        DESTINATION ${GIST_PACKAGE_DIR})
