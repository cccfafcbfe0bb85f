// Files: read whole, mapped, or written so that an interrupted write never damages an old file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace germane {

// The whole file as text; pipes are read to their end. Throws InputError: missing, a directory,
// unreadable, above `limit` bytes.
std::string read_text_file(const std::string& path, std::uint64_t limit = std::uint64_t{1} << 40);

// What names standard input in the place of a file, and how messages call an input.
inline constexpr std::string_view kStandardInput = "-";
std::string input_name(const std::string& path);

// Throws InputError when standard input is a terminal, at which nobody may be typing.
void require_piped_input();

// The bytes of a file, read in place; or of a mounted one (mounted.h), which does not change.
//
// Bytes that somebody cuts off the file are gone from the mapping too, and touching them raises
// SIGBUS. Who reads in blocks calls require_unchanged() before each: what remains is the file being
// cut short between that call and the reading of the block, which only a copy of every byte would
// close.
class MappedFile {
 public:
  // Throws InputError as read_text_file, and for pipes and devices.
  explicit MappedFile(const std::string& path);
  // A regular file that is open already, and becomes ours.
  MappedFile(int descriptor, std::string name);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }
  const std::string& path() const { return path_; }
  // Throws InputError when the file's size or time of change is no longer what it was when opened.
  void require_unchanged() const;

  // Hints to the system; they change no result. The access holds for the whole file from now on.
  enum class Access { kSequential, kRandom };
  void expect(Access access) const;
  void prefetch(std::size_t offset, std::size_t size) const;  // may reach past the end
  // Takes whole pages that were read out of our memory, so that it does not grow with the file.
  // They stay in the system's cache; whoever reads them again gets them back from there.
  void release(std::size_t offset, std::size_t size) const;

 private:
  void map(int descriptor);

  std::string path_;
  std::shared_ptr<const std::string> mounted_;  // what holds the bytes when no file does
  std::span<const std::byte> bytes_;
  std::int64_t changed_ = 0;
  int descriptor_ = -1;
};

// Writes to a temporary file beside `path`; commit() syncs and renames it over `path`. Without
// commit() the destructor removes it and the old file stays as it was. An old file's permissions
// are kept, a symbolic link is followed, and what is no regular file (a pipe, a device) is written
// straight to; a mounted one (mounted.h) is replaced by commit(). Throws InputError with the
// system's reason (directory missing, no permission, disk full).
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void expect(std::size_t bytes);  // so many will be written: memory for them is taken once
  void write(std::string_view bytes);
  void write_at(std::uint64_t offset, std::string_view bytes);  // over bytes already written
  void commit();
  const std::string& path() const { return path_; }

 private:
  void flush();
  void write_out(std::string_view bytes);

  std::string path_;
  std::string target_;     // where it goes: path_ with symbolic links followed
  std::string temporary_;  // empty: written straight to target_
  std::string buffer_;
  std::uint64_t flushed_ = 0;
  int descriptor_ = -1;
  int slot_ = -1;  // in the table of temporaries
  bool committed_ = false;
};

// Whether both paths name one file, also through links, and one that is yet to be written.
bool same_file(const std::string& a, const std::string& b);

// Throws InputError when no file can be written there: before the work, and before another result
// of the same run is written. "" and what is no plain file (a pipe, a device) are let pass.
void require_writable(const std::string& path);

// All of `text` in one go.
void write_text_file(const std::string& path, std::string_view text);

// Removes the temporary files of OutputFiles that are open now. Only calls what a signal handler
// may.
void remove_temporaries() noexcept;

}  // namespace germane
