# rlminer_room(NAME SOURCES ... [DEPS room ...] [LIBS target ...] [TESTS ...] [TORCH])
#
# A room is a folder of rlminer/, a static library rlminer_<name> and, when TESTS are given, a test program
# <name>_test. DEPS names the rooms whose headers it may include; the link line and
# tools/check_layering.py both read this one declaration.
function(rlminer_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;DEPS;LIBS;TESTS" ${ARGN})
  set(target rlminer_${name})
  add_library(${target} STATIC ${ROOM_SOURCES})
  add_library(rlminer::${name} ALIAS ${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PRIVATE rlminer_warnings)
  foreach(dep IN LISTS ROOM_DEPS)
    target_link_libraries(${target} PUBLIC rlminer_${dep})
  endforeach()
  target_link_libraries(${target} PUBLIC ${ROOM_LIBS})
  if(ROOM_TESTS AND RLMINER_TESTS)
    rlminer_test(${name}_test SOURCES ${ROOM_TESTS} LIBS ${target})
  endif()
endfunction()

# rlminer_test(NAME SOURCES ... LIBS ...): a GoogleTest program whose cases ctest lists one by one.
function(rlminer_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${TEST_LIBS} rlminer_warnings GTest::gtest GTest::gtest_main)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()
