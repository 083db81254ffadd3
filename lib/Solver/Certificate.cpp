//===- Certificate.cpp - Replaying a certificate ------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written to be read by someone who trusts nothing else here: plain 128-bit
// integers, overflow refused, no code shared with the solver.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Certificate.h"

#include <algorithm>
#include <map>

using namespace partita::solver;

namespace {

using Wide = __int128;
/// Forbidden; far above any sum of finite costs.
const Wide Never = Wide(1) << 125;
/// Sums of finite costs beyond this are refused as overflow.
const Wide Largest = Wide(1) << 122;
/// No step may ask for more memory than this stands for.
const size_t MostStates = size_t(1) << 20, MostEntries = size_t(1) << 26;

class Replay {
public:
  Replay(const Problem &problem, const Certificate &certificate)
      : problem(problem), certificate(certificate) {}
  CertifiedBound run();

private:
  struct Variable {
    bool alive = true;
    std::vector<Wide> cost;
    std::map<int, int> edges; // by neighbour
  };
  struct Edge {
    int a, b;
    std::vector<Wide> table; // row-major over (state of a, state of b)
  };

  bool fail(const std::string &what) {
    if (error.empty())
      error = what;
    return false;
  }
  Wide plus(Wide x, Wide y) {
    if (x == Never || y == Never)
      return Never;
    Wide sum = x + y; // both within Largest: no overflow
    if (sum > Largest || sum < -Largest) {
      fail("sums overflow 122 bits");
      return 0;
    }
    return sum;
  }
  int states(int v) const { return int(variables[v].cost.size()); }
  Wide &at(int edge, int v, int s, int t) {
    Edge &e = edges[edge];
    return e.a == v ? e.table[size_t(s) * states(e.b) + t]
                    : e.table[size_t(t) * states(e.b) + s];
  }
  /// A table seen from v: row-major over (state of v, state of the other).
  std::vector<Wide> seenFrom(int edge, int v);
  void addEdge(int a, int b, std::vector<Wide> table);
  void removeEdge(int edge);
  void keepStates(int v, const std::vector<int> &kept);

  bool prices();
  bool unsupported(const Certificate::Step &step, std::vector<char> &drop);
  bool dominated(const Certificate::Step &step, std::vector<char> &drop);
  bool apply(const Certificate::Step &step);
  bool mergeStep(int a, int b);
  bool foldStep(int a);
  bool eliminateStep(int a);
  bool messages();

  const Problem &problem;
  const Certificate &certificate;
  std::vector<Variable> variables;
  std::vector<Edge> edges;
  Wide constant = 0;
  int bits = 0; // costs count in units of 2^-bits
  bool impossible = false;
  std::string error;
};

} // namespace

static std::string str(int64_t value) { return std::to_string(value); }

std::vector<Wide> Replay::seenFrom(int edge, int v) {
  const Edge &e = edges[edge];
  if (e.a == v)
    return e.table;
  std::vector<Wide> table;
  table.reserve(e.table.size());
  for (int s = 0; s < states(e.b); ++s)
    for (int t = 0; t < states(e.a); ++t)
      table.push_back(e.table[size_t(t) * states(e.b) + s]);
  return table;
}

void Replay::addEdge(int a, int b, std::vector<Wide> table) {
  auto found = variables[a].edges.find(b);
  if (found == variables[a].edges.end()) {
    variables[a].edges[b] = variables[b].edges[a] = int(edges.size());
    edges.push_back({a, b, std::move(table)});
    return;
  }
  size_t k = 0;
  for (int s = 0; s < states(a); ++s)
    for (int t = 0; t < states(b); ++t, ++k) {
      Wide &cost = at(found->second, a, s, t);
      cost = plus(cost, table[k]);
    }
}

void Replay::removeEdge(int edge) {
  Edge &e = edges[edge];
  variables[e.a].edges.erase(e.b);
  variables[e.b].edges.erase(e.a);
  e.table = std::vector<Wide>();
}

