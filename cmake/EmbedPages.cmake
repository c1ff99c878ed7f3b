# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -D PAGES=FOLDER -D OUT=FILE -P EmbedPages.cmake
# Makes the C++ file that holds the pages of errors, FOLDER/ID.md.

file(GLOB pages ${PAGES}/*.md)
list(SORT pages)
set(text "#include \"driver/main/ErrorPages.h\"\n\nnamespace wave::commandline {\n\n")
string(APPEND text "extern const std::vector<ErrorPage> embeddedPages;\n")
string(APPEND text "const std::vector<ErrorPage> embeddedPages = {\n")
foreach(page IN LISTS pages)
  get_filename_component(id ${page} NAME_WE)
  if(NOT id STREQUAL "README")
    file(READ ${page} content)
    string(APPEND text "{\"${id}\", R\"~page~(${content})~page~\"},\n")
  endif()
endforeach()
string(APPEND text "};\n\n} // namespace wave::commandline\n")
file(WRITE ${OUT} "${text}")
