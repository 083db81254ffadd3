//===- Family.cpp - What a core's children inherit ----------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Family.h.
//
//===----------------------------------------------------------------------===//

#include "Family.h"

#include <algorithm>
#include <map>

using namespace partita::solver;

Core Family::child() const {
  Core copy = core;
  copy.rowNow.resize(core.rows.size());
  for (size_t r = 0; r < core.rows.size(); ++r)
    copy.rowNow[r] = int32_t(r);
  return copy;
}

void Family::keep(const Model &model, const Duals &now) {
  duals = now;
  talks.clear();
  for (const ModelEdge &edge : model.edges)
    talks.push_back({model.var[edge.a], model.var[edge.b], edge.toA, edge.toB});
  std::sort(talks.begin(), talks.end(), [](const Talk &x, const Talk &y) {
    return std::pair(x.a, x.b) < std::pair(y.a, y.b);
  });
}

void Family::weigh() {
  size_t sum = core.ownBytes() + talks.size() * sizeof(Talk) +
               (duals.price.size() + duals.messages.size()) * sizeof(double);
  bytes = int64_t(sum);
}

Duals Family::inherit(const Core &child, const Model &model) const {
  Duals out;
  out.price.assign(child.rows.size(), 0);
  for (size_t r = 0; r < duals.price.size(); ++r)
    if (child.rowNow[r] >= 0)
      out.price[child.rowNow[r]] += duals.price[r];
  // Per variable that has changed, which variables of this core it stands for,
  // and which of their states each of its states.
  struct Part {
    int variable;
    std::vector<int32_t> states;
  };
  std::map<int, std::vector<Part>> parts;
  auto renamed = [&](int v, Span<int32_t> back) {
    std::vector<Part> out;
    auto found = parts.find(v);
    if (found == parts.end()) {
      out.push_back({v, {back.begin(), back.end()}});
      return out;
    }
    for (const Part &part : found->second) {
      out.push_back({part.variable, {}});
      for (int32_t s : back)
        out.back().states.push_back(part.states[s]);
    }
    return out;
  };
  for (size_t k = core.steps.size(); k < child.steps.size(); ++k) {
    const Step &step = child.steps[k];
    if (step.kind == Step::Fold || step.kind == Step::Eliminate)
      continue;
    std::vector<Part> now = renamed(step.a, child.tables.map(step.back));
    if (step.kind == Step::Merge) {
      std::vector<Part> more = renamed(step.b, child.tables.map(step.back2));
      now.insert(now.end(), more.begin(), more.end());
    }
    parts[step.a] = std::move(now);
  }
  out.messages.assign(model.messages, 0);
  auto partsOf = [&](int v) {
    auto found = parts.find(v);
    return found == parts.end() ? std::vector<Part>{{v, {}}} : found->second;
  };
  auto add = [&](size_t from, const Part &part, int v, size_t at) {
    for (int s = 0; s < model.states[v]; ++s)
      out.messages[at + s] +=
          duals.messages[from + (part.states.empty() ? s : part.states[s])];
  };
  for (const ModelEdge &edge : model.edges)
    for (const Part &a : partsOf(model.var[edge.a]))
      for (const Part &b : partsOf(model.var[edge.b])) {
        bool turned = a.variable > b.variable;
        std::pair<int, int> both = std::minmax(a.variable, b.variable);
        auto talk = std::lower_bound(talks.begin(), talks.end(), both,
                                     [](const Talk &x, std::pair<int, int> y) {
                                       return std::pair(x.a, x.b) < y;
                                     });
        if (talk == talks.end() || std::pair(talk->a, talk->b) != both)
          continue;
        add(turned ? talk->toB : talk->toA, a, edge.a, edge.toA);
        add(turned ? talk->toA : talk->toB, b, edge.b, edge.toB);
      }
  return out;
}
