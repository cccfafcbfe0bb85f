#include "germane/io/nameless_file.h"

#include "germane/base/error.h"
#include "tests/base/message_of.h"
#include "tests/io/scratch.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace germane {
namespace {

using testing::ScratchDirectory;

// TMPDIR as it was, once the test is over.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& folder) {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFolder() {
    if (before_.empty())
      ::unsetenv("TMPDIR");
    else
      ::setenv("TMPDIR", before_.c_str(), 1);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

 private:
  std::string before_;
};

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(NamelessFile, HoldsWhatWasWrittenAndLeavesNothingBehind) {
  const ScratchDirectory scratch;
  const TemporaryFolder here(scratch / "");
  NamelessFile file("what it is called");
  file.write(bytes_of("one "));
  file.write(bytes_of("two"));
  EXPECT_EQ(file.written(), 7u);
  const std::unique_ptr<MappedFile> mapped = file.finish();
  EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(mapped->bytes().data()), 7), "one two");
  EXPECT_EQ(mapped->path(), "what it is called");
  EXPECT_TRUE(std::filesystem::is_empty(scratch / ""));
}

TEST(NamelessFile, AFolderThatIsNotThereIsNamed) {
  const ScratchDirectory scratch;
  const TemporaryFolder nowhere(scratch / "none");
  EXPECT_EQ(message_of<InputError>([&] { NamelessFile("x.npz:rows"); }),
            "x.npz:rows: has to be copied to " + scratch / "none" +
                ", where nothing can be written: No such file or directory; set TMPDIR to another "
                "folder");
}

}  // namespace
}  // namespace germane
