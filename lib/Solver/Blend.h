//===- Blend.h - The plans that lie between some plans ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two good plans are seldom good at the same places. Their blend is the model
// in which every variable has only the states that it has in one of them, and
// those in which they agree are fixed. It is small, with two states a variable,
// so that moves in it free very many variables at once; the best plan in it is
// at least as good as either.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_BLEND_H
#define PARTITA_LIB_SOLVER_BLEND_H

#include "Search.h"

namespace partita::solver {

class Blend {
public:
  /// Of a plan and another one, of which the first is where a search in the
  /// blend begins.
  Blend(const Model &whole, const Plan &plan, const Plan &other);

  /// Its variables are in `var` those of the whole.
  Model model;
  /// The first plan, in the blend.
  Plan first;
  /// A plan of the blend as one of the whole.
  Plan expand(const Plan &blended) const;

private:
  const Plan plan, other;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_BLEND_H
