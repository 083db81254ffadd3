//===- RandomProfiles.h - Small problems with profiles ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seeded random problems of at most five nodes in at most three segments, small
// enough for trying everything, and the worked example of Profiles.h.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_SOLVER_RANDOMPROFILES_H
#define PARTITA_TEST_UNIT_SOLVER_RANDOMPROFILES_H

#include "partita/Solver/Profiles.h"

namespace partita::solver {

/// The worked example of Profiles.h with another limit.
ProfiledProblem profiledExample(int64_t limit);

ProfiledProblem randomProfiled(uint64_t seed);

/// Calls `visit` with every choice of profiles and strategies.
template <typename F>
void forEachChoice(const ProfiledProblem &problem, F visit) {
  ProfiledSolution choice;
  choice.profiles.assign(problem.numSegments(), 0);
  choice.strategies.assign(problem.numNodes(), 0);
  auto advance = [&] {
    for (int i = 0; i < problem.numNodes(); ++i) {
      if (++choice.strategies[i] < problem.numStrategies(i))
        return true;
      choice.strategies[i] = 0;
    }
    for (int g = 0; g < problem.numSegments(); ++g) {
      if (++choice.profiles[g] < problem.numProfiles(g))
        return true;
      choice.profiles[g] = 0;
    }
    return false;
  };
  do
    visit(choice);
  while (advance());
}

} // namespace partita::solver

#endif // PARTITA_TEST_UNIT_SOLVER_RANDOMPROFILES_H
