#include "germane/cluster/setups.h"

namespace germane {

void require_answer(std::vector<Option>& options, const std::string& name,
                    const std::string& text) {
  for (Option& option : options) {
    if (option.name != name) continue;
    const auto given = std::make_shared<bool>(false);
    option.help += "; must be given";
    option.default_text.clear();
    option.parse = [given, parse = option.parse](std::string_view word) {
      parse(word);
      *given = true;
    };
    option.check = [given, check = option.check, text] {
      if (!*given) throw InputError("{}", text);
      check();
    };
  }
}

}  // namespace germane
