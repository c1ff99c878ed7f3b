# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The packages that script/package makes: one for Debian 12, which asks for Debian's
# LLVM, and one that runs where it is unpacked, with LLVM inside the library.

set(CPACK_GENERATOR DEB TXZ)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/WavePackageKinds.cmake)
set(CPACK_PACKAGE_NAME wave)
set(CPACK_PACKAGE_VENDOR "Wave for C++")
set(CPACK_PACKAGE_CONTACT "Wave for C++ <wave@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "kernel language embedded in C++20, with its compiler")
set(CPACK_PACKAGE_DESCRIPTION
"A kernel says what is computed over named dimensions; constraints say
which level of the machine walks which dimension. This package has the
command line wave, the library with its headers, and what CMake and
pkg-config need to build kernels of one's own.")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
string(TOLOWER ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR} platform)
set(CPACK_ARCHIVE_FILE_NAME wave-${PROJECT_VERSION}-${platform})
set(CPACK_PACKAGE_FILE_NAME ${CPACK_ARCHIVE_FILE_NAME})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# What the binaries need, as Debian's own tool finds it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++ (>= 4:12) | clang-22, cmake (>= 3.25)")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
file(CONFIGURE OUTPUT triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# What Debian asks of every package, and where this one breaks a rule, why.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(cmake/debian/changelog.in changelog @ONLY)
execute_process(COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/changelog COMMAND_ERROR_IS_FATAL ANY)
install(FILES cmake/debian/copyright ${PROJECT_BINARY_DIR}/changelog.gz
  TYPE DOC COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES cmake/debian/lintian-overrides RENAME wave
  DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT debian EXCLUDE_FROM_ALL)

include(CPack)
