#include "germane/model/model_rows.h"

#include "germane/base/error.h"
#include "germane/linalg/symmetric.h"

namespace germane {

ModelRows::ModelRows(const RowSource& table, const Model& model)
    : before_map_(&table), last_(&table) {
  if (table.columns() != model.inputs())
    throw InputError("{}: {} columns; the model was learned on {}", table.name(), table.columns(),
                     model.inputs());
  if (model.map.prepare == "unit-rows") before_map_ = &unit_.emplace(*before_map_);
  if (model.kernel) before_map_ = &kernel_.emplace(*before_map_, *model.kernel);
  if (before_map_->sparse() && before_map_->columns() > kWidest)
    last_ = &sparse_.emplace(*before_map_, model.map);
  else
    last_ = &mapped_.emplace(*before_map_, model.map);
}

}  // namespace germane