/// Makes the states of v copies of the given ones, in that order.
void Replay::keepStates(int v, const std::vector<int> &kept) {
  for (auto &[other, edge] : variables[v].edges) {
    std::vector<Wide> from = seenFrom(edge, v), table;
    int others = states(other);
    table.reserve(kept.size() * others);
    for (int s : kept)
      table.insert(table.end(), from.begin() + size_t(s) * others,
                   from.begin() + size_t(s + 1) * others);
    edges[edge] = {v, other, std::move(table)};
  }
  std::vector<Wide> cost;
  for (int s : kept)
    cost.push_back(variables[v].cost[s]);
  variables[v].cost = std::move(cost);
}

/// Sets up the priced problem.
bool Replay::prices() {
  if (certificate.priceBits < 0 || certificate.priceBits > 48 ||
      certificate.messageBits < 0 || certificate.messageBits > 48)
    return fail("expects 0 to 48 bits for prices and messages");
  bits = std::max(certificate.priceBits, certificate.messageBits);
  auto scaled = [&](Cost cost) {
    return cost == Forbidden         ? Never
           : certificate.feasibility ? Wide(0)
                                     : cost * (Wide(1) << bits);
  };
  int n = problem.numNodes();
  variables.resize(n);
  for (int i = 0; i < n; ++i)
    for (Cost cost : problem.costs(i))
      variables[i].cost.push_back(scaled(cost));
  for (int c = 0; c < problem.numLimits(); ++c) {
    std::map<int64_t, Wide> priceAt;
    for (const Certificate::Price &price : certificate.prices) {
      if (price.cls < 0 || price.cls >= problem.numLimits() || price.price < 0)
        return fail("expects prices >= 0 of classes below " +
                    str(problem.numLimits()));
      if (price.cls != c)
        continue;
      Wide unit = price.price * (Wide(1) << (bits - certificate.priceBits));
      // At most 2^63 * 2^48, times a limit of at most 2^61.
      if (unit > 0 && Wide(problem.limit(c)) > Largest / unit)
        return fail("prices overflow 122 bits");
      priceAt[price.moment] = plus(priceAt[price.moment], unit);
      constant = plus(constant, -(unit * problem.limit(c)));
    }
    std::vector<int64_t> moments;
    std::vector<Wide> before{0}; // sums of the prices before each moment
    for (auto &[moment, price] : priceAt) {
      moments.push_back(moment);
      before.push_back(plus(before.back(), price));
    }
    for (int i = 0; i < n; ++i) {
      auto index = [&](int64_t moment) {
        return std::lower_bound(moments.begin(), moments.end(), moment) -
               moments.begin();
      };
      Wide price =
          before[index(problem.end(i))] - before[index(problem.begin(i))];
      for (int s = 0; s < states(i) && price > 0; ++s) {
        Wide use = problem.memory(i, c, s);
        if (use > Largest / price)
          return fail("prices overflow 122 bits");
        variables[i].cost[s] = plus(variables[i].cost[s], price * use);
      }
    }
  }
  for (int e = 0; e < problem.numEdges(); ++e) {
    std::vector<Wide> table;
    for (Cost cost : problem.entries(problem.table(e)))
      table.push_back(scaled(cost));
    addEdge(problem.first(e), problem.second(e), std::move(table));
  }
  return error.empty();
}

bool Replay::unsupported(const Certificate::Step &step,
                         std::vector<char> &drop) {
  int edge = -1;
  if (step.b >= 0) {
    auto found = variables[step.a].edges.find(step.b);
    if (found == variables[step.a].edges.end())
      return fail("u: no edge between " + str(step.a) + " and " + str(step.b));
    edge = found->second;
  }
  for (int s : step.states) {
    if (s < 0 || s >= states(step.a))
      return fail("u: " + str(step.a) + " has no state " + str(s));
    drop[s] = 1;
    if (step.b < 0) {
      if (variables[step.a].cost[s] != Never)
        return fail("u: state " + str(s) + " of " + str(step.a) +
                    " is not forbidden");
      continue;
    }
    for (int t = 0; t < states(step.b); ++t)
      if (at(edge, step.a, s, t) != Never)
        return fail("u: state " + str(s) + " of " + str(step.a) +
                    " has a partner");
  }
  return true;
}

