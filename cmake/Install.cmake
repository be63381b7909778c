# What `cmake --install` puts where. The component `program` is what the Debian package holds, `development` the libraries
# and headers of the rooms for find_package(rlminer).
include(CMakePackageConfigHelpers)

set(RLMINER_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
  "Where zsh looks for completions, below the prefix (Debian packages: share/zsh/vendor-completions)")

# Completions and manual page are made by the program itself, so they always fit its options.
set(documents)
foreach(document "completion bash:rlminer.bash" "completion zsh:_rlminer" "completion fish:rlminer.fish" "man:rlminer.1")
  string(REPLACE ":" ";" document ${document})
  list(GET document 0 arguments)
  list(GET document 1 name)
  separate_arguments(arguments)
  set(file ${CMAKE_BINARY_DIR}/documents/${name})
  add_custom_command(OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/documents
    COMMAND rlminer ${arguments} > ${file}
    DEPENDS rlminer
    COMMENT "Writing ${name}")
  list(APPEND documents ${file})
endforeach()
get_property(rooms GLOBAL PROPERTY RLMINER_ROOMS)
add_custom_target(installable ALL DEPENDS ${documents} rlminer ${rooms})

install(TARGETS rlminer RUNTIME COMPONENT program)
foreach(level IN LISTS RLMINER_LEVELS)
  install(TARGETS rlminer-${level} RUNTIME DESTINATION lib/rlminer/${level} COMPONENT program)
endforeach()
if(RLMINER_TORCH)
  install(TARGETS rlminer-learning RUNTIME COMPONENT program)
endif()
set(made ${CMAKE_BINARY_DIR}/documents)
install(FILES ${made}/rlminer.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME rlminer
  COMPONENT program)
install(FILES ${made}/_rlminer DESTINATION ${RLMINER_ZSH_DIR} COMPONENT program)
install(FILES ${made}/rlminer.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
install(FILES ${made}/rlminer.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
if(EXISTS ${PROJECT_SOURCE_DIR}/models)
  install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/rlminer COMPONENT program)
endif()

# rlminer::rlminer: reading graphs, asking questions and showing the answers, which is what most want.
add_library(rlminer_library INTERFACE)
target_link_libraries(rlminer_library INTERFACE rlminer_report rlminer_io)
set_target_properties(rlminer_library PROPERTIES EXPORT_NAME rlminer)
install(TARGETS rlminer_library EXPORT rlminerTargets)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/rlminer)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/rlminerConfig.cmake.in ${CMAKE_BINARY_DIR}/rlminerConfig.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/rlminerConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/rlminerConfig.cmake ${CMAKE_BINARY_DIR}/rlminerConfigVersion.cmake
  DESTINATION ${config_dir} COMPONENT development)
install(EXPORT rlminerTargets NAMESPACE rlminer:: DESTINATION ${config_dir} COMPONENT development)
if(RLMINER_TORCH)
  install(EXPORT rlminerLearningTargets NAMESPACE rlminer:: DESTINATION ${config_dir} COMPONENT development)
endif()
