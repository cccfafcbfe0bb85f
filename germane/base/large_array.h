// Numbers in one large piece of memory, on huge pages where the system has them: for tables that
// are read down their columns, where finding a small page takes longer than the number on it. Not
// set at first, so that the threads that fill it touch it first.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>

namespace germane {

template <class T>
class LargeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit LargeArray(std::size_t count) : count_(count) {
    constexpr std::size_t kHugePage = std::size_t{1} << 21;
    if (count > (std::numeric_limits<std::size_t>::max() - kHugePage) / sizeof(T))
      throw std::bad_alloc();
    const std::size_t bytes = (count * sizeof(T) + kHugePage - 1) / kHugePage * kHugePage;
    if (bytes == 0) return;
    numbers_.reset(static_cast<T*>(std::aligned_alloc(kHugePage, bytes)));
    if (!numbers_) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    // Without them all works as well, only slower.
    (void)::madvise(numbers_.get(), bytes, MADV_HUGEPAGE);
#endif
  }

  std::size_t size() const { return count_; }
  T* data() { return numbers_.get(); }
  const T* data() const { return numbers_.get(); }

 private:
  struct Free {
    void operator()(T* numbers) const { std::free(numbers); }
  };
  std::size_t count_;
  std::unique_ptr<T, Free> numbers_;
};

}  // namespace germane
