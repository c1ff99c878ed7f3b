# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The packages that script/package makes: one for Debian 12, which asks for Debian's
# LLVM, and one that runs where it is unpacked, with LLVM inside the library.

set(CPACK_GENERATOR DEB TZST)
set(CPACK_OUTPUT_FILE_PREFIX ${PROJECT_BINARY_DIR}/packages)
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
# What the binaries need, as Debian's own tool finds it, but for libllvm22, which it drops.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libllvm22)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++ (>= 4:12) | clang-22, cmake (>= 3.25)")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

include(CPack)
