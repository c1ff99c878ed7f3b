# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM and MLIR and works around what Debian's packages leave open:
#  - the table generators are exported as bare names, so their paths are set here;
#  - libMLIR.so lies outside the loader's path, hence the run path;
#  - the exported MLIRFoo archives each pull in shared LLVM, and some shared MLIR, which
#    would link MLIR twice: only the targets MLIR and LLVM are ever named.

find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
# The linker of AMD's code objects, which runs in the process.
find_package(LLD ${LLVM_PACKAGE_VERSION} EXACT REQUIRED CONFIG HINTS ${LLVM_DIR}/../lld)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
set(MLIR_TABLEGEN_EXE ${LLVM_TOOLS_BINARY_DIR}/mlir-tblgen)
set(LLVM_TABLEGEN_EXE ${LLVM_TOOLS_BINARY_DIR}/llvm-tblgen)
include(TableGen)
include(AddLLVM)
include(AddMLIR)
set(CMAKE_BUILD_RPATH ${LLVM_LIBRARY_DIR})

# wave_mlir_library(NAME sources... LINK libs... TABLEGEN targets...)
# A library of the compiler: sees MLIR, shares one precompiled header.
function(wave_mlir_library name)
  cmake_parse_arguments(ARG "" "" "LINK;TABLEGEN" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_compile_definitions(${name} PUBLIC ${LLVM_DEFINITIONS_LIST})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  # Generated and inherited code does not keep to these.
  target_compile_options(${name} PRIVATE -Wno-shadow -Wno-conversion)
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
  if(WAVE_PRECOMPILED_HEADERS)
    if(NOT TARGET wave_pch)
      file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/pch.cpp CONTENT "")
      add_library(wave_pch OBJECT ${PROJECT_BINARY_DIR}/pch.cpp)
      target_include_directories(wave_pch SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
      target_compile_definitions(wave_pch PUBLIC ${LLVM_DEFINITIONS_LIST})
      target_compile_options(wave_pch PRIVATE -Wno-shadow -Wno-conversion)
      target_precompile_headers(wave_pch PRIVATE ${PROJECT_SOURCE_DIR}/src/dialect/Precompiled.h)
      if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
        # Without its time, so that ccache finds equal headers equal.
        target_compile_options(wave_pch PRIVATE -fpch-instantiate-templates
                               "SHELL:-Xclang -fno-pch-timestamp")
      endif()
    endif()
    target_precompile_headers(${name} REUSE_FROM wave_pch)
  endif()
endfunction()
