//===- Start.cpp - Beginning from an earlier answer ---------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Start.h.
//
//===----------------------------------------------------------------------===//

#include "Start.h"

#include "Search.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace partita::solver;

/// The index of the pair (s, t) among the allowed ones, which ascend; failing
/// that of one with s or with t, or -1.
static int32_t findPair(Span<int32_t> back, Span<int32_t> back2, int32_t s,
                        int32_t t) {
  auto range = std::equal_range(back.begin(), back.end(), s);
  size_t first = range.first - back.begin();
  size_t last = range.second - back.begin();
  auto partner =
      std::lower_bound(back2.begin() + first, back2.begin() + last, t);
  if (partner != back2.begin() + last && *partner == t)
    return int32_t(partner - back2.begin());
  if (first < last)
    return int32_t(first);
  auto any = std::find(back2.begin(), back2.end(), t);
  return any == back2.end() ? -1 : int32_t(any - back2.begin());
}

std::vector<int32_t> partita::solver::project(const Core &core,
                                              const Problem &problem,
                                              const Solution &solution) {
  std::vector<int32_t> states(core.vars.size(), -1);
  for (size_t v = 0; v < std::min(states.size(), solution.size()); ++v)
    if (solution[v] < problem.numStrategies(int(v)))
      states[v] = solution[v];
  return project(core, std::move(states));
}

std::vector<int32_t> partita::solver::project(const Core &core,
                                              std::vector<int32_t> states) {
  for (const Step &step : core.steps) {
    int32_t &state = states[step.a];
    Span<int32_t> back = core.tables.map(step.back);
    Span<int32_t> pairs = core.tables.map(step.states);
    switch (step.kind) {
    case Step::Dominated:
      // What is better may itself have gone later in the same step.
      for (size_t k = 0; k < pairs.size; k += 2)
        if (pairs[k] == state)
          state = pairs[k + 1];
      [[fallthrough]];
    case Step::Unsupported:
    case Step::Crowded:
    case Step::Chosen: {
      auto at = std::lower_bound(back.begin(), back.end(), state);
      state =
          at == back.end() || *at != state ? -1 : int32_t(at - back.begin());
      break;
    }
    case Step::Merge:
      state =
          findPair(back, core.tables.map(step.back2), state, states[step.b]);
      break;
    case Step::Fold:
    case Step::Eliminate: // gone; its best reaction comes with `expand`
      break;
    }
  }
  return states;
}

std::vector<int32_t>
partita::solver::select(const Model &model,
                        const std::vector<int32_t> &states) {
  std::vector<int32_t> choice;
  for (int v : model.var)
    choice.push_back(states[v]);
  return choice;
}

bool partita::solver::allowed(const Model &model,
                              const std::vector<int32_t> &choice) {
  for (int v = 0; v < model.size(); ++v)
    if (choice[v] < 0 || model.unary[model.at[v] + choice[v]] == Infinite)
      return false;
  return price(model, choice) < Infinite;
}

static uint64_t mix(uint64_t node, uint64_t state) {
  return Random(node * 0x100000001b3u + state).next();
}

/// The name of a state: a sum over the choices that it stands for, so that the
/// order of merging does not matter.
static std::vector<std::vector<uint64_t>> nameStates(const Problem &problem,
                                                     const Core &core) {
  std::vector<std::vector<uint64_t>> names(problem.numNodes());
  for (int v = 0; v < problem.numNodes(); ++v)
    for (int s = 0; s < problem.numStrategies(v); ++s)
      names[v].push_back(mix(v, s));
  for (const Step &step : core.steps) {
    if (step.kind == Step::Fold || step.kind == Step::Eliminate)
      continue;
    std::vector<uint64_t> &own = names[step.a], renamed;
    Span<int32_t> back = core.tables.map(step.back);
    Span<int32_t> back2 = core.tables.map(step.back2);
    for (size_t k = 0; k < back.size; ++k)
      renamed.push_back(own[back[k]] + (step.kind == Step::Merge
                                            ? names[step.b][back2[k]]
                                            : 0));
    own = std::move(renamed);
  }
  return names;
}

