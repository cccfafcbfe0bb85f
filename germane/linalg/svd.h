// Singular values and vectors, by LAPACK.
#pragma once

#include "germane/linalg/matrix.h"

namespace germane {

struct SingularTriples {
  Matrix left;    // m x r, orthonormal columns, r = min(m, n)
  Vector values;  // r, descending
  Matrix right;   // n x r, orthonormal columns; signs of both by fix_signs of the left ones
};

// The sign rule of symmetric.h for the left vectors; the right ones go along.
void fix_signs(SingularTriples& triples);

// A = left diag(values) right'. Throws NumericalError when A is not finite or LAPACK does not
// converge, InputError when a side is wider than kWidest.
SingularTriples singular_triples(Matrix a);
Vector singular_values(Matrix a);  // the values alone

}  // namespace germane
