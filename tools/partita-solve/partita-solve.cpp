//===- partita-solve.cpp - Solve a planning problem from a file ---------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// partita-solve CASE.json[.gz] --seconds N -o ANSWER.json: progress goes to
// standard error, one summary line to standard output. SIGINT and SIGTERM end
// the search like the end of the time: the best answer is written. A second one
// ends the program at once.
//
// Exit status: 0 a plan was found, 1 wrong usage or input, or no certificate
// of the answer where one was asked for, 2 proven that there is none, 3 none
// was found.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Explain.h"
#include "partita/Solver/ProblemIO.h"
#include "partita/Solver/Solve.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sys/resource.h>
#include <thread>

using namespace partita::solver;

static const char Usage[] =
    R"(usage: partita-solve CASE.json[.gz] [options]
  --seconds N          stop after N seconds of wall-clock time
  --work N             stop after N million table entries (default 5000, or
                       without end if --seconds is given): with this budget
                       equal inputs and seeds give equal bytes
  --seed S             another search (default 1)
  --threads T          1 or 2 threads (default 1); the answer does not change
  -o ANSWER.json       where the answer goes
  --certificate C.json where the proof of the bound goes; see partita-certify.
                       It is checked here, too, which takes time of its own
  --start ANSWER.json  begin with this answer: the new one costs no more; one
                       that is not feasible is a hint
  --explain K          say what the plan spends most on: its K dearest nodes
                       and edges, what changing each would cost, and the K
                       fullest moments
  --quiet              no progress
  --without NAME,...   leave techniques out, to measure what they bring; see
                       docs/solver.md
)";

static std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a handler");
/// The first signal ends the search; a second one ends the program, whatever it
/// is doing.
static void onSignal(int) {
  stop.store(true);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

namespace {
struct Arguments {
  std::string problem, answer, certificate, start;
  double seconds = 0;
  int64_t work = 0;
  SolveOptions options;
  bool quiet = false;
  int explain = 0;
};

/// Sets `stop` after a while, unless it goes away first.
class Timer {
public:
  explicit Timer(double seconds) {
    if (seconds > 0)
      thread = std::thread([this, seconds] {
        std::unique_lock<std::mutex> lock(mutex);
        if (!wake.wait_for(lock, std::chrono::duration<double>(seconds),
                           [this] { return over; }))
          stop.store(true);
      });
  }
  ~Timer() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      over = true;
    }
    wake.notify_all();
    if (thread.joinable())
      thread.join();
  }

private:
  std::mutex mutex;
  std::condition_variable wake;
  bool over = false;
  std::thread thread;
};
} // namespace

static int complain(const std::string &message) {
  std::fprintf(stderr, "partita-solve: error: %s\n", message.c_str());
  return 1;
}

static bool parseNumber(const char *text, double least, double most,
                        double &out) {
  char *end = nullptr;
  out = std::strtod(text, &end);
  return end != text && !*end && out >= least && out <= most;
}

static std::string parse(int argc, char **argv, Arguments &out) {
  for (int k = 1; k < argc; ++k) {
    std::string name = argv[k];
    if (name == "--quiet") {
      out.quiet = true;
      continue;
    }
    if (name.size() < 2 || name[0] != '-') {
      if (!out.problem.empty())
        return "expects one case, got '" + out.problem + "' and '" + name + "'";
      out.problem = name;
      continue;
    }
    bool known = name == "--seconds" || name == "--work" || name == "--seed" ||
                 name == "--threads" || name == "-o" ||
                 name == "--certificate" || name == "--without" ||
                 name == "--explain" || name == "--start";
    if (!known)
      return "unknown option '" + name + "'";
    if (++k == argc)
      return "'" + name + "' expects a value";
    double value = 0;
    auto number = [&](double least, double most) {
      return parseNumber(argv[k], least, most, value);
    };
    bool good = true;
    if (name == "-o") {
      out.answer = argv[k];
    } else if (name == "--start") {
      out.start = argv[k];
    } else if (name == "--certificate") {
      out.certificate = argv[k];
    } else if (name == "--without") {
      std::string error = out.options.without.parse(argv[k]);
      if (!error.empty())
        return "'--without': " + error;
    } else if (name == "--seconds") {
      good = number(0.001, 1e7);
      out.seconds = value;
    } else if (name == "--work") {
      good = number(0.001, 1e12);
      out.work = int64_t(value * 1e6);
    } else if (name == "--explain") {
      good = number(1, 1e6) && value == std::floor(value);
      out.explain = int(value);
    } else if (name == "--seed") {
      good = number(0, 9e15) && value == std::floor(value);
      out.options.seed = uint64_t(value);
    } else {
      good = (number(1, 2)) && value == std::floor(value);
      out.options.threads = int(value);
    }
    if (!good)
      return "'" + name + "' does not take '" + std::string(argv[k]) + "'";
  }
  if (out.problem.empty())
    return "expects a case";
  return "";
}

static std::string gapText(double cost, double bound) {
  char text[32];
  double gap = cost > 0 ? std::max(0.0, (cost - bound) / cost) : 0;
  std::snprintf(text, sizeof text, "%.3f%%", 100 * gap);
  return text;
}

