//===- Certificate.h - A bound that anyone can recompute --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A certificate shows that no solution of a problem costs less than a number,
// or that there is none. `recomputeBound` replays it on the original tables in
// exact integers; where it came from does not matter, and none of the solver's
// code is used. It is a tree; node 0 is the root, and each node goes on from
// where its parent ended.
//
//  1. Steps of a node, each checked to keep the least cost:
//       u a b s...      states s of a have no partner on edge a-b (or, with b =
//                       -1, are forbidden) and go
//       d a s t ...     state s of a costs no less than state t whatever the
//                       neighbours choose, uses no less memory, and goes
//       m a b           a and b become one variable, named a, whose states are
//                       the allowed pairs in row-major order
//       f a             a has one state, and goes into its neighbours' costs
//       e a             a has at most two neighbours, uses the same memory in
//                       all states and goes; its best reaction becomes a cost
//                       of theirs
//       c a class moment s...
//                       state s of a needs more than the limit of the class
//                       leaves beside the least that all others use at that
//                       moment, and goes
//       o class moment  the least that all use is over the limit: no solution
//     Only moments that the node or one below it still speaks of count as
//     memory: limits may always be dropped.
//  2. Branches: each keeps some states of one variable, and together they keep
//     all. The bound is the least of the branches' bounds.
//  3. A node without branches has a bound of its own:
//       prices    (class, moment, price >= 0) charges every state of what is
//                 live then for its memory and refunds price x limit. A
//                 solution within the limits costs no more than before.
//       messages  each edge gains a number per end and state, and that end's
//                 state loses it. The price of no choice changes.
//     The bound is what steps have set aside, plus the least of each variable
//     and of each edge, minus the refunds. One above MaxTotal shows that there
//     is no solution: no choice costs as much.
//  4. A node with cuts uses its prices and messages otherwise: had a variable
//     one of the listed states, the bound would reach the certificate's cutoff
//     (its own cost in place of the variable's least, and the least of that
//     state's row in place of each of its edges' least). Such states go, and
//     the node goes on to its only branch. The bound is no more than the
//     cutoff then.
//
// Prices count in units of 2^-priceBits, messages of 2^-messageBits, which may
// be negative.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_CERTIFICATE_H
#define PARTITA_SOLVER_CERTIFICATE_H

#include "partita/Solver/Problem.h"

#include <optional>
#include <string_view>

namespace partita::solver {

struct Certificate {
  struct Step {
    char kind = '?'; // one of the letters above
    int a = -1, b = -1;
    std::vector<int32_t> states;
    int cls = 0;
    int64_t moment = 0;
  };
  struct Price {
    int cls;
    int64_t moment, price;
  };
  struct Message {
    int a, b;
    std::vector<int64_t> gainA, gainB; // per state of a, of b
  };
  struct Branch {
    std::vector<int32_t> states;
    int node; // a later one, and nobody else's
  };
  struct Cut {
    int variable;
    std::vector<int32_t> states;
  };
  struct Node {
    std::vector<Step> steps;
    std::vector<Cut> cuts;
    int variable = -1; // whose states the branches share out; -1 after cuts
    std::vector<Branch> branches;
    int priceBits = 0, messageBits = 0;
    std::vector<Price> prices;
    std::vector<Message> messages;
  };
  uint64_t fingerprint = 0;
  Cost cutoff = 0;
  std::vector<Node> nodes{1};
};

struct CertifiedBound {
  /// Why the certificate proves nothing, or empty.
  std::string error;
  /// There is no solution at all.
  bool infeasible = false;
  /// No solution costs less (rounded up, as costs are whole). 0 if infeasible.
  Cost bound = 0;
};

/// What reading and checking may take, since a small certificate can ask for
/// any amount.
struct CheckLimits {
  /// Numbers looked at, and numbers held beyond the problem's own (16 bytes
  /// each). Edges that share a table may come to differ: room for a table of
  /// each comes on top, as far as that is no more than `numbers` again.
  int64_t work = int64_t(1) << 37, numbers = int64_t(1) << 27;
  /// Values in the text with what is built for them (see `valuesOf`), and
  /// nodes.
  int64_t values = int64_t(1) << 28, nodes = int64_t(1) << 20;
};

/// Replays a certificate for a problem that passes `check`. One that could not
/// be read back within the limits is refused too: nobody else could check it.
CertifiedBound recomputeBound(const Problem &problem,
                              const Certificate &certificate,
                              CheckLimits limits = {});

/// Certificates as JSON; an example is in docs/solver.md.
std::string writeCertificate(const Certificate &certificate);
std::optional<Certificate> readCertificate(const std::string &path,
                                           std::string &error,
                                           CheckLimits limits = {});
std::optional<Certificate> parseCertificate(std::string_view text,
                                            std::string &error,
                                            CheckLimits limits = {});
/// What a certificate, as it is written, takes of `CheckLimits::values` when it
/// is read.
int64_t valuesOf(const Certificate &certificate);

} // namespace partita::solver

#endif // PARTITA_SOLVER_CERTIFICATE_H
