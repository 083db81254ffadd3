//===- ProblemIO.cpp - Problems and answers as JSON ---------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contest keeps nodes and edges as parallel lists, in any order, so the
// lists are read first and put together afterwards. Edge tables are shared
// while reading: a file repeats some thousand tables tens of thousands times.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/ProblemIO.h"

#include "JsonReader.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace partita::solver;

namespace {
/// Lists of numbers, end to end.
struct NumberLists {
  std::vector<Cost> numbers;
  std::vector<size_t> ends;
  size_t size() const { return ends.size(); }
  std::vector<Cost> list(size_t i) const {
    return std::vector<Cost>(numbers.begin() + (i ? ends[i - 1] : 0),
                             numbers.begin() + ends[i]);
  }
};

/// The lists of a file.
struct Lists {
  std::vector<std::pair<int64_t, int64_t>> intervals, pairs;
  NumberLists costs, usages;
  std::vector<int> tables;
  std::optional<int64_t> limit;
};
} // namespace

static std::string str(size_t value) { return std::to_string(value); }

static void readPairs(JsonReader &in, int64_t least, int64_t most,
                      std::vector<std::pair<int64_t, int64_t>> &out) {
  for (in.beginArray(); in.nextItem();) {
    int64_t pair[2] = {0, 0};
    size_t count = 0;
    for (in.beginArray(); in.nextItem(); ++count)
      if (count < 2)
        pair[count] = in.integer(least, most);
      else
        in.skip();
    if (count != 2)
      in.complain("expects two numbers, got " + str(count));
    out.push_back({pair[0], pair[1]});
  }
}

/// Reads a list of numbers from 0 to `Forbidden`.
static void readNumbers(JsonReader &in, std::vector<Cost> &out) {
  for (in.beginArray(); in.nextItem();)
    out.push_back(in.integer(0, Forbidden));
}

static void readNumberLists(JsonReader &in, NumberLists &out) {
  for (in.beginArray(); in.nextItem();) {
    readNumbers(in, out.numbers);
    out.ends.push_back(out.numbers.size());
  }
}

static void readNodes(JsonReader &in, Lists &lists) {
  Keys keys(in);
  std::string key;
  for (in.beginObject(); in.nextKey(key);) {
    if (keys.is(key, "intervals"))
      readPairs(in, -MaxTotal, MaxTotal, lists.intervals);
    else if (keys.is(key, "costs"))
      readNumberLists(in, lists.costs);
    else if (keys.is(key, "usages"))
      readNumberLists(in, lists.usages);
    else
      in.skip();
  }
  if (!keys.require({"intervals", "costs", "usages"}))
    return;
  if (lists.intervals.size() != lists.costs.size() ||
      lists.usages.size() != lists.costs.size())
    in.complain("expects lists of one length, got " +
                str(lists.intervals.size()) + " intervals, " +
                str(lists.costs.size()) + " costs and " +
                str(lists.usages.size()) + " usages");
}

static void readEdges(JsonReader &in, Lists &lists, Problem &problem) {
  Keys keys(in);
  std::string key;
  std::vector<Cost> numbers;
  for (in.beginObject(); in.nextKey(key);) {
    if (keys.is(key, "nodes")) {
      readPairs(in, 0, INT32_MAX, lists.pairs);
    } else if (keys.is(key, "costs")) {
      for (in.beginArray(); in.nextItem();) {
        numbers.clear();
        readNumbers(in, numbers);
        lists.tables.push_back(problem.addTable(numbers));
      }
    } else {
      in.skip();
    }
  }
  if (!keys.require({"nodes", "costs"}))
    return;
  if (lists.pairs.size() != lists.tables.size())
    in.complain("expects lists of one length, got " + str(lists.pairs.size()) +
                " nodes and " + str(lists.tables.size()) + " costs");
}

static void readBody(JsonReader &in, Lists &lists, Problem &problem) {
  Keys keys(in);
  std::string key;
  for (in.beginObject(); in.nextKey(key);) {
    if (keys.is(key, "nodes"))
      readNodes(in, lists);
    else if (keys.is(key, "edges"))
      readEdges(in, lists, problem);
    else if (keys.is(key, "usage_limit")) {
      if (!in.null())
        lists.limit = in.integer(0, MaxTotal);
    } else {
      in.skip();
    }
  }
  keys.require({"nodes", "edges"});
}

