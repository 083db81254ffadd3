//===- Certify.cpp - Writing down what was found ------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding. A price times a capacity can be as large as the bound itself, so
// prices are written finely (to 2^-40 where they fit into 63 bits). Messages
// cost at most their own rounding per edge and end.
//
//===----------------------------------------------------------------------===//

#include "Certify.h"

#include <algorithm>
#include <cmath>

using namespace partita::solver;

Certificate partita::solver::recordSteps(const Problem &problem,
                                         const Core &core) {
  Certificate certificate;
  certificate.fingerprint = problem.fingerprint();
  for (const Step &step : core.steps) {
    static const char kinds[] = {'u', 'd', 'm', 'f', 'e'};
    Span<int32_t> states = core.tables.map(step.states);
    certificate.steps.push_back(
        {kinds[step.kind], step.a, step.b, {states.begin(), states.end()}});
  }
  return certificate;
}

Certificate partita::solver::certifyInfeasible(const Problem &problem,
                                               const Core &core) {
  Certificate certificate = recordSteps(problem, core);
  certificate.feasibility = true;
  // If it is for want of memory, a price at that moment alone shows it.
  for (const Row &row : core.rows)
    if (row.capacity < 0) {
      certificate.prices.push_back({row.cls, row.moment, 1});
      break;
    }
  return certificate;
}

/// The most bits, up to `most`, with which `largest` fits well into 63.
static int bitsFor(double largest, int most) {
  int bits = most;
  while (bits > 0 && std::ldexp(largest, bits) > 4e18)
    --bits;
  return bits;
}

Certificate partita::solver::certifyBound(const Problem &problem,
                                          const Core &core, const Model &model,
                                          const Bound &bound) {
  Certificate certificate = recordSteps(problem, core);
  const Duals &duals = bound.duals();
  std::vector<double> shifts = bound.shifts(duals);
  double largestPrice = 0, largestShift = 0;
  for (double price : duals.price)
    largestPrice = std::max(largestPrice, price);
  for (double shift : shifts)
    largestShift = std::max(largestShift, std::fabs(shift));
  certificate.priceBits = bitsFor(largestPrice, 40);
  certificate.messageBits = bitsFor(largestShift, 20);
  for (size_t r = 0; r < duals.price.size(); ++r) {
    int64_t price = int64_t(std::ldexp(duals.price[r], certificate.priceBits));
    if (price > 0)
      certificate.prices.push_back(
          {core.rows[r].cls, core.rows[r].moment, price});
  }
  for (const ModelEdge &edge : model.edges) {
    Certificate::Message message{model.var[edge.a], model.var[edge.b], {}, {}};
    auto round = [&](size_t at, int n, std::vector<int64_t> &out) {
      for (int s = 0; s < n; ++s)
        out.push_back(
            std::llround(std::ldexp(shifts[at + s], certificate.messageBits)));
    };
    round(edge.toA, model.states[edge.a], message.gainA);
    round(edge.toB, model.states[edge.b], message.gainB);
    certificate.messages.push_back(std::move(message));
  }
  return certificate;
}
