// The faces of [BarHillelTR03, 8.1.1]: 30 people, each photographed under the same 64 lights.
//
// Light changes an image more than the person does, so that raw distances find the light.
#pragma once

#include "germane/data/keys.h"
#include "germane/linalg/matrix.h"
#include "germane/reproduce/experiment.h"

#include <string>
#include <vector>

namespace germane {

struct Faces {
  RowMatrix<double> images;  // an image a row, each about its own mean and divided by its deviation
  Codes people;
  std::vector<Index> light;  // of each image, from 0
  Index width = 0;           // of an image, in pixels; as high as wide
};

inline constexpr Index kPeople = 30;  // [BarHillelTR03, 8.1.1]

// The first 30 people who have an image under every light, or fewer where no more are there.
// Throws InputError when the files do not fit each other, or fewer than two people are complete.
Faces read_faces(const Setting& setting);

// An experiment on them. It runs where both their files, images and labels, are there.
Experiment face_experiment(const std::string& figure, const std::string& line, Index repetitions,
                           const std::function<Section(const Faces&, const Setting&)>& run);

}  // namespace germane
