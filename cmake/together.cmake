# compile_together(TARGET): sources of TARGET whose private names do not clash are compiled a few at a time, which takes
# a whole build less than half the time (and one changed source more). Without GERMANE_TOGETHER, or without Python, each
# is compiled by itself. CMake's own unity builds would do, but name sources by their places in the file system, so that
# no compiler cache serves another checkout.
function(compile_together target)
  find_program(GERMANE_GROUPING_PYTHON NAMES python3 python)
  if(NOT GERMANE_TOGETHER OR NOT GERMANE_GROUPING_PYTHON)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM sources REPLACE "^([^/])" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/.*\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "^${PROJECT_BINARY_DIR}/") # what is made here may not be there yet
  foreach(source ${sources})
    foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES)
      get_source_file_property(own "${source}" ${property})
      if(own)
        list(REMOVE_ITEM sources "${source}") # compiled in a way of its own
      endif()
    endforeach()
  endforeach()
  # Grouped anew when a source changes: it may have got a name that another of its group has.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
               ${PROJECT_SOURCE_DIR}/tools/source_groups.py ${sources})
  execute_process(COMMAND ${GERMANE_GROUPING_PYTHON} ${PROJECT_SOURCE_DIR}/tools/source_groups.py 1200 ${sources}
                  OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[0-9]+ [^\n]+" lines "${lines}")
  set(groups "")
  foreach(line ${lines})
    string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
    list(APPEND groups ${CMAKE_MATCH_1})
    list(APPEND group_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group ${groups})
    list(LENGTH group_${group} members)
    if(members GREATER 1)
      set(includes "")
      foreach(source ${group_${group}})
        file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${source}")
        string(APPEND includes "#include \"${name}\"\n")
      endforeach()
      set(unit "${CMAKE_CURRENT_BINARY_DIR}/together/${target}_${group}.cpp")
      file(CONFIGURE OUTPUT "${unit}" CONTENT "${includes}" @ONLY) # written when it changes
      target_sources(${target} PRIVATE "${unit}")
      set_source_files_properties(${group_${group}} PROPERTIES HEADER_FILE_ONLY ON)
    endif()
  endforeach()
  # A class of a source may hold what is private to the source; included, the source looks like a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
