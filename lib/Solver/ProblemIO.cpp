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
/// The lists of a file.
struct Lists {
  std::vector<std::pair<int64_t, int64_t>> intervals, pairs;
  std::vector<std::vector<Cost>> costs, usages;
  std::vector<int> tables;
  bool hasNodes = false, hasEdges = false;
  std::optional<int64_t> limit;
};
} // namespace

static void readPairs(JsonReader &in, int64_t least, int64_t most,
                      std::vector<std::pair<int64_t, int64_t>> &out) {
  out.clear();
  for (in.beginArray(); in.nextItem();) {
    int64_t pair[2] = {0, 0};
    int count = 0;
    for (in.beginArray(); in.nextItem(); ++count) {
      if (count == 2) {
        in.fail("expects two numbers, got more");
        return;
      }
      pair[count] = in.integer(least, most);
    }
    if (count != 2)
      in.fail("expects two numbers, got " + std::to_string(count));
    out.push_back({pair[0], pair[1]});
  }
}

/// Reads a list of numbers from 0 to `Forbidden`.
static void readNumbers(JsonReader &in, std::vector<Cost> &out) {
  out.clear();
  for (in.beginArray(); in.nextItem();)
    out.push_back(in.integer(0, Forbidden));
}

static void readNumberLists(JsonReader &in,
                            std::vector<std::vector<Cost>> &out) {
  out.clear();
  std::vector<Cost> numbers;
  for (in.beginArray(); in.nextItem();) {
    readNumbers(in, numbers);
    out.push_back(numbers);
  }
}

static void readNodes(JsonReader &in, Lists &lists) {
  std::string key;
  for (in.beginObject(); in.nextKey(key);) {
    if (key == "intervals")
      readPairs(in, -MaxTotal, MaxTotal, lists.intervals);
    else if (key == "costs")
      readNumberLists(in, lists.costs);
    else if (key == "usages")
      readNumberLists(in, lists.usages);
    else
      in.skip();
  }
  lists.hasNodes = true;
}

static void readEdges(JsonReader &in, Lists &lists, Problem &problem) {
  std::string key;
  std::vector<Cost> numbers;
  for (in.beginObject(); in.nextKey(key);) {
    if (key == "nodes")
      readPairs(in, 0, INT32_MAX, lists.pairs);
    else if (key == "costs") {
      lists.tables.clear();
      for (in.beginArray(); in.nextItem();) {
        readNumbers(in, numbers);
        lists.tables.push_back(problem.addTable(numbers));
      }
    } else {
      in.skip();
    }
  }
  lists.hasEdges = true;
}

static std::optional<Problem> read(JsonReader &in, std::string &error) {
  Problem problem;
  Lists lists;
  std::string key;
  bool found = false;
  for (in.beginObject(); in.nextKey(key);) {
    if (key != "problem") {
      in.skip();
      continue;
    }
    if (found)
      in.fail("expects one problem, got a second");
    found = true;
    for (in.beginObject(); in.nextKey(key);) {
      if (key == "nodes")
        readNodes(in, lists);
      else if (key == "edges")
        readEdges(in, lists, problem);
      else if (key == "usage_limit") {
        lists.limit.reset();
        if (!in.null())
          lists.limit = in.integer(0, MaxTotal);
      } else {
        in.skip();
      }
    }
  }
  in.finish();
  if (!in.failed()) {
    if (!found)
      error = "expects an object with the key \"problem\"";
    else if (!lists.hasNodes || !lists.hasEdges)
      error = std::string("problem: expects the key \"") +
              (lists.hasNodes ? "edges" : "nodes") + "\"";
    else if (lists.intervals.size() != lists.costs.size() ||
             lists.usages.size() != lists.costs.size())
      error = "problem.nodes: expects lists of one length, got " +
              std::to_string(lists.intervals.size()) + " intervals, " +
              std::to_string(lists.costs.size()) + " costs and " +
              std::to_string(lists.usages.size()) + " usages";
    else if (lists.pairs.size() != lists.tables.size())
      error = "problem.edges: expects lists of one length, got " +
              std::to_string(lists.pairs.size()) + " nodes and " +
              std::to_string(lists.tables.size()) + " costs";
  } else {
    error = in.error();
  }
  if (!error.empty())
    return std::nullopt;
  if (lists.limit)
    problem.addLimit(*lists.limit);
  const std::vector<int64_t> none;
  for (size_t i = 0; i < lists.costs.size(); ++i) {
    // Usages are checked even where no limit makes them count.
    if (!lists.limit && lists.usages[i].size() != lists.costs[i].size()) {
      error = "node " + std::to_string(i) + " expects " +
              std::to_string(lists.costs[i].size()) + " usages, got " +
              std::to_string(lists.usages[i].size());
      return std::nullopt;
    }
    problem.addNode(lists.intervals[i].first, lists.intervals[i].second,
                    lists.costs[i], lists.limit ? lists.usages[i] : none);
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
  if (in.failed())
    return std::nullopt;
  return solution;
}

bool partita::solver::writeTextFile(const std::string &path,
                                    const std::string &text,
                                    std::string &error) {
  // What is no regular file (a terminal, /dev/null) is written to as it is.
  struct stat status;
  bool inPlace = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  std::string fresh =
      inPlace ? path : path + "." + std::to_string(getpid()) + ".new";
  std::FILE *file = std::fopen(fresh.c_str(), "wb");
  bool good = file != nullptr;
  if (file) {
    good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    good &= std::fclose(file) == 0;
    good = good && (inPlace || !std::rename(fresh.c_str(), path.c_str()));
  }
  if (good)
    return true;
  error = "cannot write '" + path + "': " + std::strerror(errno);
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
