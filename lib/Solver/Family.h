//===- Family.h - What a core's children inherit ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node of a tree and a kernel are a copy of a core to which further steps are
// taken. They begin with its duals, found again by name: prices by row,
// messages by the variables at both ends and the states that are left of them.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_FAMILY_H
#define PARTITA_LIB_SOLVER_FAMILY_H

#include "Bound.h"

namespace partita::solver {

/// What children begin with.
struct Family {
  explicit Family(Core core) : core(std::move(core)) {
    this->core.steps.shrink_to_fit();
  }

  /// A copy of the core, to which further steps are taken.
  Core child() const;
  /// Duals for such a copy later on.
  Duals inherit(const Core &child, const Model &model) const;
  /// Remembers the duals of the core's model.
  void keep(const Model &model, const Duals &duals);
  /// Counts what would be free without it, about, and keeps that as `bytes`.
  void weigh();

  Core core;
  Duals duals;
  /// Where what variables a < b of the core told each other begins in the
  /// messages; in order.
  struct Talk {
    int a, b;
    size_t toA, toB;
  };
  std::vector<Talk> talks;
  int64_t bytes = 0;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_FAMILY_H
