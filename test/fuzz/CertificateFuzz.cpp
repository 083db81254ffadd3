//===- CertificateFuzz.cpp - Any certificate for known optima -----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No certificate may prove more than what is true. The input is one as JSON, or
// choices that make one, which get further: steps that name real variables and
// states. The fingerprint is made right, since guessing it is no test.
//
//===----------------------------------------------------------------------===//

#include "../unit/Solver/RandomProblems.h"
#include "Fuzz.h"
#include "partita/Solver/Certificate.h"

using namespace partita::solver;

namespace {
struct Known {
  Problem problem;
  std::optional<Cost> best;
};
} // namespace

static const std::vector<Known> &knownProblems() {
  static const std::vector<Known> known = [] {
    std::vector<Known> out;
    for (int64_t limit : {11, 16, 20})
      out.push_back({exampleProblem(limit), {}});
    for (uint64_t seed : {3, 7, 17, 23, 42})
      out.push_back({randomProblem(seed), {}});
    for (Known &k : out)
      k.best = bruteForce(k.problem);
    return out;
  }();
  return known;
}

static Certificate choose(Bytes &in, const Problem &problem) {
  Certificate c;
  auto number = [&]() -> int64_t {
    int64_t kind = in.pick(0, 7);
    return kind == 0 ? int64_t(in.word()) : kind < 4 ? in.byte() : -in.byte();
  };
  auto variable = [&] { return int(in.pick(-1, problem.numNodes())); };
  auto states = [&] {
    std::vector<int32_t> out;
    for (int64_t s = in.pick(0, 6); s > 0; --s)
      out.push_back(int32_t(in.pick(-1, 8)));
    return out;
  };
  for (size_t n = 0; n < c.nodes.size(); ++n) {
    Certificate::Node node;
    node.priceBits = int(in.pick(0, 49));
    node.messageBits = int(in.pick(-61, 49));
    for (int64_t k = in.pick(0, 20); k > 0 && !in.empty(); --k)
      node.steps.push_back({"udmfeco?"[in.pick(0, 7)], variable(), variable(),
                            states(), int(in.pick(-1, 1)), in.pick(-1, 14)});
    for (int64_t k = in.pick(0, 9) - 7; k > 0 && !in.empty(); --k)
      node.cuts.push_back({variable(), states()});
    if (!node.cuts.empty()) {
      node.branches.push_back({{}, int(c.nodes.size())});
      c.nodes.emplace_back();
      c.cutoff = in.pick(0, 40);
    }
    for (int64_t k = in.pick(0, 3); k > 0 && !in.empty() && node.cuts.empty();
         --k) {
      node.variable = variable();
      node.branches.push_back({states(), int(c.nodes.size())});
      c.nodes.emplace_back();
    }
    for (int64_t k = in.pick(0, 4); k > 0 && !in.empty(); --k)
      node.prices.push_back({int(in.pick(0, 1)), in.pick(-1, 14), number()});
    for (int64_t k = in.pick(0, 6); k > 0 && !in.empty(); --k) {
      Certificate::Message message{variable(), variable(), {}, {}};
      for (auto *gain : {&message.gainA, &message.gainB})
        for (int64_t s = in.pick(0, 6); s > 0; --s)
          gain->push_back(number());
      node.messages.push_back(message);
    }
    c.nodes[n] = std::move(node);
  }
  return c;
}

static void judge(const Known &known, Certificate certificate) {
  certificate.fingerprint = known.problem.fingerprint();
  CertifiedBound bound = recomputeBound(known.problem, certificate);
  if (!bound.error.empty() || !known.best)
    return;
  require(!bound.infeasible, "infeasible is proven, but it is not");
  require(bound.bound <= *known.best,
          "a bound of " + std::to_string(bound.bound) + " for an optimum of " +
              std::to_string(*known.best));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::vector<Known> &known = knownProblems();
  if (size > 0 && data[0] == '{') {
    std::string error;
    std::string_view text((const char *)data, size);
    std::optional<Certificate> c = parseCertificate(text, error);
    require(bool(c) == error.empty(), "an answer and an error, or neither");
    if (!c)
      return 0;
    for (const Known &k : known)
      judge(k, *c);
    std::optional<Certificate> again =
        parseCertificate(writeCertificate(*c), error);
    require(again && writeCertificate(*again) == writeCertificate(*c),
            "does not survive being written: " + error);
    return 0;
  }
  Bytes in(data, size);
  const Known &k = known[in.byte() % known.size()];
  judge(k, choose(in, k.problem));
  return 0;
}
