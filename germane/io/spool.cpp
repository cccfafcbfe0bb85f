#include "germane/io/spool.h"

#include "germane/base/error.h"
#include "germane/io/csv_layout.h"
#include "germane/io/descriptor.h"
#include "germane/io/nameless_file.h"

#include <zlib.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <span>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace germane {
namespace {

using Bytes = std::span<const unsigned char>;

constexpr std::size_t kStep = std::size_t{1} << 18;

std::string reason(int error) { return std::generic_category().message(error); }

// The copy.
class Spool {
 public:
  explicit Spool(const std::string& name) : name_(name), file_(name) {}

  void write(Bytes bytes) {
    if (file_.written() == 0)  // before an endless device fills the disk
      require_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name_);
    file_.write(std::as_bytes(bytes));
  }
  std::unique_ptr<MappedFile> finish() { return file_.finish(); }

 private:
  const std::string& name_;
  NamelessFile file_;
};

// Decompresses into the spool as bytes come.
class Inflate {
 public:
  Inflate(const std::string& name, Spool& spool) : name_(name), spool_(spool), out_(kStep) {
    constexpr int kGzip = 16 + MAX_WBITS;
    if (::inflateInit2(&stream_, kGzip) != Z_OK) throw std::bad_alloc();
  }
  ~Inflate() { ::inflateEnd(&stream_); }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  void add(Bytes bytes) {
    stream_.next_in = const_cast<unsigned char*>(bytes.data());
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    while (stream_.avail_in > 0) {
      if (ended_) {  // another member may follow, or zeros to fill a block
        if (*stream_.next_in == 0) {
          ++stream_.next_in;
          --stream_.avail_in;
          continue;
        }
        ::inflateReset(&stream_);
        ended_ = false;
      }
      step();
    }
  }

  void finish() const {
    if (!ended_)
      throw InputError("{}: ends in the middle of its compressed data; it was cut short", name_);
  }

 private:
  void step() {
    do {
      stream_.next_out = out_.data();
      stream_.avail_out = static_cast<unsigned>(out_.size());
      const int result = ::inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        throw InputError("{}: its compressed data is damaged ({}); get it again", name_,
                         stream_.msg ? stream_.msg : "gzip");
      spool_.write(Bytes(out_.data(), out_.size() - stream_.avail_out));
      ended_ = result == Z_STREAM_END;
    } while (!ended_ && stream_.avail_out == 0);
  }

  const std::string& name_;
  Spool& spool_;
  std::vector<unsigned char> out_;
  z_stream stream_{};
  bool ended_ = false;
};

std::unique_ptr<MappedFile> copy(int descriptor, const std::string& name) {
  std::vector<unsigned char> buffer(kStep);
  std::size_t filled = 0;
  bool more = true;
  const auto fill = [&] {  // to the brim, as pipes give little at a time
    filled = 0;
    while (more && filled < buffer.size()) {
      const ssize_t got = ::read(descriptor, buffer.data() + filled, buffer.size() - filled);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw InputError("{}: cannot be read: {}", name, reason(errno));
      more = got > 0;
      filled += static_cast<std::size_t>(got);
    }
    return Bytes(buffer.data(), filled);
  };
  Spool spool(name);
  Bytes bytes = fill();
  if (bytes.size() >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b) {
    Inflate inflate(name, spool);
    for (; !bytes.empty(); bytes = fill()) inflate.add(bytes);
    inflate.finish();
  } else {
    for (; !bytes.empty(); bytes = fill()) spool.write(bytes);
  }
  return spool.finish();
}

bool is_gzip(int descriptor) {
  std::array<unsigned char, 2> start{};
  return ::pread(descriptor, start.data(), start.size(), 0) == 2 && start[0] == 0x1f &&
         start[1] == 0x8b;
}

}  // namespace

std::unique_ptr<MappedFile> open_text(const std::string& path) {
  const std::string name = input_name(path);
  if (path == kStandardInput) {
    static std::atomic<bool> taken = false;
    require_piped_input();
    std::unique_ptr<MappedFile> text = copy(STDIN_FILENO, name);
    if (taken.exchange(true) && text->bytes().empty())
      throw InputError("{}: can be read only once; name a file for one of the two", name);
    return text;
  }
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  const bool readable = file.get() >= 0 && ::fstat(file.get(), &status) == 0;
  const bool copied =
      readable && (S_ISREG(status.st_mode) ? is_gzip(file.get()) : S_ISFIFO(status.st_mode));
  // What cannot be read is refused there, too, with the reason.
  return copied ? copy(file.get(), name) : std::make_unique<MappedFile>(path);
}

}  // namespace germane
