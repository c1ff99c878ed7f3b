# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by CPack once for each kind of package: what the two differ in.

set(CPACK_COMPONENTS_ALL tools development)
if(CPACK_GENERATOR STREQUAL "DEB")
  list(APPEND CPACK_COMPONENTS_ALL library debian)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
  list(APPEND CPACK_COMPONENTS_ALL standalone)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
