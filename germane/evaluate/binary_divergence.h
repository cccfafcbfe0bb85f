// The Kullback-Leibler divergence of two rates (the coins with these chances), in nats, and its
// inverses: which true rates an observed one is compatible with.
//
//   kl(q || p) = q log(q / p) + (1 - q) log((1 - q) / (1 - p))
//
// It is 0 at p = q and grows on both sides. If a share q of n independent samples has a property of
// chance p, then kl(q || p) >= t with q < p has probability exp(-n t) at most (Chernoff), so that
// highest_rate(q, log(1 / delta) / n) is an upper bound on p of confidence 1 - delta.
#pragma once

namespace germane {

// q and p in [0, 1]; infinite where p rules out what q has.
double binary_divergence(double q, double p);

// The largest p with kl(q || p) <= nats, and the smallest; nats >= 0. By bisection to neighbouring
// doubles, rounded away from q.
double highest_rate(double q, double nats);
double lowest_rate(double q, double nats);

}  // namespace germane
