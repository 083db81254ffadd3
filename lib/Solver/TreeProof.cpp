//===- TreeProof.cpp - What nodes leave behind --------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Tree.h.
//
//===----------------------------------------------------------------------===//

#include "Certify.h"
#include "TreeNode.h"

#include <cmath>

using namespace partita::solver;

/// What a part of a proof counts as besides: certificates are refused beyond
/// 2^20 nodes.
static constexpr int64_t PartNumbers = 32;

void Tree::steps(const Core &core, size_t from, Certificate::Node &proof) {
  numbers += PartNumbers;
  proof.steps = recordSteps(core, from);
  for (Certificate::Step &step : proof.steps) {
    for (int *v : {&step.a, &step.b})
      if (*v >= 0)
        *v = names[*v];
    numbers += 8 + int64_t(step.states.size()) / 2;
  }
}

/// What the duals of a proof count as.
static int64_t count(const Certificate::Node &proof) {
  size_t sum = 3 * proof.prices.size();
  for (const Certificate::Message &message : proof.messages)
    sum += message.gainA.size() + message.gainB.size();
  return int64_t(sum);
}

void Tree::duals(const Core &core, const Model &model, const Bound &bound,
                 double spare, Certificate::Node &proof) {
  recordDuals(core, model, bound, std::max(spare, 1e-3), proof);
  for (Certificate::Message &message : proof.messages) {
    message.a = names[message.a];
    message.b = names[message.b];
  }
  numbers += count(proof);
}

/// Drops the duals with which a node was branched on once its children show as
/// much without them.
void Tree::forgetDuals(int index) {
  if (index < 0)
    return;
  for (int child : nodes[index].children)
    if (nodes[child].proven < nodes[index].proven)
      return;
  Certificate::Node &proof = nodes[index].proof.back();
  numbers -= count(proof);
  proof.prices = {};
  proof.messages = {};
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
    // Children that show less than the node itself are left out.
    bool split = !node.children.empty();
    for (int child : node.children)
      split &= value[child] >= node.proven;
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
