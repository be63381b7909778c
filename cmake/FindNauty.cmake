# Finds the nauty library (Debian: libnauty2-dev), which ships no CMake or pkg-config files of its own.
# Defines the target Nauty::nauty and the variables NAUTY_INCLUDE_DIR and NAUTY_LIBRARY.
# Headers are included as <nauty/nauty.h>.
find_path(NAUTY_INCLUDE_DIR nauty/nauty.h)
find_library(NAUTY_LIBRARY nauty)
mark_as_advanced(NAUTY_INCLUDE_DIR NAUTY_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Nauty REQUIRED_VARS NAUTY_LIBRARY NAUTY_INCLUDE_DIR)

if(Nauty_FOUND AND NOT TARGET Nauty::nauty)
  add_library(Nauty::nauty UNKNOWN IMPORTED)
  set_target_properties(Nauty::nauty PROPERTIES
    IMPORTED_LOCATION ${NAUTY_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${NAUTY_INCLUDE_DIR})
endif()
