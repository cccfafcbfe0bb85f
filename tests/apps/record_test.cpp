#include "apps/cli/record.h"

#include "germane/io/file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace germane {
namespace {

using Names = std::vector<std::string>;

TEST(FilesNamedBy, AreWhatAWordMayHold) {
  EXPECT_EQ(files_named_by("a.csv"), Names{"a.csv"});
  EXPECT_EQ(files_named_by("a.npz:x"), Names{"a.npz"});
  EXPECT_EQ(files_named_by("--view=eye=e.csv"), (Names{"--view=eye=e.csv", "eye=e.csv", "e.csv"}));
  EXPECT_EQ(files_named_by(""), Names{});
  EXPECT_EQ(files_named_by("a="), Names{"a="});
}

TEST(CommandLine, IsOneThatAShellTakesForTheSameWords) {
  EXPECT_EQ(command_line({"learn", "rca", "my file.csv", "it's", "", "--a=b", "x;rm"}),
            "germane learn rca 'my file.csv' 'it'\\''s' '' --a=b 'x;rm'");
}

TEST(WordsOfWork, LeaveOutHowAResultIsShown) {
  EXPECT_EQ(words_of_work({"learn", "a.csv", "--json", "--threads", "3", "--k", "2",
                           "--report=r.html", "--quiet", "--plots", "p", "--", "--json"}),
            (Names{"learn", "a.csv", "--k", "2", "--", "--json"}));
  EXPECT_EQ(words_of_work({"learn", "--threads"}), Names{"learn"});
}

struct Options {
  std::int64_t seed = 4;
  std::string out;
};

template <class Visitor>
void describe(Options& o, Visitor&& option) {
  option("seed", o.seed, anything(), "of draws");
  option("out", o.out, anything(), "FILE: it");
}

TEST(Recorder, TellsWhatWasReadFromWhatWasWritten) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("germane_record_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string in = (folder / "in.csv").string(), old = (folder / "old.csv").string();
  const std::string fresh = (folder / "fresh.csv").string();
  write_text_file(in, "abc");
  write_text_file(old, "result");
  Options options{.out = old};
  Command command{.name = "copy", .line = "copies", .options = list_options(options)};
  const Names words{"copy", in, in, "--out=" + old, fresh};
  const Recorder recorder(command, words, true), idle(command, words, false);
  write_text_file(old, "result");  // replaced by its equal
  write_text_file(fresh, "result");
  const RunRecord run = recorder.record();
  EXPECT_EQ(run.command, command_line(words));
  EXPECT_EQ(recorder.record_of_work().command, command_line(words));
  EXPECT_EQ(run.purpose, "copies");
  EXPECT_TRUE(run.date.ends_with(" UTC"));
  ASSERT_EQ(run.inputs.size(), 1u);
  EXPECT_EQ(run.inputs[0].name, in);
  EXPECT_EQ(run.inputs[0].bytes, 3u);
  EXPECT_EQ(run.inputs[0].fingerprint, fingerprint(in)->text());
  ASSERT_EQ(run.options.size(), 2u);
  EXPECT_EQ(run.options[0].value, Value(4));
  EXPECT_FALSE(run.options[0].given);
  EXPECT_TRUE(run.options[1].given);
  EXPECT_EQ(run.options[1].help, "FILE: it");
  EXPECT_TRUE(idle.record().inputs.empty());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace germane
