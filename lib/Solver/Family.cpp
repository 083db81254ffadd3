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

using namespace partita::solver;

Core Family::child() const {
  Core copy = core;
  copy.rowNow.resize(core.rows.size());
  for (size_t r = 0; r < core.rows.size(); ++r)
    copy.rowNow[r] = int32_t(r);
  return copy;
}

void Family::keep(const Model &model, const Duals &duals) {
  messages.clear();
  price = duals.price;
  for (const ModelEdge &edge : model.edges) {
    auto part = [&](size_t at, int v) {
      auto first = duals.messages.begin() + at;
      return std::vector<double>(first, first + model.states[v]);
    };
    messages[{model.var[edge.a], model.var[edge.b]}] = {part(edge.toA, edge.a),
                                                        part(edge.toB, edge.b)};
  }
}

Duals Family::inherit(const Core &child, const Model &model) const {
  Duals duals;
  duals.price.assign(child.rows.size(), 0);
  for (size_t r = 0; r < price.size(); ++r)
    if (child.rowNow[r] >= 0)
      duals.price[child.rowNow[r]] += price[r];
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
  duals.messages.assign(model.messages, 0);
  auto partsOf = [&](int v) {
    auto found = parts.find(v);
    return found == parts.end() ? std::vector<Part>{{v, {}}} : found->second;
  };
  for (const ModelEdge &edge : model.edges) {
    auto add = [&](const std::vector<double> &from, const Part &part, int v,
                   size_t at) {
      for (int s = 0; s < model.states[v]; ++s)
        duals.messages[at + s] +=
            from[part.states.empty() ? s : part.states[s]];
    };
    for (const Part &a : partsOf(model.var[edge.a]))
      for (const Part &b : partsOf(model.var[edge.b])) {
        bool turned = a.variable > b.variable;
        auto found = messages.find(turned ? std::pair(b.variable, a.variable)
                                          : std::pair(a.variable, b.variable));
        if (found == messages.end())
          continue;
        const auto &[first, second] = found->second;
        add(turned ? second : first, a, edge.a, edge.toA);
        add(turned ? first : second, b, edge.b, edge.toB);
      }
  }
  return duals;
}
