# cmake --install: headers, library, tool, a CMake package and a pkg-config file. All are relocatable:
# nothing installed names the place it was installed to.
include(CMakePackageConfigHelpers)

set_target_properties(germane PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION
                      ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}) # below 1.0 a minor version may break
install(TARGETS germane EXPORT germane
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/germane DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
if(TARGET germane_cli) # installed by apps/cli; it finds a shared library beside it
  file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(germane_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/germane)
install(EXPORT germane NAMESPACE germane:: FILE germaneTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/germaneConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/germaneConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/germaneConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/germaneConfig.cmake ${PROJECT_BINARY_DIR}/germaneConfigVersion.cmake
        DESTINATION ${package_dir})

# A static library leaves its own needs to the program that links it.
set(needs "-llapacke -lopenblas -lz -licuuc -licudata -ldl -pthread")
if(BUILD_SHARED_LIBS)
  set(pkgconfig_libs "")
  set(pkgconfig_libs_private "${needs}")
else()
  set(pkgconfig_libs " ${needs}")
  set(pkgconfig_libs_private "")
endif()
file(RELATIVE_PATH pkgconfig_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/germane.pc.in ${PROJECT_BINARY_DIR}/germane.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/germane.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
