// Compiles a body for each kind of processor: includes the file GERMANE_BODY once for any, and on
// x86 also for those with AVX2 and fused products and for those with AVX-512.
//
//   #define GERMANE_BODY "germane/cluster/panel_kernel_body.h"
//   #include "germane/base/each_processor.h"
//   ... GERMANE_WIDEST(least_two<T>)(panels, rows) ...
//
// The body includes nothing, as it would be in no namespace then, and is
//
//   namespace germane::GERMANE_KIND { namespace { ... } }
//
// with GERMANE_FOR before every function, those that are inlined too: g++ takes operations of
// vectors apart before it inlines, into what the function they stand in may use. Vectors have
// GERMANE_BYTES bytes and are passed by reference only: by value their calling convention would
// depend on the processor.
//
// No #pragma once: a file with several bodies would include this for each.
#include "germane/base/processor.h"

#define GERMANE_INLINE __attribute__((always_inline)) inline

#define GERMANE_KIND plain
#define GERMANE_FOR
#define GERMANE_BYTES 16
#include GERMANE_BODY
#undef GERMANE_KIND
#undef GERMANE_FOR
#undef GERMANE_BYTES

#if defined(__x86_64__) && defined(__GNUC__)

#define GERMANE_KIND avx2
#define GERMANE_FOR __attribute__((target("avx2,fma")))
#define GERMANE_BYTES 32
#include GERMANE_BODY
#undef GERMANE_KIND
#undef GERMANE_FOR
#undef GERMANE_BYTES

#define GERMANE_KIND avx512
#define GERMANE_FOR __attribute__((target("avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")))
#define GERMANE_BYTES 64
#include GERMANE_BODY
#undef GERMANE_KIND
#undef GERMANE_FOR
#undef GERMANE_BYTES

// The function for this processor.
#define GERMANE_WIDEST(...)                            \
  (germane::has_avx512()         ? avx512::__VA_ARGS__ \
   : germane::has_avx2_and_fma() ? avx2::__VA_ARGS__   \
                                 : plain::__VA_ARGS__)
#else
#define GERMANE_WIDEST(...) plain::__VA_ARGS__
#endif
