// Faces of nobody, in files like those of the real ones: what they look like depends more on the
// light than on the person.
//
//   image = (reflection of the person's skin) x (light from one side or above) + noise
#pragma once

#include "germane/base/random.h"
#include "germane/io/file.h"
#include "germane/io/npy_writer.h"
#include "running.h"

#include <cmath>
#include <string>

namespace germane::testing {

struct PlantedFaces {
  Index people = 12, lights = 24, width = 16;
  Index incomplete = 1;  // people more, who lack lights

  void write(const DataFolder& folder) const {
    Random random(3);
    const Index pixels = width * width, all = people + incomplete;
    RowMatrix<double> images(all * lights, pixels);
    std::string labels = "lighting,label\n";
    for (Index person = 0; person < all; ++person) {
      Vector skin(pixels);
      for (double& value : skin) value = 1 + 0.35 * random.normal();
      Random lamp(9);  // the same lights for everybody
      for (Index light = 0; light < lights; ++light) {
        const double across = 0.8 * lamp.normal(), above = 0.8 * lamp.normal();
        for (Index pixel = 0; pixel < pixels; ++pixel) {
          const double x = 2 * static_cast<double>(pixel % width) / static_cast<double>(width) - 1,
                       y = 2 * static_cast<double>(pixel / width) / static_cast<double>(width) - 1;
          images(person * lights + light, pixel) =
              100 * skin[pixel] * std::exp(across * x + above * y) + 15 * random.normal();
        }
        labels += fmt::format("{},{}\n", person < people ? light : -1, 100 + person);
      }
    }
    OutputFile file(folder.path() + "/yaleb_32x32.npy");
    put_npy(file, images);
    file.commit();
    folder.write("yaleb_32x32_labels.csv", labels);
  }
};

// A folder that holds them.
struct FaceFolder {
  explicit FaceFolder(const std::string& name, const PlantedFaces& faces = {}) : folder(name) {
    faces.write(folder);
  }
  DataFolder folder;
};

}  // namespace germane::testing
