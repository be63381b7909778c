#pragma once

// The one door to libtorch. Precompiled: parsing it takes some twenty seconds.
#include <torch/torch.h>
