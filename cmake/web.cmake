# What draws HTML reports: web/ bundled into one source file, GERMANE_WEB_SOURCE. npm fetches what it needs
# at configure time, so that a build where it cannot (no npm, no network) goes on without, and says so.
set(GERMANE_WEB_SOURCE ${PROJECT_SOURCE_DIR}/web/no_bundle.cpp)
set(web_folder ${PROJECT_BINARY_DIR}/web)

function(web_is_off why)
  if(GERMANE_WEB STREQUAL "ON")
    message(FATAL_ERROR "GERMANE_WEB=ON: ${why}; install nodejs and npm, or pass -DGERMANE_WEB=OFF")
  endif()
  message(STATUS "HTML reports: no, ${why}; text and JSON reports are there")
endfunction()

if(GERMANE_FOLDERS)
  set(GERMANE_WEB_SOURCE "") # a few folders only: nothing of germane/report
elseif(NOT GERMANE_WEB)
  message(STATUS "HTML reports: no, switched off by GERMANE_WEB; text and JSON reports are there")
else()
  find_program(NODE_PROGRAM NAMES node nodejs)
  find_program(NPM_PROGRAM npm)
  if(NOT NODE_PROGRAM OR NOT NPM_PROGRAM)
    web_is_off("node and npm are not found")
  else()
    # Fetched anew only when the list of what is needed changes.
    file(SHA256 ${PROJECT_SOURCE_DIR}/web/package-lock.json wanted)
    set(fetched "")
    if(EXISTS ${web_folder}/fetched)
      file(READ ${web_folder}/fetched fetched)
    endif()
    set(npm_result 0)
    if(NOT fetched STREQUAL wanted)
      file(COPY ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/web/package-lock.json
                ${PROJECT_SOURCE_DIR}/web/.npmrc DESTINATION ${web_folder})
      message(STATUS "HTML reports: fetching what draws them (npm)")
      execute_process(COMMAND ${NPM_PROGRAM} ci --omit=dev --no-update-notifier
                      WORKING_DIRECTORY ${web_folder} RESULT_VARIABLE npm_result
                      OUTPUT_QUIET ERROR_VARIABLE npm_error TIMEOUT 300)
    endif()
    if(NOT npm_result EQUAL 0)
      string(REGEX MATCH "npm (ERR!|error)[^\n]*" npm_error "${npm_error}")
      web_is_off("npm ci failed (${npm_error})")
    else()
      file(WRITE ${web_folder}/fetched ${wanted})
      file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
      set(GERMANE_WEB_SOURCE ${web_folder}/web_bundle.cpp)
      # Bundled from a copy, beside which the packages are.
      add_custom_command(
        OUTPUT ${GERMANE_WEB_SOURCE}
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${web_folder}/src
        COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/web/src ${web_folder}/src
        COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/web/bundle.mjs ${web_folder}/bundle.mjs
        COMMAND ${NODE_PROGRAM} ${web_folder}/bundle.mjs ${web_folder}
        DEPENDS ${web_sources} ${PROJECT_SOURCE_DIR}/web/bundle.mjs
                ${PROJECT_SOURCE_DIR}/web/package-lock.json
        COMMENT "Bundling what draws HTML reports" VERBATIM)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/package-lock.json)
      message(STATUS "HTML reports: yes")
    endif()
  endif()
endif()
