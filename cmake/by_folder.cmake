# With GIST_BY_FOLDER the sources of a folder are compiled as one, so that who meets whom depends on nothing but the
# folder, and its headers are read once. Sources with options of their own stay by themselves.
function(gist_compile_by_folder target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${GIST_BY_FOLDER} UNITY_BUILD_MODE GROUP)
endfunction()
