#include "germane/report/run_record.h"

#include "germane/base/version.h"

#include <utility>

namespace germane {

Value to_value(const RunRecord& run) {
  Value::Object options;
  Value::List inputs;
  Value::Object object{{"command", run.command}, {"version", kVersion}};
  for (const RunRecord::Setting& option : run.options) {
    if (option.name == "seed") object.emplace_back("seed", option.value);
    options.emplace_back(option.name, option.value);
  }
  for (const RunRecord::Input& input : run.inputs)
    inputs.push_back(Value::Object{{"file", input.name},
                                   {"bytes", static_cast<std::int64_t>(input.bytes)},
                                   {"fingerprint", input.fingerprint}});
  object.emplace_back("options", std::move(options));
  object.emplace_back("inputs", std::move(inputs));
  return object;
}

}  // namespace germane
