# compile_together(TARGET): sources of TARGET whose private names do not clash are compiled a few at a time, which takes
# a whole build less than half the time (and one changed source more). Without GERMANE_TOGETHER, or without Python, each
# is compiled by itself.
function(compile_together target)
  find_program(GERMANE_GROUPING_PYTHON NAMES python3 python)
  if(NOT GERMANE_TOGETHER OR NOT GERMANE_GROUPING_PYTHON)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM sources REPLACE "^([^/])" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/.*\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "^${PROJECT_BINARY_DIR}/") # what is made here may not be there yet
  # Grouped anew when a source changes: it may have got a name that another of its group has.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
               ${PROJECT_SOURCE_DIR}/tools/source_groups.py ${sources})
  execute_process(COMMAND ${GERMANE_GROUPING_PYTHON} ${PROJECT_SOURCE_DIR}/tools/source_groups.py 1200 ${sources}
                  OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[0-9]+ [^\n]+" groups "${groups}")
  foreach(line ${groups})
    string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
    set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP "g${CMAKE_MATCH_1}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A class of a source may hold what is private to the source; included, the source looks like a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
