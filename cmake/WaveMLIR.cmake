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

# What reading MLIR's headers takes.
add_library(wave_mlir_headers INTERFACE)
target_include_directories(wave_mlir_headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_definitions(wave_mlir_headers INTERFACE ${LLVM_DEFINITIONS_LIST})

# wave_mlir_library(NAME sources... LINK libs... TABLEGEN targets...)
# A library of the compiler: sees MLIR.
function(wave_mlir_library name)
  cmake_parse_arguments(ARG "" "" "LINK;TABLEGEN" ${ARGN})
  wave_add_part(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} wave_mlir_headers MLIR LLVM)
  # Generated and inherited code does not keep to these.
  target_compile_options(${name} PRIVATE -Wno-shadow -Wno-conversion ${wave_sanitize_mlir})
  if(NOT name IN_LIST wave_plain_parts)
    wave_start_from(${name} dialect_headers)
  endif()
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
endfunction()
