# `cpack -G DEB` (make deb): one Debian package with the program, its models, manual page and completions.
set(RLMINER_MAINTAINER "RLMiner developers <root@localhost>" CACHE STRING "Who answers for the Debian package")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rlminer)
set(CPACK_PACKAGE_CONTACT ${RLMINER_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME rlminer)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(RLMINER_TORCH)
  # Without it libtorch falls back to very slow arithmetic.
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libopenblas0-pthread)
endif()
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Given an undirected graph with labelled vertices and a size k, rlminer finds
the connected induced subgraph on k vertices that occurs most often, and says
how often, where, and whether that is proven.")
# Folders must not depend on the umask of whoever packs.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)

install(FILES cmake/debian_copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)
