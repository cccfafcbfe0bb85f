#include "germane/model/model_rows.h"

#include "germane/base/error.h"

namespace germane {

ModelRows::ModelRows(const RowSource& table, const Model& model) : last_(&table) {
  if (table.columns() != model.inputs())
    throw InputError("{}: {} columns; the model was learned on {}", table.name(), table.columns(),
                     model.inputs());
  if (model.map.prepare == "unit-rows") last_ = &unit_.emplace(*last_);
  if (model.kernel) last_ = &kernel_.emplace(*last_, *model.kernel);
  last_ = &mapped_.emplace(*last_, model.map);
}

}  // namespace germane
