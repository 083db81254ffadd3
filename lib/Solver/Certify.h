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

/// The steps of a core, and nothing else yet.
Certificate recordSteps(const Problem &problem, const Core &core);

/// A certificate that the core has no solution, for a core that says so.
Certificate certifyInfeasible(const Problem &problem, const Core &core);

/// The record and the best duals, rounded.
Certificate certifyBound(const Problem &problem, const Core &core,
                         const Model &model, const Bound &bound);

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_CERTIFY_H
