# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` copies.  The components are the parts of the packages
# (cmake/WavePackages.cmake); without naming one, all but `standalone` and `debian` are installed.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wave)

# Programs find the library, and it finds LLVM, wherever the whole is moved to.
file(RELATIVE_PATH bin_to_lib /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
set_target_properties(wave_tool PROPERTIES INSTALL_RPATH $ORIGIN/${bin_to_lib})
set_target_properties(wave PROPERTIES INSTALL_RPATH ${LLVM_LIBRARY_DIR})

install(TARGETS wave EXPORT wave-targets
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS wave_standalone
  LIBRARY COMPONENT standalone NAMELINK_SKIP EXCLUDE_FROM_ALL)
install(TARGETS wave_tool wave-launch COMPONENT tools)
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT tools)

install(DIRECTORY include/wave TYPE INCLUDE COMPONENT development)
install(EXPORT wave-targets NAMESPACE wave:: DESTINATION ${package_dir} COMPONENT development)
# Older ones lack parts of C++20: clang++ 14, std::source_location.
set(wave_oldest_gcc 12)
set(wave_oldest_clang 16)
configure_package_config_file(cmake/wave-config.cmake.in wave-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# The platform is wave-config.cmake's to check: there it can say why.
write_basic_package_version_file(wave-config-version.cmake COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/wave-config.cmake
              ${PROJECT_BINARY_DIR}/wave-config-version.cmake
              cmake/WaveAddKernels.cmake
  DESTINATION ${package_dir} COMPONENT development)

# pkg-config knows where its file lies.
file(RELATIVE_PATH pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" pc_to_prefix ${pc_to_prefix})
configure_file(cmake/wave.pc.in wave.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wave.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# As they lie in the repository, so that links between them hold.
install(FILES LICENSE CHANGELOG.md TYPE DOC COMPONENT tools)
install(DIRECTORY docs examples TYPE DOC COMPONENT development
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.cpp"
  PATTERN adr EXCLUDE PATTERN docs/README.md EXCLUDE
  PATTERN __pycache__ EXCLUDE)

# The licences of what is compiled in, and of what the standalone library holds besides.
function(wave_install_licences component)
  foreach(package ${ARGN})
    install(FILES /usr/share/doc/${package}/copyright RENAME ${package}
      DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences COMPONENT ${component} OPTIONAL ${exclude})
  endforeach()
endfunction()
wave_install_licences(tools libcli11-dev nlohmann-json3-dev)
set(exclude EXCLUDE_FROM_ALL)
wave_install_licences(standalone llvm-22-dev libmlir-22-dev liblld-22-dev zlib1g-dev libzstd-dev)
