// The one place for bibliographic data: every paper that code and docs cite by a key, and germane
// itself. docs/references.md is made from it (tools/make_command_docs.py).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace germane {

struct Publication {
  std::string key;                   // "DeBie03"
  std::string kind;                  // of BibTeX: "article"
  std::vector<std::string> authors;  // "T. De Bie"
  std::string title;                 // as printed
  std::vector<std::pair<std::string, std::string>>
      places;  // BibTeX's fields: journal, volume, year
};

const Publication& this_software();                    // germane, in the version that this is
const std::vector<Publication>& cited_publications();  // in the order of docs/references.md

// Germane itself too; null: there is none of this key.
const Publication* find_publication(std::string_view key);

// The keys in brackets of a text that cites, each once: "[DeBie03, eq. 2; Hardoon10]" -> 2 keys.
std::vector<std::string> keys_cited(std::string_view text);

// An entry of several lines, without a newline at its end. Letters beyond ASCII stay UTF-8.
std::string to_bibtex(const Publication& publication);

}  // namespace germane
