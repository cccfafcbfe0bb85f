// Preloaded into the tool by test_faults.py: makes the k-th call of a kind fail, as a full disk, a
// dying disk or a lack of memory would.
//
//   FAULT=kind:k:errno        the k-th call (from 1) of that kind fails with that errno
//   FAULT=kind:k:errno:on     and so does every later one
//   FAULT=kind:k:0            the k-th write is cut short: half of it is written, which is no error
//   FAULT_COUNT=file          where to write how many calls of each kind there were
//
// Calls count from the start of main() to its end, so that what the loader, the start of the C++
// and BLAS libraries and their exit do is left out: it is not ours.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

// kWorkspace: an allocation that LAPACKE makes for LAPACK; kAllocate: any other.
enum { kWrite, kSync, kRename, kOpen, kClose, kMap, kAllocate, kWorkspace, kKinds };
static const char* const kNames[kKinds] = {"write", "sync", "rename",   "open",
                                           "close", "map",  "allocate", "workspace"};

static atomic_int armed;
static atomic_long calls[kKinds];
static int fault_kind = -1, fault_errno;
static long fault_at;
static int fault_goes_on;

// Where the code of a library lies.
typedef struct {
  const char* name;
  uintptr_t from, to;
} Library;

// OpenBLAS has threads that map their buffers at moments of their own, so the k-th call would be
// another one in every run. Calls from its code are left out.
static Library blas = {"openblas", 0, 0}, lapacke = {"liblapacke", 0, 0};

static int find_library(struct dl_phdr_info* info, size_t size, void* found) {
  Library* library = found;
  (void)size;
  if (!strstr(info->dlpi_name, library->name)) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    library->from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    library->to = library->from + info->dlpi_phdr[i].p_memsz;
  }
  return 1;
}

static int is_in(const Library* library, const void* caller) {
  return (uintptr_t)caller >= library->from && (uintptr_t)caller < library->to;
}

// Counts the call; true when it shall fail.
static int fails(int kind, const void* caller) {
  if (!atomic_load_explicit(&armed, memory_order_relaxed) || is_in(&blas, caller)) return 0;
  if (kind == kAllocate && is_in(&lapacke, caller)) kind = kWorkspace;
  const long call = atomic_fetch_add(&calls[kind], 1) + 1;
  if (kind != fault_kind || call < fault_at || (call > fault_at && !fault_goes_on)) return 0;
  errno = fault_errno;
  return 1;
}

#define CALLER __builtin_return_address(0)
#define REAL(result, name, ...)       \
  static result (*real)(__VA_ARGS__); \
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, name)

ssize_t write(int file, const void* bytes, size_t size) {
  REAL(ssize_t, "write", int, const void*, size_t);
  if (!fails(kWrite, CALLER)) return real(file, bytes, size);
  return fault_errno ? -1 : real(file, bytes, (size + 1) / 2);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  REAL(ssize_t, "pwrite", int, const void*, size_t, off_t);
  if (!fails(kWrite, CALLER)) return real(file, bytes, size, offset);
  return fault_errno ? -1 : real(file, bytes, (size + 1) / 2, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  return pwrite(file, bytes, size, offset);
}

int fsync(int file) {
  REAL(int, "fsync", int);
  return fails(kSync, CALLER) ? -1 : real(file);
}

int fdatasync(int file) {
  REAL(int, "fdatasync", int);
  return fails(kSync, CALLER) ? -1 : real(file);
}

int rename(const char* from, const char* to) {
  REAL(int, "rename", const char*, const char*);
  return fails(kRename, CALLER) ? -1 : real(from, to);
}

int open(const char* path, int flags, ...) {
  REAL(int, "open", const char*, int, ...);
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return fails(kOpen, CALLER) ? -1 : real(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  REAL(int, "open64", const char*, int, ...);
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return fails(kOpen, CALLER) ? -1 : real(path, flags, mode);
}

int close(int file) {
  REAL(int, "close", int);
  const int result = real(file);  // a close that fails has closed the file
  return fails(kClose, CALLER) ? -1 : result;
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  REAL(void*, "mmap", void*, size_t, int, int, int, off_t);
  return fails(kMap, CALLER) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}

void* mmap64(void* at, size_t size, int protection, int flags, int file, off64_t offset) {
  REAL(void*, "mmap", void*, size_t, int, int, int, off_t);
  return fails(kMap, CALLER) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}

// glibc's own names: dlsym() itself allocates. operator new of libstdc++ ends here too.
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) { return fails(kAllocate, CALLER) ? NULL : __libc_malloc(size); }

void* calloc(size_t count, size_t size) {
  return fails(kAllocate, CALLER) ? NULL : __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) {
  return fails(kAllocate, CALLER) ? NULL : __libc_realloc(old, size);
}

void* memalign(size_t alignment, size_t size) {
  return fails(kAllocate, CALLER) ? NULL : __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  return fails(kAllocate, CALLER) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** result, size_t alignment, size_t size) {
  if (fails(kAllocate, CALLER)) return ENOMEM;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

static void read_wish(void) {
  const char* wish = getenv("FAULT");
  char name[16], on[4] = "";
  if (!wish || sscanf(wish, "%15[a-z]:%ld:%d:%3s", name, &fault_at, &fault_errno, on) < 3) return;
  fault_goes_on = strcmp(on, "on") == 0;
  for (int kind = 0; kind < kKinds; ++kind)
    if (strcmp(name, kNames[kind]) == 0) fault_kind = kind;
}

static void write_counts(void) {
  const char* path = getenv("FAULT_COUNT");
  FILE* file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (int kind = 0; kind < kKinds; ++kind)
    fprintf(file, "%s %ld\n", kNames[kind], atomic_load(&calls[kind]));
  fclose(file);
}

typedef int Main(int, char**, char**);
static Main* real_main;

static int armed_main(int count, char** arguments, char** environment) {
  atomic_store(&armed, 1);
  const int code = real_main(count, arguments, environment);
  atomic_store(&armed, 0);
  write_counts();
  return code;
}

int __libc_start_main(Main* main, int count, char** arguments, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void* stack_end) {
  REAL(int, "__libc_start_main", Main*, int, char**, void (*)(void), void (*)(void), void (*)(void),
       void*);
  real_main = main;
  read_wish();
  dl_iterate_phdr(find_library, &blas);
  dl_iterate_phdr(find_library, &lapacke);
  return real(armed_main, count, arguments, init, fini, loader_fini, stack_end);
}
