// A whole array as an npy file: int64 or float64, one or two dimensions.
#pragma once

#include "germane/io/file.h"
#include "germane/linalg/matrix.h"

namespace germane {

void put_npy(OutputFile& file, const RowMatrix<Index>& array);
void put_npy(OutputFile& file, const RowMatrix<double>& array);
void put_npy(OutputFile& file, const Vector& array);

// NAME.PART.npy for NAME.npy: where a second array of one result goes.
std::string npy_beside(const std::string& path, const std::string& part);

}  // namespace germane
