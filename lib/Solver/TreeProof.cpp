//===- TreeProof.cpp - What nodes inherit and leave behind --------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Tree.h. Children inherit duals by name: prices by moment, messages by the
// variables at both ends and the states that are left of them.
//
//===----------------------------------------------------------------------===//

#include "Certify.h"
#include "TreeNode.h"

#include <cmath>

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

void Tree::steps(const Core &core, size_t from, Certificate::Node &proof) {
  proof.steps = recordSteps(core, from);
  for (Certificate::Step &step : proof.steps) {
    for (int *v : {&step.a, &step.b})
      if (*v >= 0)
        *v = names[*v];
    numbers += 8 + int64_t(step.states.size()) / 2;
  }
}

void Tree::duals(const Core &core, const Model &model, const Bound &bound,
                 double spare, Certificate::Node &proof) {
  recordDuals(core, model, bound, std::max(spare, 1e-3), proof);
  for (Certificate::Message &message : proof.messages) {
    message.a = names[message.a];
    message.b = names[message.b];
    numbers += int64_t(message.gainA.size() + message.gainB.size());
  }
  numbers += int64_t(3 * proof.prices.size());
}

void Tree::record(Certificate &certificate, double cost) const {
  if (cost < Infinite)
    certificate.cutoff = Cost(std::llround(cost));
  // Node 0 of the certificate leads to the first node of the tree.
  struct Item {
    int node, at; // of the tree; its first one in the certificate
  };
  std::vector<Item> items{{0, 0}};
  std::vector<double> value = provable();
  for (size_t k = 0; k < items.size(); ++k) {
    const Node &node = nodes[items[k].node];
    int at = items[k].at;
    // Children that show no more than the node itself are left out.
    bool split = value[items[k].node] > node.proven;
    for (size_t part = 0; part < node.proof.size(); ++part) {
      Certificate::Node copy = node.proof[part];
      if (part + 1 == node.proof.size() && split) {
        copy.prices.clear();
        copy.messages.clear();
      }
      Certificate::Node &to = certificate.nodes[at];
      copy.steps.insert(copy.steps.begin(), to.steps.begin(), to.steps.end());
      to = std::move(copy);
      if (part + 1 < node.proof.size()) {
        to.branches.push_back({{}, int(certificate.nodes.size())});
        at = int(certificate.nodes.size());
        certificate.nodes.emplace_back();
      }
    }
    if (!split)
      continue;
    certificate.nodes[at].variable = names[node.branchVariable];
    for (int child : node.children) {
      int place = int(certificate.nodes.size());
      certificate.nodes[at].branches.push_back({nodes[child].kept, place});
      items.push_back({child, place});
      certificate.nodes.emplace_back();
    }
  }
}
