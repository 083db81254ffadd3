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

#include <algorithm>
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

/// Whether a tree begun now would have much less of a gap to close than this
/// one had, and this one has not closed most of that already.
bool Prover::outgrown(double best) const {
  double gap = best - root.value();
  return best < Infinite && gap <= 0.9 * (bestThen - boundThen) &&
         best - tree->value() > 0.5 * gap;
}

/// Begins a tree from what the sweeps have reached.
void Prover::begin(double best) {
  if (tree && !(earlier && earlier->value() > tree->value()))
    earlier = std::move(tree);
  tree = std::make_unique<Tree>(core, root, limits);
  bestThen = best;
  boundThen = root.value();
}

/// Sweeps, in slices so that small cores need not wait for the next round;
/// begins the first tree once they bring little.
void Prover::sweep(int64_t &work, double best, const std::atomic<bool> &stop) {
  bool first = !tree && !core.without.has(Technique::Exact);
  int64_t slice = first ? Sweeps * root.workPerSweep() : work;
  while (work > 0 && !stop.load()) {
    int64_t part = std::min(slice, work);
    root.improve(part, best, stop);
    sinceCheck += part;
    work -= part;
    if (first && settled(best)) {
      begin(best);
      return;
    }
  }
}

/// Takes what is owed off the work of a round, but leaves `least` of it.
static void pay(int64_t &owed, int64_t &work, int64_t least) {
  int64_t part = std::max<int64_t>(0, std::min(owed, work - least));
  owed -= part;
  work -= part;
}

void Prover::improve(int64_t work, double best, const std::atomic<bool> &stop) {
  pay(owed, work, work / 2);
  if (!tree || tree->ended() || ++rounds % 4 == 0)
    sweep(work, best, stop);
  if (tree)
    pay(treeOwed, work, 0);
  if (tree && work > 0 && !stop.load()) {
    if (!tree->finished() && outgrown(best))
      begin(best);
    // A node may take more than a round has.
    treeOwed += std::max<int64_t>(0, tree->explore(work, best, stop) - work);
  }
  for (double value : {root.value(), tree ? tree->value() : proven,
                       earlier ? earlier->value() : proven})
    proven = std::max(proven, value);
  if (earlier && tree->value() >= earlier->value())
    earlier.reset();
}

Plan Prover::suggest(int64_t round, int k) {
  static const double weights[] = {1, 1.5, 0.7, 2, 4};
  return decode(model, round % 2 ? root.current() : root.duals(),
                weights[(round / 2 + k) % 5], nullptr, &owed);
}

bool Prover::record(Certificate &certificate, double best) const {
  const Tree *most = earlier ? earlier.get() : tree.get();
  if (most && (most->finished() || most->value() > root.value())) {
    most->record(certificate, best);
    return true;
  }
  recordRoot(certificate.nodes[0]);
  return false;
}

void Prover::recordRoot(Certificate::Node &node) const {
  if (root.value() == -Infinite)
    return; // not swept yet, and duals of zero add nothing
  // Costs are whole: rounding must not take the bound below the next one.
  double spare = root.value() - (std::ceil(root.value()) - 1);
  recordDuals(core, model, root, std::clamp(spare / 2, 1e-3, 0.2), node);
}
