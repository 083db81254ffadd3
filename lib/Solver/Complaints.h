//===- Complaints.h - What is wrong, in so many sentences -------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A malformed problem can be wrong in every entry: no more messages are kept
// than will be shown.
//
//   Complaints out(2);
//   out.add("a"); out.add("b"); out.add("c"); out.add("d");
//   out.take();   // a, b, and 2 more
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_COMPLAINTS_H
#define PARTITA_LIB_SOLVER_COMPLAINTS_H

#include <string>
#include <vector>

namespace partita::solver {

/// Collects messages up to a number and counts the rest.
class Complaints {
public:
  explicit Complaints(size_t most) : most(most) {}
  void add(const std::string &message) {
    if (messages.size() < most)
      messages.push_back(message);
    else
      ++more;
  }
  bool any() const { return !messages.empty() || more; }
  std::vector<std::string> take() {
    if (more)
      messages.push_back("and " + std::to_string(more) + " more");
    return std::move(messages);
  }

private:
  size_t most, more = 0;
  std::vector<std::string> messages;
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_COMPLAINTS_H
