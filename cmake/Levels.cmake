# One program for every x86-64 processor that is quick on the newer ones.
#
# The rooms marked HOT are compiled once more for each of RLMINER_LEVELS (the levels of the x86-64 psABI, such as
# x86-64-v3, which has AVX2). What is linked in the end exists once per level too: the objects of that level take the
# place of the ordinary ones. The best one for the processor is chosen when the program starts. Code of different levels
# is never mixed where the processor might lack something: the linker keeps only one copy of a template such as
# std::vector<int>, and that copy could be one which an older processor cannot run.

# Compiles a room for every level.
function(rlminer_compile_for_levels target)
  foreach(level IN LISTS RLMINER_LEVELS)
    add_library(${target}_${level} OBJECT ${ARGN})
    target_compile_options(${target}_${level} PRIVATE -march=${level})
    target_include_directories(${target}_${level} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_link_libraries(${target}_${level} PRIVATE rlminer_warnings $<TARGET_PROPERTY:${target},INTERFACE_LINK_LIBRARIES>)
    target_compile_features(${target}_${level} PRIVATE cxx_std_20)
    rlminer_fit_for_shared_objects(${target}_${level})
    set_property(GLOBAL APPEND PROPERTY RLMINER_OBJECTS_${level} $<TARGET_OBJECTS:${target}_${level}>)
  endforeach()
endfunction()

# Makes a program or module that was defined use the hot rooms of a level. Their objects come before the libraries that
# hold the ordinary ones, so those are not looked into.
function(rlminer_use_level target level)
  get_property(objects GLOBAL PROPERTY RLMINER_OBJECTS_${level})
  target_sources(${target} PRIVATE ${objects})
endfunction()
