# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -D SCHEDULES=FILE;... -D OUT=FILE -P EmbedSchedules.cmake
# Makes the C++ file that holds the schedules of kernels/levels/, in the order of their names.

list(SORT SCHEDULES)
set(text "#include \"kernels/level_files.h\"\n\nnamespace wave::kernels {\n\n")
string(APPEND text "const std::vector<ScheduleFile> embeddedLevels = {\n")
foreach(file IN LISTS SCHEDULES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} content)
  string(APPEND text "{\"kernels/levels/${name}\", R\"~schedule~(${content})~schedule~\"},\n")
endforeach()
string(APPEND text "};\n\n} // namespace wave::kernels\n")
file(WRITE ${OUT} "${text}")
