// Four numbers, wherever they stand: a vector register of AVX2, two of SSE2. By reference only: by
// value their calling convention would depend on the processor compiled for.
#pragma once

namespace germane {

using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

}  // namespace germane
