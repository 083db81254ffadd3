//===- MinPlus.h - The one inner loop ---------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages and forests spend their time here. Additions and minima are the
// same numbers at any vector width, so answers do not depend on the machine.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_MINPLUS_H
#define PARTITA_LIB_SOLVER_MINPLUS_H

namespace partita::solver {

/// out[t] = the least over s < n of base[s] + table[s * m + t], for t < m.
void minPlus(const double *base, int n, const double *table, int m,
             double *out);

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_MINPLUS_H
