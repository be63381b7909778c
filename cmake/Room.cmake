# rlminer_room(NAME [DEPS room ...] [LIBS target ...] [TEST_LIBS target ...] [EXCEPT file ...] [TORCH] [MPI] [HOT] [COLD]
# [TOGETHER])
#
# A room is a folder of rlminer/, a static library rlminer_<name> of all its .cc files (except those that another target
# builds) and a test program <name>_test of its *_test.cc files (which may also link TEST_LIBS). A new file needs no
# entry: the folder is read again with every build. DEPS names the rooms whose headers it may include; the link line and
# tools/check_layering.py both read this one declaration. TORCH marks a room that needs libtorch: it is left
# out unless RLMINER_TORCH is on. Installed, the room is the target rlminer::<name> of find_package(rlminer), one with TORCH
# only with the component `learning`.
# HOT marks one with loops that gain from a newer processor (cmake/Levels.cmake).
# MPI marks the room that needs MPI: it is left out unless RLMINER_MPI is on.
# COLD marks one without hot loops: it is optimised less, as tests are, which compiles a fifth faster.
# TOGETHER marks one whose files are compiled several at a time, which saves parsing the same headers for each: names in
# their anonymous namespaces may then not be the same.
option(RLMINER_TOGETHER "Compile the files of some rooms several at a time" ON)
set(RLMINER_COLD_OPTIONS $<$<CONFIG:Release>:-O1>)
function(rlminer_room name)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "TORCH;MPI;HOT;COLD;TOGETHER" "" "DEPS;LIBS;TEST_LIBS;EXCEPT")
  if(ROOM_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rlminer_room(${name}): unexpected ${ROOM_UNPARSED_ARGUMENTS}")
  endif()
  if((ROOM_TORCH AND NOT RLMINER_TORCH) OR (ROOM_MPI AND NOT RLMINER_MPI))
    return()
  endif()
  file(GLOB sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *.cc)
  list(REMOVE_ITEM sources ${ROOM_EXCEPT})
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  set(target rlminer_${name})
  add_library(${target} STATIC ${sources})
  add_library(rlminer::${name} ALIAS ${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:rlminer_warnings>)
  if(ROOM_TOGETHER)
    rlminer_compile_together(${target})
  endif()
  if(ROOM_COLD)
    target_compile_options(${target} PRIVATE ${RLMINER_COLD_OPTIONS})
  endif()
  foreach(dep IN LISTS ROOM_DEPS)
    target_link_libraries(${target} PUBLIC rlminer_${dep})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ROOM_LIBS})
  if(ROOM_HOT)
    rlminer_compile_for_levels(${target} ${sources})
  endif()
  if(ROOM_TORCH)
    target_link_libraries(${target} PUBLIC rlminer_torch)
    rlminer_use_torch_headers(${target})
  else()
    rlminer_fit_for_shared_objects(${target})
  endif()
  if(NOT name STREQUAL testing AND NOT ROOM_MPI)
    rlminer_install_room(${name})
  endif()
  if(tests AND RLMINER_TESTS)
    rlminer_test(${name}_test SOURCES ${tests} LIBS ${target} rlminer_testing ${ROOM_TEST_LIBS})
    if(ROOM_TORCH)
      target_link_libraries(${name}_test PRIVATE rlminer_testing_torch)
      rlminer_use_torch_headers(${name}_test)
    endif()
  endif()
endfunction()

# What may become part of a shared object, the Python module above all: nobody can replace its functions, so they are
# inlined as in a program. The same in every build, so that a build folder which has compiled the program has compiled
# the module too, except its bindings. The watchdog needs the names of functions in a stack.
function(rlminer_fit_for_shared_objects target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(NOT RLMINER_WATCHDOG)
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
endfunction()

# The files of a target several at a time, except those named.
function(rlminer_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${RLMINER_TOGETHER} UNITY_BUILD_BATCH_SIZE 8)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Installs the library of a room and its headers. Reads the caller's ROOM_*.
function(rlminer_install_room name)
  set_target_properties(rlminer_${name} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY RLMINER_ROOMS rlminer_${name})
  set(export rlminerTargets)
  if(ROOM_TORCH)
    set(export rlminerLearningTargets)
  endif()
  install(TARGETS rlminer_${name} EXPORT ${export} ARCHIVE COMPONENT development)
  file(GLOB headers CONFIGURE_DEPENDS *.h)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rlminer/${name} COMPONENT development)
endfunction()

# rlminer_test(NAME SOURCES ... [LIBS ...]): a GoogleTest program whose cases ctest lists one by one.
function(rlminer_test name)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "" "SOURCES;LIBS")
  add_executable(${name} ${TEST_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${name} PRIVATE ${RLMINER_COLD_OPTIONS})
  target_link_libraries(${name} PRIVATE ${TEST_LIBS} rlminer_warnings GTest::gtest GTest::gtest_main)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()
