#include "germane/learn/view_catalog.h"

#include "germane/base/error.h"
#include "germane/base/text.h"
#include "germane/learn/cca.h"
#include "germane/learn/gcca.h"
#include "germane/learn/kernel_cca.h"
#include "germane/learn/mcca.h"
#include "germane/learn/pwca.h"

#include <memory>

namespace germane {
namespace {

using LearnViews = Learned<ViewMaps>(const ViewSample&, const ViewOptions&);

ViewSetup on_columns(LearnViews* learn, OwnBlocks own) {
  const auto options = std::make_shared<ViewOptions>();
  return {.options = list_options(*options),
          .views = [options] { return *options; },
          .learn = learn,
          .own_blocks = own};
}

ViewSetup kernel_cca_setup() {
  struct State {
    ViewOptions views{.ridge = 0.01, .per_object = true};
    KernelOptions kernel;
  };
  const auto state = std::make_shared<State>();
  ViewSetup setup{.options = list_options(state->views),
                  .views = [state] { return state->views; },
                  .kernel = [state] { return state->kernel; },
                  .learn = learn_kernel_cca,
                  .own_blocks = OwnBlocks::kIdentity};
  for (Option& option : list_options(state->kernel)) setup.options.push_back(std::move(option));
  return setup;
}

ViewSetup pwca_setup() {
  struct State {
    PwcaOptions pwca;
    KernelOptions kernel{.kernel = "linear"};
  };
  const auto state = std::make_shared<State>();
  ViewSetup setup{.options = list_options(state->pwca),
                  .views = [state] { return state->pwca.views; },
                  .kernel = [state] { return state->kernel; },
                  .needs_rows = [state] { return state->pwca.system == "printed"; },
                  .learn =
                      [state](const ViewSample& sample, const ViewOptions& views) {
                        PwcaOptions options = state->pwca;
                        options.views = views;
                        return learn_pwca(sample, options);
                      },
                  .one_ridge = true,
                  // It learns from the inner products of rows, which the span needs once more: with
                  // the folds of a check that pays from about here on.
                  .own_columns = 1.25};
  for (Option& option : setup.options)  // help tells only what it takes
    if (option.name == "ridge") {
      std::erase(option.range.words, "oas");
      option.help = "added to kernels of a mean diagonal of 1; auto: best held out";
    } else if (option.name == "system") {
      option.help = "printed: the paper's";
    }
  for (Option& option : list_options(state->kernel)) setup.options.push_back(std::move(option));
  return setup;
}

}  // namespace

const std::vector<ViewMethod>& view_methods() {
  static const std::vector<ViewMethod> methods = {
      {"cca",
       "directions of two views that agree best over the same objects",
       "[Hotelling36]; as in [Chaudhuri09, sec. 2] and [DeBie03, app. C]",
       {"canonical correlation analysis"},
       2,
       false,
       [] {
         return on_columns([](const ViewSample& sample,
                              const ViewOptions& options) { return learn_cca(sample, options); },
                           OwnBlocks::kIdentity);
       }},
      {"mcca",
       "directions of two or more views with the largest sum of covariances",
       "[DeBie03, sec. 3.2]",
       {"multi-set cca", "multiset cca"},
       0,
       false,
       [] {
         return on_columns([](const ViewSample& sample,
                              const ViewOptions& options) { return learn_mcca(sample, options); },
                           OwnBlocks::kIdentity);
       }},
      {"gcca",
       "shared scores that each of two or more views can tell best",
       "[Kettenring71], its MAXVAR",
       {"maxvar", "generalised cca", "generalized cca"},
       0,
       true,
       [] { return on_columns(learn_gcca, OwnBlocks::kTrue); }},
      {"pwca",
       "functions of two or more views that agree on every object",
       "[Hardoon10]",
       {"pairwise component analysis", "pairwise clustering"},
       0,
       true,
       pwca_setup},
      {"kernel-cca",
       "cca (of more than two views: mcca) in the spaces of kernels",
       "[Hardoon10, sec. 4]; [DeBie03, sec. 3.3]",
       {"kcca", "kernel canonical correlation analysis"},
       0,
       false,
       kernel_cca_setup},
  };
  return methods;
}

const ViewMethod& find_view_method(const std::string& name) {
  for (const ViewMethod& method : view_methods())
    if (method.name == name) return method;
  throw InputError("no method over views is called {}", quoted(name));
}

}  // namespace germane
