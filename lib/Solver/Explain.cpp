//===- Explain.cpp - What makes a plan dear -----------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Explain.h. Like `verify` this goes by the definition of the problem and
// knows of no solver.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Explain.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace partita::solver;

namespace {

/// The memory live at the moments of one class at which it changes.
struct Profile {
  std::vector<int64_t> moments, live; // live from each moment to the next
  /// Whether what is live then may be the most of its surroundings: something
  /// begins there, and something ends at the next moment.
  std::vector<char> top;
};

class Explainer {
public:
  Explainer(const Problem &problem, const Solution &solution);

  /// Kept, as every dear edge of a hub asks for it.
  const NextBest &changeOf(int node) {
    auto [found, fresh] = changes.emplace(node, NextBest());
    if (fresh)
      found->second = findChange(node);
    return found->second;
  }
  Cost paid(int node) const { return problem.costs(node)[solution[node]]; }
  Cost paidAt(int edge) const {
    return problem.entry(edge, solution[problem.first(edge)],
                         solution[problem.second(edge)]);
  }
  std::vector<FullMoment> fullest(size_t most) const;

private:
  NextBest findChange(int node) const;
  bool costWith(int node, int strategy, Cost &cost) const;
  bool fitsWith(int node, int strategy) const;
  std::vector<Holder> holdersAt(int cls, int64_t moment, size_t most) const;

  const Problem &problem;
  const Solution &solution;
  std::vector<std::vector<int>> edgesOf;
  std::vector<Profile> profiles;
  std::map<int, NextBest> changes; // of the nodes asked for
};

} // namespace

Explainer::Explainer(const Problem &problem, const Solution &solution)
    : problem(problem), solution(solution), edgesOf(problem.numNodes()) {
  for (int e = 0; e < problem.numEdges(); ++e) {
    edgesOf[problem.first(e)].push_back(e);
    edgesOf[problem.second(e)].push_back(e);
  }
  for (int c = 0; c < problem.numLimits(); ++c) {
    struct Event {
      int64_t moment, change;
      bool begins;
    };
    std::vector<Event> events;
    for (int i = 0; i < problem.numNodes(); ++i) {
      if (problem.begin(i) == problem.end(i))
        continue;
      int64_t use = problem.memory(i, c, solution[i]);
      events.push_back({problem.begin(i), use, true});
      events.push_back({problem.end(i), -use, false});
    }
    std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
      return a.moment < b.moment;
    });
    Profile profile;
    std::vector<char> begins, ends;
    int64_t live = 0;
    for (const Event &event : events) {
      live += event.change;
      if (profile.moments.empty() || profile.moments.back() != event.moment) {
        profile.moments.push_back(event.moment);
        profile.live.push_back(0);
        begins.push_back(0);
        ends.push_back(0);
      }
      profile.live.back() = live;
      (event.begins ? begins : ends).back() = 1;
    }
    for (size_t k = 0; k < begins.size(); ++k)
      profile.top.push_back(k + 1 < ends.size() && begins[k] && ends[k + 1]);
    profiles.push_back(std::move(profile));
  }
}

/// What a node and its edges cost with a strategy, forbidden entries left out.
/// Returns whether there are none.
bool Explainer::costWith(int node, int strategy, Cost &cost) const {
  cost = 0;
  bool allowed = true;
  auto pay = [&](Cost entry) {
    if (entry == Forbidden)
      allowed = false;
    else
      cost += entry;
  };
  pay(problem.costs(node)[strategy]);
  for (int e : edgesOf[node])
    pay(problem.first(e) == node
            ? problem.entry(e, strategy, solution[problem.second(e)])
            : problem.entry(e, solution[problem.first(e)], strategy));
  return allowed;
}

bool Explainer::fitsWith(int node, int strategy) const {
  if (problem.begin(node) == problem.end(node))
    return true;
  for (int c = 0; c < problem.numLimits(); ++c) {
    int64_t more = problem.memory(node, c, strategy) -
                   problem.memory(node, c, solution[node]);
    const Profile &profile = profiles[c];
    size_t k = std::lower_bound(profile.moments.begin(), profile.moments.end(),
                                problem.begin(node)) -
               profile.moments.begin();
    for (; profile.moments[k] < problem.end(node); ++k)
      if (profile.live[k] + more > problem.limit(c))
        return false;
  }
  return true;
}

NextBest Explainer::findChange(int node) const {
  NextBest next;
  Cost now = 0;
  costWith(node, solution[node], now);
  for (int s = 0; s < problem.numStrategies(node); ++s) {
    Cost cost = 0;
    if (s == solution[node] || !costWith(node, s, cost))
      continue;
    Change change{node, s, cost - now, false};
    bool cheapest = !next.cheapest || change.more < next.cheapest->more;
    bool fitting = !next.fitting || change.more < next.fitting->more;
    if (!cheapest && !fitting)
      continue;
    change.fits = fitsWith(node, s);
    if (cheapest)
      next.cheapest = change;
    if (fitting && change.fits)
      next.fitting = change;
  }
  return next;
}

