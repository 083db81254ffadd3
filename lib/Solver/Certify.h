//===- Certify.h - Writing down what was found ------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a core's record and a bound's duals into a certificate. This side may
// be wrong without harm: the certificate is recomputed by code of its own.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_CERTIFY_H
#define PARTITA_LIB_SOLVER_CERTIFY_H

#include "Bound.h"
#include "partita/Solver/Certificate.h"

namespace partita::solver {

/// The steps of a core's record from the given one on, ending in why there is
/// no solution if the core says so.
std::vector<Certificate::Step> recordSteps(const Core &core, size_t from = 0);

/// Adds the best duals to a node whose steps lead to this model, rounded so
/// that the bound loses no more than about `spare`.
void recordDuals(const Core &core, const Model &model, const Bound &bound,
                 double spare, Certificate::Node &node);

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_CERTIFY_H