SavedDuals partita::solver::save(const Problem &problem, const Core &core,
                                 const Model &model, const Bound &bound) {
  SavedDuals saved;
  const Duals &duals = bound.duals();
  for (size_t r = 0; r < duals.price.size(); ++r)
    if (duals.price[r] > 0)
      saved.prices.push_back(
          {core.rows[r].cls, core.rows[r].moment, duals.price[r]});
  std::vector<std::vector<uint64_t>> names = nameStates(problem, core);
  for (int v : model.var)
    saved.variables.push_back({v, std::move(names[v])});
  for (const ModelEdge &edge : model.edges) {
    auto copy = [&](size_t at, int n) {
      return std::vector<double>(duals.messages.begin() + at,
                                 duals.messages.begin() + at + n);
    };
    saved.messages.push_back({edge.a, edge.b,
                              copy(edge.toA, model.states[edge.a]),
                              copy(edge.toB, model.states[edge.b])});
  }
  return saved;
}

namespace {
/// Where the states of one variable of the model were among the saved ones.
struct Places {
  int saved = -1; // the variable, -1 if there was none
  std::vector<int32_t> state;
};
} // namespace

static std::vector<Places> match(const Problem &problem, const Core &core,
                                 const Model &model, const SavedDuals &saved) {
  std::map<int, int> savedOf;
  for (size_t k = 0; k < saved.variables.size(); ++k)
    savedOf[saved.variables[k].node] = int(k);
  std::vector<std::vector<uint64_t>> names = nameStates(problem, core);
  std::vector<Places> places(model.size());
  for (int v = 0; v < model.size(); ++v) {
    auto found = savedOf.find(model.var[v]);
    if (found == savedOf.end())
      continue;
    places[v].saved = found->second;
    std::map<uint64_t, int32_t> stateOf;
    const std::vector<uint64_t> &old = saved.variables[found->second].states;
    for (size_t s = 0; s < old.size(); ++s)
      stateOf[old[s]] = int32_t(s);
    for (uint64_t name : names[model.var[v]]) {
      auto state = stateOf.find(name);
      places[v].state.push_back(state == stateOf.end() ? -1 : state->second);
    }
  }
  return places;
}

/// Prices go to the nearest rows of their class, since which of several similar
/// moments stands for all of them may differ.
static void loadPrices(const Core &core, const SavedDuals &saved,
                       std::vector<double> &price) {
  for (const SavedDuals::Price &from : saved.prices) {
    if (!(from.price > 0 && from.price < 1e18))
      continue;
    auto distance = [&](size_t r) {
      int64_t moment = core.rows[r].moment;
      return moment < from.moment ? uint64_t(from.moment) - uint64_t(moment)
                                  : uint64_t(moment) - uint64_t(from.moment);
    };
    // Rows ascend by class, then by moment.
    auto at =
        std::lower_bound(core.rows.begin(), core.rows.end(), from,
                         [](const Row &row, const SavedDuals::Price &wanted) {
                           return std::make_pair(row.cls, row.moment) <
                                  std::make_pair(wanted.cls, wanted.moment);
                         });
    size_t next = at - core.rows.begin(), nearest = core.rows.size();
    if (next < core.rows.size() && core.rows[next].cls == from.cls)
      nearest = next;
    if (next > 0 && core.rows[next - 1].cls == from.cls &&
        (nearest == core.rows.size() || distance(next - 1) < distance(next)))
      nearest = next - 1;
    if (nearest < core.rows.size())
      price[nearest] += from.price;
  }
}

Duals partita::solver::load(const Problem &problem, const Core &core,
                            const Model &model, const SavedDuals &saved) {
  Duals duals;
  duals.price.assign(model.capacity.size(), 0);
  duals.messages.assign(model.messages, 0);
  loadPrices(core, saved, duals.price);
  std::vector<Places> places = match(problem, core, model, saved);
  std::map<std::pair<int, int>, const SavedDuals::Message *> messageOf;
  for (const SavedDuals::Message &message : saved.messages)
    messageOf[{message.a, message.b}] = &message;
  for (const ModelEdge &edge : model.edges) {
    auto found = messageOf.find({places[edge.a].saved, places[edge.b].saved});
    if (found == messageOf.end())
      continue;
    auto copy = [&](const Places &from, const std::vector<double> &old,
                    size_t at) {
      // A state that was not there was not wanted: as dear as any other.
      double most = 0;
      for (double value : old)
        if (std::fabs(value) < 1e18)
          most = std::max(most, value);
      for (size_t s = 0; s < from.state.size(); ++s) {
        int32_t state = from.state[s];
        bool known = state >= 0 && size_t(state) < old.size() &&
                     std::fabs(old[state]) < 1e18;
        duals.messages[at + s] = known ? old[state] : most;
      }
    };
    copy(places[edge.a], found->second->toA, edge.toA);
    copy(places[edge.b], found->second->toB, edge.toB);
  }
  return duals;
}