int main(int argc, char **argv) {
  auto begin = std::chrono::steady_clock::now();
  auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin)
        .count();
  };
  for (int k = 1; k < argc; ++k)
    if (!std::strcmp(argv[k], "--help")) {
      std::printf("%stechniques: %s\n", Usage, Techniques::names().c_str());
      return 0;
    }
  Arguments arguments;
  std::string error = parse(argc, argv, arguments);
  if (!error.empty())
    return complain(error + "\n" + Usage);
  for (const std::string &path : {arguments.answer, arguments.certificate})
    if (!path.empty() && !canWrite(path, error))
      return complain(error);
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
  Timer timer(arguments.seconds);

  std::optional<Problem> problem = readProblem(arguments.problem, error);
  if (!problem)
    return complain(arguments.problem + ": " + error);
  std::optional<Solution> start;
  if (!arguments.start.empty()) {
    start = readSolution(arguments.start, error);
    if (!start)
      return complain(arguments.start + ": " + error);
    arguments.options.start = &*start;
  }
  double readSeconds = elapsed();
  if (!arguments.quiet)
    std::fprintf(stderr,
                 "%8.2f s  read: %d nodes, %d edges, %d tables, %d limits\n",
                 readSeconds, problem->numNodes(), problem->numEdges(),
                 problem->numTables(), problem->numLimits());

  SolveOptions &options = arguments.options;
  options.stop = &stop;
  options.work = arguments.work          ? arguments.work
                 : arguments.seconds > 0 ? INT64_MAX
                                         : SolveOptions().work;
  double firstSeconds = -1, lastReport = -1;
  bool reduced = false;
  options.progress = [&](const SolveProgress &progress) {
    double now = elapsed();
    if (progress.cost && firstSeconds < 0) {
      firstSeconds = now;
      lastReport = -1;
    }
    if (arguments.quiet || (reduced && now - lastReport < 1))
      return;
    lastReport = now;
    if (!reduced)
      std::fprintf(stderr, "%8.2f s  reduced: %d variables, %lld entries\n",
                   now, progress.variables, (long long)progress.entries);
    else if (progress.cost)
      std::fprintf(stderr, "%8.2f s  bound %.0f  best %lld  gap %s\n", now,
                   progress.bound, (long long)*progress.cost,
                   gapText(double(*progress.cost), progress.bound).c_str());
    else
      std::fprintf(stderr, "%8.2f s  bound %.0f  no plan yet\n", now,
                   progress.bound);
    reduced = true;
  };
  SolveResult result = solve(*problem, options);
  double solveSeconds = elapsed();
  if (!result.startError.empty())
    std::fprintf(stderr, "partita-solve: note: %s is only a hint: %s\n",
                 arguments.start.c_str(), result.startError.c_str());

  if (result.status == SolveStatus::Feasible && !arguments.answer.empty() &&
      !writeSolution(arguments.answer, result.solution, error))
    return complain(error);
  CertifiedBound certified;
  if (!arguments.certificate.empty()) {
    std::string note;
    certified = certify(*problem, result.certificate, result.core, note);
    if (!note.empty())
      std::fprintf(stderr, "partita-solve: note: %s\n", note.c_str());
    if (!certified.error.empty())
      complain("no certificate is written, as it would be refused: " +
               certified.error);
    else if (!writeTextFile(arguments.certificate,
                            writeCertificate(result.certificate), error))
      return complain(error);
  }

  std::string summary = arguments.problem + ":";
  // What is called certified is what the certificate says.
  bool proven = !arguments.certificate.empty() && certified.error.empty();
  if (result.status == SolveStatus::Infeasible && proven)
    proven = certified.infeasible;
  std::string proof = proven ? " (certified)" : " (uncertified)";
  double bound = proven ? double(certified.bound) : result.bound;
  char text[256];
  if (result.status == SolveStatus::Feasible)
    std::snprintf(text, sizeof text, " cost=%lld bound=%.0f%s gap=%s",
                  (long long)result.cost, bound, proof.c_str(),
                  gapText(double(result.cost), bound).c_str());
  else if (result.status == SolveStatus::Infeasible)
    std::snprintf(text, sizeof text, " infeasible%s", proof.c_str());
  else
    std::snprintf(text, sizeof text, " not found, bound=%.0f%s", bound,
                  proof.c_str());
  summary += text;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::snprintf(text, sizeof text,
                " read=%.2fs first=%.2fs solved=%.2fs total=%.2fs work=%lldM "
                "memory=%ldMB",
                readSeconds, firstSeconds, solveSeconds, elapsed(),
                (long long)(result.work / 1'000'000), usage.ru_maxrss / 1024);
  std::printf("%s%s\n", summary.c_str(), text);
  if (arguments.explain && result.status == SolveStatus::Feasible)
    std::fputs(
        print(*problem, explain(*problem, result.solution, arguments.explain))
            .c_str(),
        stdout);
  // An answer "there is none" is what its certificate shows.
  bool refused =
      !certified.error.empty() || (!arguments.certificate.empty() && !proven);
  if (refused)
    return 1;
  return result.status == SolveStatus::Feasible     ? 0
         : result.status == SolveStatus::Infeasible ? 2
                                                    : 3;
}
