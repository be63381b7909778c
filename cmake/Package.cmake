# `cpack -G DEB` (make deb): a Debian package with the program, its models, manual page and completions, and one with the
# Python module, for the python3 of this Debian.
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
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS libopenblas0-pthread)
endif()
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Given an undirected graph with labelled vertices and a size k, rlminer finds
the connected induced subgraph on k vertices that occurs most often, and says
how often, where, and whether that is proven.")

if(RLMINER_PYTHON AND NOT RLMINER_PYTHON_DIR STREQUAL ".")
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-rlminer)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  math(EXPR next_minor "${RLMINER_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= 3.${RLMINER_PYTHON_MINOR}), python3 (<< 3.${next_minor}), python3-numpy")
  # rlminer.train lets the program learn.
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS
    "rlminer, python3-networkx, python3-igraph, python3-pandas, python3-rdkit, python3-scipy, python3-sklearn")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "Given a graph of networkx, igraph, scipy or RDKit, or in a file, and a size k,
the Python module rlminer finds the connected induced subgraph on k vertices
that occurs most often, and says how often, where, and whether that is proven.")
  # They compile the Python files when the package is installed.
  set(scripts ${PROJECT_SOURCE_DIR}/cmake/debian_python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${scripts}/postinst ${scripts}/prerm)
  install(FILES cmake/debian_copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-rlminer RENAME copyright
    COMPONENT python EXCLUDE_FROM_ALL)
endif()
# Folders must not depend on the umask of whoever packs.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)

install(FILES cmake/debian_copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)
