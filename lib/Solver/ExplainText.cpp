//===- ExplainText.cpp - Explanations as text ---------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Explain.h for what it looks like.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Explain.h"

#include <algorithm>
#include <cstdio>

using namespace partita::solver;

static std::string str(int64_t value) { return std::to_string(value); }

static std::string costText(Cost cost) {
  return cost == Forbidden ? "forbidden" : str(cost);
}

static std::string signedText(Cost cost) {
  return (cost < 0 ? "" : "+") + str(cost);
}

/// "node 1 to 0: +2, does not fit; to 3: +4"
static std::string nextText(const NextBest &next, bool named) {
  if (!next.cheapest)
    return "no other choice";
  auto one = [&](const Change &change) {
    return (named ? "node " + str(change.node) + " " : "") + "to " +
           str(change.strategy) + ": " + signedText(change.more);
  };
  std::string text = one(*next.cheapest);
  if (!next.cheapest->fits) {
    text += ", does not fit";
    if (next.fitting)
      text += "; " + one(*next.fitting);
  }
  return text;
}

namespace {
/// Lines of cells; every column but the first and the last is aligned to the
/// right.
class Table {
public:
  void add(std::vector<std::string> cells) {
    width.resize(std::max(width.size(), cells.size()), 0);
    for (size_t k = 0; k < cells.size(); ++k)
      width[k] = std::max(width[k], cells[k].size());
    lines.push_back(std::move(cells));
  }
  std::string text() const {
    std::string out;
    for (const std::vector<std::string> &cells : lines) {
      for (size_t k = 0; k < cells.size(); ++k) {
        std::string space(width[k] - cells[k].size(), ' ');
        if (k > 0)
          out += "  ";
        bool last = k + 1 == cells.size();
        out += k == 0 ? cells[k] + space : last ? cells[k] : space + cells[k];
      }
      out += '\n';
    }
    return out;
  }

private:
  std::vector<std::vector<std::string>> lines;
  std::vector<size_t> width;
};
} // namespace

std::string partita::solver::print(const Problem &problem,
                                   const Explanation &explanation) {
  const Verdict &verdict = explanation.verdict;
  std::string why = whyInfeasible(problem, verdict);
  if (!verdict.error.empty())
    return "no plan: " + why + "\n";
  std::string out = "cost " + str(verdict.cost) + " = nodes " +
                    str(explanation.nodeCost) + " + edges " +
                    str(explanation.edgeCost) + "\n";
  if (!why.empty())
    out += "not feasible: " + why + "\n";
  Table nodes;
  nodes.add({"dearest nodes", "strategy", "cost", "changed alone"});
  for (const DearNode &node : explanation.nodes)
    nodes.add(
        {"  node " + str(node.node),
         str(node.strategy) + " of " + str(problem.numStrategies(node.node)),
         costText(node.cost), nextText(node.next, false)});
  out += nodes.text();
  Table edges;
  edges.add({"dearest edges", "cost", "changed alone"});
  for (const DearEdge &edge : explanation.edges)
    edges.add({"  edge " + str(edge.edge) + ": " +
                   str(problem.first(edge.edge)) + "-" +
                   str(problem.second(edge.edge)),
               costText(edge.cost), nextText(edge.next, true)});
  out += edges.text();
  if (problem.numLimits() == 0)
    return out;
  Table moments;
  moments.add(
      {"fullest moments", "live", "limit", "full", "held by (least possible)"});
  for (const FullMoment &moment : explanation.moments) {
    char full[32] = "-";
    if (moment.limit > 0)
      std::snprintf(full, sizeof full, "%.1f%%",
                    100 * double(moment.live) / double(moment.limit));
    std::string holders;
    for (size_t k = 0; k < moment.holders.size() && k < 4; ++k) {
      const Holder &holder = moment.holders[k];
      holders += (holders.empty() ? "" : ", ") + ("node " + str(holder.node)) +
                 ": " + str(holder.use) + " (" + str(holder.least) + ")";
    }
    moments.add({"  class " + str(moment.cls) + " at " + str(moment.moment),
                 str(moment.live), str(moment.limit), full, holders});
  }
  return out + moments.text();
}