bool Replay::dominated(const Certificate::Step &step, std::vector<char> &drop) {
  if (step.states.size() % 2)
    return fail("d: expects pairs of states");
  for (size_t k = 0; k < step.states.size(); k += 2) {
    int s = step.states[k], t = step.states[k + 1];
    for (int state : {s, t})
      if (state < 0 || state >= states(step.a) || drop[state])
        return fail("d: " + str(step.a) + " has no state " + str(state));
    const std::vector<Wide> &cost = variables[step.a].cost;
    if (s == t || cost[t] == Never)
      return fail("d: expects another, allowed state");
    Wide gain = plus(cost[s], -cost[t]);
    for (auto &[other, edge] : variables[step.a].edges) {
      Wide least = Never;
      for (int x = 0; x < states(other); ++x) {
        Wide here = at(edge, step.a, s, x), there = at(edge, step.a, t, x);
        if (here == Never)
          continue;
        if (there == Never)
          return fail("d: state " + str(t) + " of " + str(step.a) +
                      " is forbidden where state " + str(s) + " is not");
        least = std::min(least, plus(here, -there));
      }
      gain = plus(gain, least);
    }
    if (gain < 0)
      return fail("d: state " + str(s) + " of " + str(step.a) +
                  " can be better than state " + str(t));
    drop[s] = 1;
  }
  return true;
}

bool Replay::mergeStep(int a, int b) {
  if (b < 0 || b >= problem.numNodes() || !variables[a].edges.count(b))
    return fail("m: no edge between " + str(a) + " and " + str(b));
  std::vector<Wide> table = seenFrom(variables[a].edges[b], a), cost;
  std::vector<int> ofA, ofB;
  for (int s = 0; s < states(a); ++s)
    for (int t = 0; t < states(b); ++t) {
      Wide edge = table[size_t(s) * states(b) + t];
      if (edge == Never)
        continue;
      ofA.push_back(s);
      ofB.push_back(t);
      cost.push_back(
          plus(plus(variables[a].cost[s], variables[b].cost[t]), edge));
    }
  if (ofA.size() > MostStates)
    return fail("m: expects at most 2^20 states");
  removeEdge(variables[a].edges[b]);
  bool same = int(ofA.size()) == states(a);
  for (size_t k = 0; same && k < ofA.size(); ++k)
    same = ofA[k] == int(k);
  if (!same)
    keepStates(a, ofA);
  keepStates(b, ofB);
  variables[a].cost = cost;
  while (!variables[b].edges.empty()) {
    auto [other, edge] = *variables[b].edges.begin();
    std::vector<Wide> moved = seenFrom(edge, b);
    removeEdge(edge);
    addEdge(a, other, std::move(moved));
  }
  variables[b] = Variable();
  variables[b].alive = false;
  impossible |= cost.empty();
  return true;
}

bool Replay::foldStep(int a) {
  if (states(a) != 1)
    return fail("f: " + str(a) + " has " + str(states(a)) + " states");
  while (!variables[a].edges.empty()) {
    auto [other, edge] = *variables[a].edges.begin();
    for (int t = 0; t < states(other); ++t)
      variables[other].cost[t] =
          plus(variables[other].cost[t], at(edge, a, 0, t));
    removeEdge(edge);
  }
  constant = plus(constant, variables[a].cost[0]);
  variables[a] = Variable();
  variables[a].alive = false;
  return true;
}

bool Replay::eliminateStep(int a) {
  if (variables[a].edges.size() > 2)
    return fail("e: " + str(a) + " has more than two neighbours");
  // A missing neighbour is one with a single state that costs nothing.
  std::vector<int> neighbours;
  std::vector<std::vector<Wide>> tables;
  while (!variables[a].edges.empty()) {
    auto [other, edge] = *variables[a].edges.begin();
    neighbours.push_back(other);
    tables.push_back(seenFrom(edge, a));
    removeEdge(edge);
  }
  size_t n[2] = {1, 1};
  for (size_t k = 0; k < neighbours.size(); ++k)
    n[k] = states(neighbours[k]);
  while (tables.size() < 2)
    tables.push_back(std::vector<Wide>(states(a), 0));
  if (n[0] * n[1] > MostEntries)
    return fail("e: expects at most 2^26 entries");
  std::vector<Wide> best(n[0] * n[1], Never);
  for (int s = 0; s < states(a); ++s)
    for (size_t x = 0; x < n[0]; ++x)
      for (size_t y = 0; y < n[1]; ++y) {
        Wide &least = best[x * n[1] + y];
        least = std::min(
            least, plus(variables[a].cost[s], plus(tables[0][s * n[0] + x],
                                                   tables[1][s * n[1] + y])));
      }
  if (neighbours.empty())
    constant = plus(constant, best[0]);
  else if (neighbours.size() == 1)
    for (size_t x = 0; x < n[0]; ++x) {
      Wide &cost = variables[neighbours[0]].cost[x];
      cost = plus(cost, best[x]);
    }
  else
    addEdge(neighbours[0], neighbours[1], std::move(best));
  variables[a] = Variable();
  variables[a].alive = false;
  return true;
}

