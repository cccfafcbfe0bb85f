// Standard output and standard error, with nothing lost in silence.
#pragma once

#include <string>
#include <string_view>

namespace germane {

// A closed standard stream would give its number to the next file opened, which our report would
// then overwrite. Call first.
void reserve_standard_streams();

// All of `text` to the file descriptor; 0, or the system's error number.
int write_all(int descriptor, std::string_view text);

// All of `text` to standard output. Returns the exit code: 0; 141 in silence when the reader has
// gone (as a program ended by SIGPIPE does); 2 after saying why it cannot be written.
int print_output(std::string_view text);

// "germane: message" in one line on standard error. Failure to do so is passed over.
void print_error(std::string_view message);

}  // namespace germane
