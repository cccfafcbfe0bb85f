// The distributions that tests of significance need.
#pragma once

namespace germane {

// The regularised incomplete beta function I_x(a, b), a and b above 0, x in [0, 1].
double incomplete_beta(double x, double a, double b);

// The probability that F with these degrees of freedom is above `value`.
double f_tail(double value, double freedom, double freedom_below);

}  // namespace germane
