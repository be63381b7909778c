#pragma once

// The one door to libtorch. Precompiled: parsing it takes some twenty seconds.
// First: clang in C++20 mode wants IValue complete where other headers only declare it.
// clang-format off
#include <ATen/core/ivalue.h>
// clang-format on
#include <torch/torch.h>
