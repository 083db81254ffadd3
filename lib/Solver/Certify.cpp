//===- Certify.cpp - Writing down what was found ------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding. A price times a capacity can be as large as the bound itself, so
// prices are written finely (to 2^-46 where they fit into 63 bits). Messages
// cost at most their own rounding per edge and end.
//
//===----------------------------------------------------------------------===//

#include "Certify.h"

#include "partita/Solver/Solve.h"

#include <algorithm>
#include <cmath>

using namespace partita::solver;

/// How certificates call a step.
static char letter(Step::Kind kind) {
  switch (kind) {
  case Step::Unsupported:
    return 'u';
  case Step::Dominated:
    return 'd';
  case Step::Merge:
    return 'm';
  case Step::Fold:
    return 'f';
  case Step::Eliminate:
    return 'e';
  case Step::Crowded:
    return 'c';
  case Step::Chosen:
    break; // recorded as a branch or a cut instead
  }
  return '?'; // no step: refused by whoever checks
}

std::vector<Certificate::Step> partita::solver::recordSteps(const Core &core,
                                                            size_t from) {
  std::vector<Certificate::Step> steps;
  for (size_t k = from; k < core.steps.size(); ++k) {
    const Step &step = core.steps[k];
    Span<int32_t> states = core.tables.map(step.states);
    steps.push_back({letter(step.kind),
                     step.a,
                     step.b,
                     {states.begin(), states.end()},
                     step.cls,
                     step.moment});
  }
  for (const Row &row : core.rows)
    if (core.infeasible && row.capacity < 0) {
      steps.push_back({'o', -1, -1, {}, row.cls, row.moment});
      break;
    }
  return steps;
}

/// The most bits, up to `most`, with which `largest` fits well into 63.
static int bitsFor(double largest, int most) {
  int bits = most;
  while (bits > -60 && std::ldexp(largest, bits) > 4e18)
    --bits;
  return bits;
}

void partita::solver::recordDuals(const Core &core, const Model &model,
                                  const Bound &bound, double spare,
                                  Certificate::Node &node) {
  const Duals &duals = bound.duals();
  std::vector<double> shifts = bound.shifts(duals);
  double largestPrice = 0, largestShift = 0;
  for (double price : duals.price)
    largestPrice = std::max(largestPrice, price);
  for (double shift : shifts)
    largestShift = std::max(largestShift, std::fabs(shift));
  // Without a solution prices grow without end, and all of them scaled down
  // still prove that there is none.
  double scale = std::min({1.0, 4e18 / largestPrice, 0x1p110 / largestShift});
  largestPrice *= scale;
  largestShift *= scale;
  for (double &shift : shifts)
    shift *= scale;
  node.priceBits = std::max(0, bitsFor(largestPrice, 46));
  double edges = 4.0 * double(std::max<size_t>(model.edges.size(), 1));
  int wanted = int(std::ceil(std::log2(edges / spare)));
  node.messageBits = bitsFor(largestShift, std::clamp(wanted, -40, 20));
  for (size_t r = 0; r < duals.price.size(); ++r) {
    int64_t price = int64_t(std::ldexp(duals.price[r] * scale, node.priceBits));
    if (price > 0)
      node.prices.push_back({core.rows[r].cls, core.rows[r].moment, price});
  }
  for (const ModelEdge &edge : model.edges) {
    Certificate::Message message{model.var[edge.a], model.var[edge.b], {}, {}};
    bool zero = true;
    auto round = [&](size_t at, int n, std::vector<int64_t> &out) {
      for (int s = 0; s < n; ++s) {
        out.push_back(
            std::llround(std::ldexp(shifts[at + s], node.messageBits)));
        zero &= out.back() == 0;
      }
    };
    round(edge.toA, model.states[edge.a], message.gainA);
    round(edge.toB, model.states[edge.b], message.gainB);
    if (!zero)
      node.messages.push_back(std::move(message));
  }
}

CertifiedBound partita::solver::certify(const Problem &problem,
                                        Certificate &certificate,
                                        std::optional<CoreProof> &core,
                                        std::string &note, CheckLimits limits) {
  CertifiedBound bound = recomputeBound(problem, certificate, limits);
  if (bound.error.empty() || !core)
    return bound;
  std::string refused = bound.error;
  Certificate::Node node = std::move(core->duals);
  node.steps = std::move(certificate.nodes[0].steps);
  node.steps.resize(core->steps);
  certificate.nodes.assign(1, std::move(node));
  certificate.cutoff = 0;
  core.reset();
  bound = recomputeBound(problem, certificate, limits);
  if (bound.error.empty())
    note = "exact search is not part of the certificate, since the proof by it "
           "is refused: " +
           refused;
  return bound;
}
