# libtorch as one target, and its header precompiled once for everything that includes it: parsing it takes some twenty
# seconds per file.
add_library(rlminer_torch INTERFACE)
# Debian's configuration names its own header folders in a way that turns warnings on for them.
target_include_directories(rlminer_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(rlminer_torch INTERFACE ${TORCH_LIBRARIES} ${CMAKE_DL_LIBS})
separate_arguments(torch_flags UNIX_COMMAND "${TORCH_CXX_FLAGS}")
target_compile_options(rlminer_torch INTERFACE ${torch_flags} $<BUILD_INTERFACE:$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>>)
set_target_properties(rlminer_torch PROPERTIES EXPORT_NAME torch)
install(TARGETS rlminer_torch EXPORT rlminerLearningTargets)
# Kernels of our own, where there is a GPU to run them. Apart, because nvcc does not know our warning options.
if(TORCH_CUDA_LIBRARIES)
  enable_language(CUDA)
  add_library(rlminer_kernels STATIC ${PROJECT_SOURCE_DIR}/rlminer/nn/fused_kernels.cu)
  target_include_directories(rlminer_kernels PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_features(rlminer_kernels PRIVATE cuda_std_20)
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set_target_properties(rlminer_kernels PROPERTIES CUDA_ARCHITECTURES native)
  endif()
  target_compile_definitions(rlminer_torch INTERFACE RLMINER_CUDA)
  target_link_libraries(rlminer_torch INTERFACE rlminer_kernels)
  set_target_properties(rlminer_kernels PROPERTIES EXPORT_NAME kernels)
  install(TARGETS rlminer_kernels EXPORT rlminerLearningTargets ARCHIVE COMPONENT development)
endif()

file(WRITE ${CMAKE_BINARY_DIR}/torch_headers.cc "")
add_library(rlminer_torch_headers STATIC ${CMAKE_BINARY_DIR}/torch_headers.cc)
target_include_directories(rlminer_torch_headers PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(rlminer_torch_headers PRIVATE rlminer_torch rlminer_warnings)
target_precompile_headers(rlminer_torch_headers PRIVATE ${PROJECT_SOURCE_DIR}/rlminer/nn/torch_headers.h)

# rlminer_use_torch_headers(TARGET): its files start from the precompiled header.
function(rlminer_use_torch_headers target)
  target_precompile_headers(${target} REUSE_FROM rlminer_torch_headers)
endfunction()
