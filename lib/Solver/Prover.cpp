//===- Prover.cpp - The side of the search that raises the bound --------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Prover.h.
//
//===----------------------------------------------------------------------===//

#include "Prover.h"

#include "Certify.h"

#include <cmath>

using namespace partita::solver;

/// Whether the last sweeps (at least so many) have brought less than this
/// share of the gap.
static constexpr int Sweeps = 60;
static constexpr double Little = 0.02;

bool Prover::settled(double best) {
  if (sinceCheck < Sweeps * root.workPerSweep())
    return false;
  double gap = best == Infinite ? 0.1 * std::fabs(root.value()) + 1
                                : best - root.value();
  bool little = root.value() - checked < Little * gap;
  checked = root.value();
  sinceCheck = 0;
  return little;
}

/// Whether a tree begun now would have much less of a gap to close.
bool Prover::outgrown(double best) const {
  if (best == Infinite)
    return false;
  double gap = bestThen - boundThen;
  return !(best - root.value() > 0.9 * gap);
}

void Prover::improve(int64_t work, double best, const std::atomic<bool> &stop) {
  bool exact = !core.without.has(Technique::Exact);
  if (exact && tree && !tree->finished() && !tree->full() &&
      ++rounds % 4 != 0) {
    if (outgrown(best) || (bestThen == Infinite && best < Infinite)) {
      tree = std::make_unique<Tree>(core, root);
      bestThen = best;
      boundThen = root.value();
    }
    tree->explore(work, best, stop);
    return;
  }
  root.improve(work, best, stop);
  sinceCheck += work;
  if (!exact || tree || !settled(best))
    return;
  tree = std::make_unique<Tree>(core, root);
  bestThen = best;
  boundThen = root.value();
}

void Prover::record(Certificate &certificate, double best) const {
  if (tree && tree->value() > root.value())
    tree->record(certificate, best);
  else
    recordDuals(core, model, root, 0.2, certificate.nodes[0]);
}
