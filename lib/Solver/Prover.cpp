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
  // Without a plan there may be none, and then the bound knows no end.
  bool little = best == Infinite ||
                root.value() - checked < Little * (best - root.value());
  checked = root.value();
  sinceCheck = 0;
  return little;
}

/// Whether a tree begun now would have much less of a gap to close.
bool Prover::outgrown(double best) const {
  return best < Infinite && best - root.value() <= 0.9 * (bestThen - boundThen);
}

void Prover::improve(int64_t work, double best, const std::atomic<bool> &stop) {
  bool exact = !core.without.has(Technique::Exact);
  bool open = tree && !tree->finished() && !tree->full();
  if (!open || ++rounds % 4 == 0) {
    // In slices, so that small cores need not wait for the next round.
    int64_t slice = exact && !tree ? Sweeps * root.workPerSweep() : work;
    for (; work > 0 && !stop.load(); work -= slice) {
      root.improve(std::min(slice, work), best, stop);
      sinceCheck += slice;
      if (exact && !tree && settled(best))
        break;
    }
    if (!exact || tree || work <= slice)
      return;
    work -= slice;
    begin(best);
  }
  if (outgrown(best))
    begin(best);
  tree->explore(work, best, stop);
}

/// Begins a tree from what the sweeps have reached.
void Prover::begin(double best) {
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