static std::optional<Problem> read(JsonReader &in, std::string &error) {
  Problem problem;
  Lists lists;
  Keys keys(in);
  std::string key;
  for (in.beginObject(); in.nextKey(key);)
    if (keys.is(key, "problem"))
      readBody(in, lists, problem);
    else
      in.skip();
  keys.require({"problem"});
  in.finish();
  error = in.error();
  if (!error.empty())
    return std::nullopt;
  if (lists.limit)
    problem.addLimit(*lists.limit);
  for (size_t i = 0; i < lists.costs.size(); ++i) {
    std::vector<Cost> costs = lists.costs.list(i), uses = lists.usages.list(i);
    // Usages are checked even where no limit makes them count.
    if (!lists.limit && uses.size() != costs.size()) {
      error = "node " + str(i) + " expects " + str(costs.size()) +
              " usages, got " + str(uses.size());
      return std::nullopt;
    }
    if (!lists.limit)
      uses.clear();
    problem.addNode(lists.intervals[i].first, lists.intervals[i].second, costs,
                    uses);
  }
  for (size_t e = 0; e < lists.pairs.size(); ++e)
    problem.addEdge(lists.pairs[e].first, lists.pairs[e].second,
                    lists.tables[e]);
  for (const std::string &message : problem.check())
    error += (error.empty() ? "" : "\n") + message;
  if (!error.empty())
    return std::nullopt;
  return problem;
}

std::optional<Problem> partita::solver::readProblem(const std::string &path,
                                                    std::string &error) {
  error.clear();
  JsonReader in;
  in.openFile(path);
  return read(in, error);
}

std::optional<Problem> partita::solver::parseProblem(std::string_view text,
                                                     std::string &error) {
  error.clear();
  JsonReader in;
  in.openText(text);
  return read(in, error);
}

std::optional<Solution> partita::solver::readSolution(const std::string &path,
                                                      std::string &error) {
  JsonReader in;
  in.openFile(path);
  Solution solution;
  for (in.beginArray(); in.nextItem();)
    solution.push_back(int32_t(in.integer(0, INT32_MAX)));
  in.finish();
  error = in.error();
  if (!error.empty())
    return std::nullopt;
  return solution;
}

/// Where text for `path` goes first. What is no regular file (a terminal,
/// /dev/null) is written to as it is.
static std::string freshPath(const std::string &path) {
  struct stat status;
  bool inPlace = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  return inPlace ? path : path + "." + std::to_string(getpid()) + ".new";
}

static std::string cannotWrite(const std::string &path) {
  return "cannot write '" + path + "': " + std::strerror(errno);
}

bool partita::solver::canWrite(const std::string &path, std::string &error) {
  std::string fresh = freshPath(path);
  std::FILE *file = std::fopen(fresh.c_str(), "ab");
  if (!file) {
    error = cannotWrite(path);
    return false;
  }
  std::fclose(file);
  if (fresh != path)
    std::remove(fresh.c_str());
  return true;
}

bool partita::solver::writeTextFile(const std::string &path,
                                    const std::string &text,
                                    std::string &error) {
  std::string fresh = freshPath(path);
  bool inPlace = fresh == path;
  std::FILE *file = std::fopen(fresh.c_str(), "wb");
  bool good = file != nullptr;
  if (file) {
    good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    good &= std::fclose(file) == 0;
    good = good && (inPlace || !std::rename(fresh.c_str(), path.c_str()));
  }
  if (good)
    return true;
  error = cannotWrite(path);
  if (file && !inPlace)
    std::remove(fresh.c_str());
  return false;
}

bool partita::solver::writeSolution(const std::string &path,
                                    const Solution &solution,
                                    std::string &error) {
  std::string text = "[";
  for (size_t i = 0; i < solution.size(); ++i)
    text += (i ? ", " : "") + std::to_string(solution[i]);
  return writeTextFile(path, text + "]\n", error);
}
