//===- MinPlus.cpp - The one inner loop ---------------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice on x86-64, for AVX2 and without; the loader picks.
//
//===----------------------------------------------------------------------===//

#include "MinPlus.h"

#include <limits>

#if defined(__x86_64__)
__attribute__((target_clones("avx2", "default")))
#endif
void partita::solver::minPlus(const double *base, int n,
                              const double *__restrict table, int m,
                              double *__restrict out) {
  for (int t = 0; t < m; ++t)
    out[t] = std::numeric_limits<double>::infinity();
  for (int s = 0; s < n; ++s, table += m) {
    double here = base[s];
    for (int t = 0; t < m; ++t) {
      double cost = here + table[t];
      out[t] = cost < out[t] ? cost : out[t];
    }
  }
}
