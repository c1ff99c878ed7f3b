# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# WAVE_ERROR_PAGES: what a command that reads all pages of docs/errors/ depends on.  A renamed page
# keeps its modification time, so the list of names is a dependency too.

set(WAVE_ERROR_PAGES_FOLDER ${PROJECT_SOURCE_DIR}/docs/errors)
file(GLOB WAVE_ERROR_PAGES CONFIGURE_DEPENDS ${WAVE_ERROR_PAGES_FOLDER}/*.md)
set(names ${PROJECT_BINARY_DIR}/error_pages.txt)
file(CONFIGURE OUTPUT ${names} CONTENT "${WAVE_ERROR_PAGES}" @ONLY)
list(APPEND WAVE_ERROR_PAGES ${names})