std::vector<Holder> Explainer::holdersAt(int cls, int64_t moment,
                                         size_t most) const {
  std::vector<Holder> holders;
  for (int i = 0; i < problem.numNodes(); ++i) {
    int64_t use = problem.memory(i, cls, solution[i]);
    if (problem.begin(i) > moment || problem.end(i) <= moment || use == 0)
      continue;
    int64_t least = use;
    for (int s = 0; s < problem.numStrategies(i); ++s)
      least = std::min(least, problem.memory(i, cls, s));
    holders.push_back({i, use, least});
  }
  std::sort(holders.begin(), holders.end(),
            [](const Holder &a, const Holder &b) {
              return std::tie(b.use, a.node) < std::tie(a.use, b.node);
            });
  if (holders.size() > most)
    holders.resize(most);
  return holders;
}

std::vector<FullMoment> Explainer::fullest(size_t most) const {
  std::vector<FullMoment> all, chosen;
  for (int c = 0; c < problem.numLimits(); ++c)
    for (size_t k = 0; k < profiles[c].moments.size(); ++k)
      if (profiles[c].top[k] && profiles[c].live[k] > 0)
        all.push_back({c,
                       profiles[c].moments[k],
                       profiles[c].live[k],
                       problem.limit(c),
                       {}});
  std::sort(all.begin(), all.end(),
            [](const FullMoment &a, const FullMoment &b) {
              auto fullA = __int128(a.live) * b.limit;
              auto fullB = __int128(b.live) * a.limit;
              return std::tie(fullB, a.cls, a.moment) <
                     std::tie(fullA, b.cls, b.moment);
            });
  for (FullMoment &moment : all) {
    if (chosen.size() == most)
      break;
    bool told = false;
    for (const FullMoment &other : chosen) {
      bool same = other.cls == moment.cls;
      for (size_t k = 0; k < std::min<size_t>(3, other.holders.size()); ++k)
        same &= problem.begin(other.holders[k].node) <= moment.moment &&
                moment.moment < problem.end(other.holders[k].node);
      told |= same;
    }
    if (told)
      continue;
    moment.holders =
        holdersAt(moment.cls, moment.moment, std::max<size_t>(most, 3));
    chosen.push_back(std::move(moment));
  }
  for (FullMoment &moment : chosen)
    if (moment.holders.size() > most)
      moment.holders.resize(most);
  return chosen;
}

/// The indices of the `most` largest of `size` values that are above 0.
template <typename F>
static std::vector<int> largest(int size, size_t most, F value) {
  std::vector<int> index;
  for (int k = 0; k < size; ++k)
    if (value(k) > 0)
      index.push_back(k);
  auto before = [&](int a, int b) {
    Cost va = value(a), vb = value(b);
    return std::tie(vb, a) < std::tie(va, b);
  };
  most = std::min(most, index.size());
  std::partial_sort(index.begin(), index.begin() + most, index.end(), before);
  index.resize(most);
  return index;
}

/// The better of two changes, either of which may be absent.
static std::optional<Change> cheaper(const std::optional<Change> &a,
                                     const std::optional<Change> &b) {
  if (!a || !b)
    return a ? a : b;
  return std::tie(b->more, b->node) < std::tie(a->more, a->node) ? b : a;
}

Explanation partita::solver::explain(const Problem &problem,
                                     const Solution &solution, size_t most) {
  Explanation explanation;
  explanation.verdict = verify(problem, solution);
  if (!explanation.verdict.error.empty())
    return explanation;
  Explainer explainer(problem, solution);
  for (int i = 0; i < problem.numNodes(); ++i)
    if (Cost cost = explainer.paid(i); cost < Forbidden)
      explanation.nodeCost += cost;
  explanation.edgeCost = explanation.verdict.cost - explanation.nodeCost;
  for (int i : largest(problem.numNodes(), most,
                       [&](int i) { return explainer.paid(i); }))
    explanation.nodes.push_back(
        {i, solution[i], explainer.paid(i), explainer.changeOf(i)});
  for (int e : largest(problem.numEdges(), most,
                       [&](int e) { return explainer.paidAt(e); })) {
    const NextBest &a = explainer.changeOf(problem.first(e));
    const NextBest &b = explainer.changeOf(problem.second(e));
    explanation.edges.push_back(
        {e,
         explainer.paidAt(e),
         {cheaper(a.cheapest, b.cheapest), cheaper(a.fitting, b.fitting)}});
  }
  explanation.moments = explainer.fullest(most);
  return explanation;
}

Difference partita::solver::compare(const Problem &problem,
                                    const Solution &first,
                                    const Solution &second, size_t most) {
  auto finite = [](Cost cost) { return cost == Forbidden ? 0 : cost; };
  auto nodeMore = [&](int i) {
    return finite(problem.costs(i)[second[i]]) -
           finite(problem.costs(i)[first[i]]);
  };
  auto edgeMore = [&](int e) {
    int a = problem.first(e), b = problem.second(e);
    return finite(problem.entry(e, second[a], second[b])) -
           finite(problem.entry(e, first[a], first[b]));
  };
  Difference difference;
  for (int i = 0; i < problem.numNodes(); ++i) {
    difference.more += nodeMore(i);
    difference.differing += first[i] != second[i];
  }
  for (int e = 0; e < problem.numEdges(); ++e)
    difference.more += edgeMore(e);
  for (int i : largest(problem.numNodes(), most,
                       [&](int i) { return std::abs(nodeMore(i)); }))
    difference.nodes.push_back({i, first[i], second[i], nodeMore(i)});
  for (int e : largest(problem.numEdges(), most,
                       [&](int e) { return std::abs(edgeMore(e)); }))
    difference.edges.push_back({e, edgeMore(e)});
  return difference;
}