bool Replay::apply(const Certificate::Step &step) {
  if (step.a < 0 || step.a >= problem.numNodes() || !variables[step.a].alive)
    return fail("there is no variable " + str(step.a));
  std::vector<char> drop(states(step.a), 0);
  switch (step.kind) {
  case 'u':
  case 'd': {
    if (!(step.kind == 'u' ? unsupported(step, drop) : dominated(step, drop)))
      return false;
    std::vector<int> kept;
    for (int s = 0; s < states(step.a); ++s)
      if (!drop[s])
        kept.push_back(s);
    keepStates(step.a, kept);
    impossible |= kept.empty();
    return true;
  }
  case 'm':
    return mergeStep(step.a, step.b);
  case 'f':
    return foldStep(step.a);
  case 'e':
    return eliminateStep(step.a);
  }
  return fail(std::string("there is no step '") + step.kind + "'");
}

bool Replay::messages() {
  Wide unit = Wide(1) << (bits - certificate.messageBits);
  for (const Certificate::Message &message : certificate.messages) {
    int a = message.a, b = message.b;
    if (a < 0 || a >= problem.numNodes() || !variables[a].edges.count(b))
      return fail("message: no edge between " + str(a) + " and " + str(b));
    if (int(message.gainA.size()) != states(a) ||
        int(message.gainB.size()) != states(b))
      return fail("message " + str(a) + ", " + str(b) +
                  ": expects a number per state");
    int edge = variables[a].edges[b];
    for (int s = 0; s < states(a); ++s)
      for (int t = 0; t < states(b); ++t) {
        Wide &cost = at(edge, a, s, t);
        cost = plus(cost, message.gainA[s] * unit + message.gainB[t] * unit);
      }
    auto lose = [&](int v, const std::vector<int64_t> &gain) {
      for (int s = 0; s < states(v); ++s)
        variables[v].cost[s] = plus(variables[v].cost[s], -(gain[s] * unit));
    };
    lose(a, message.gainA);
    lose(b, message.gainB);
  }
  return error.empty();
}

CertifiedBound Replay::run() {
  CertifiedBound result;
  if (certificate.fingerprint != problem.fingerprint())
    fail("the certificate is for another problem");
  bool good = error.empty() && prices();
  for (size_t k = 0; good && !impossible && k < certificate.steps.size(); ++k)
    if (!apply(certificate.steps[k]) || !error.empty()) {
      error = "step " + str(int64_t(k)) + ": " + error;
      good = false;
    }
  if (good && !impossible)
    good = messages();
  Wide bound = constant;
  for (size_t v = 0; good && !impossible && v < variables.size(); ++v)
    if (variables[v].alive)
      bound = plus(bound, *std::min_element(variables[v].cost.begin(),
                                            variables[v].cost.end()));
  for (const Edge &edge : edges)
    if (good && !impossible && !edge.table.empty())
      bound =
          plus(bound, *std::min_element(edge.table.begin(), edge.table.end()));
  result.error = error;
  if (!error.empty())
    return result;
  if (impossible || bound == Never || (certificate.feasibility && bound > 0)) {
    result.infeasible = true;
    return result;
  }
  // Rounded up; costs are never negative.
  Wide whole = (bound + (Wide(1) << bits) - 1) >> bits;
  result.bound = whole < 0 || certificate.feasibility
                     ? 0
                     : Cost(std::min<Wide>(whole, MaxTotal));
  return result;
}

CertifiedBound partita::solver::recomputeBound(const Problem &problem,
                                               const Certificate &certificate) {
  return Replay(problem, certificate).run();
}
