# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The library: all folders of src/ as one shared object that shows what include/wave
# declares and nothing else (docs/adr/0010-one-shared-library.md).

set(wave_parts diagnostic symbolic machine schedule dialect frontend runtime interpreter analysis passes
    target_llvm target_cpu target_gpu target_amd target_nvidia executor report picture driver main)
list(TRANSFORM wave_parts REPLACE "(.+)" "$<TARGET_OBJECTS:wave_\\1>" OUTPUT_VARIABLE wave_objects)
get_property(wave_plain_objects GLOBAL PROPERTY WAVE_PLAIN_OBJECTS)
list(APPEND wave_objects ${wave_plain_objects})

# A name that nothing defines fails the link here, and not that of a user's program.  The runtime
# of these sanitizers comes with the program, so that their libraries cannot be checked.
if(NOT WAVE_SANITIZE MATCHES "^(address|thread)$")
  set(wave_no_undefined LINKER:-z,defs)
endif()

function(wave_shared_library name)
  cmake_parse_arguments(ARG "" "FOLDER" "LINK" ${ARGN})
  add_library(${name} SHARED ${wave_objects})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} Threads::Threads)
  set(map ${PROJECT_SOURCE_DIR}/cmake/wave.map)
  target_link_options(${name} PRIVATE LINKER:--version-script=${map}
                                      LINKER:--gc-sections ${wave_no_undefined})
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME wave
    LINKER_LANGUAGE CXX
    LINK_DEPENDS ${map}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${ARG_FOLDER}
    VERSION ${PROJECT_VERSION}
    # Before 1.0 every minor version may change the interface.
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

wave_shared_library(wave FOLDER lib LINK MLIR LLVM lldELF lldCommon)
add_library(wave::wave ALIAS wave)
target_compile_features(wave INTERFACE cxx_std_20)
target_include_directories(wave INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                          $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# The same with LLVM inside, for machines that have none.  The linker takes from the
# archives what is needed; of the libraries that LLVM can use, that is only zlib and zstd.
if(PROJECT_IS_TOP_LEVEL)
  file(GLOB llvm_archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  list(APPEND llvm_archives $<TARGET_FILE:lldELF> $<TARGET_FILE:lldCommon>)
  list(JOIN llvm_archives "," llvm_archives)
  find_library(WAVE_ZLIB libz.a REQUIRED)
  find_library(WAVE_ZSTD libzstd.a REQUIRED)
  wave_shared_library(wave_standalone FOLDER lib/standalone
    LINK $<LINK_GROUP:RESCAN,${llvm_archives}> ${WAVE_ZLIB} ${WAVE_ZSTD})
  set_target_properties(wave_standalone PROPERTIES EXCLUDE_FROM_ALL ON)
  set(targets_left_out "")
  foreach(target IN LISTS LLVM_TARGETS_TO_BUILD)
    if(NOT target MATCHES "^(${LLVM_NATIVE_ARCH}|AMDGPU|NVPTX)$")
      foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser)
        string(APPEND targets_left_out "void LLVMInitialize${target}${part}() {}\n")
      endforeach()
    endif()
  endforeach()
  configure_file(cmake/left_out.cpp.in left_out.cpp @ONLY)
  target_sources(wave_standalone PRIVATE ${PROJECT_BINARY_DIR}/left_out.cpp)
  target_link_libraries(wave_standalone PRIVATE wave_mlir_headers)
endif()
