//===- Generate.h - Problems of any size ------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seeded families of planning problems from some hundred to some million nodes:
//
//   chain, tree, grid  random tables and costs out of a few, 12 strategies
//   transformer        training steps of stacked equal layers on a 4 x 8 mesh:
//                      64 nodes a layer with 9 or 16 layouts each, forward,
//                      backward and update; weights and optimizer states live
//                      throughout, activations until their backward
//   unlike             the same, but every layer has other widths, so that no
//                      two layers have a table in common
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_BENCH_SOLVER_GENERATE_H
#define PARTITA_BENCH_SOLVER_GENERATE_H

#include "partita/Solver/Problem.h"

#include <functional>

namespace partita::bench {

/// A problem of about so many nodes; an empty one if there is no such family.
/// The limit is `slack` times the peak of the least uses; 0: no limit.
solver::Problem generate(const std::string &family, int64_t nodes, double slack,
                         uint64_t seed);

} // namespace partita::bench

#endif // PARTITA_BENCH_SOLVER_GENERATE_H
