//===- Agenda.h - Numbers to be looked at, in order -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass over variables or edges in ascending order, in which looking at one
// may put others on the agenda: those ahead come in the same pass, those behind
// (and the one being looked at) in the next one. The order is that of passes
// over all numbers, the cost only that of the ones to be looked at.
//
//   Agenda agenda;
//   agenda.add(3);
//   agenda.begin();
//   while (agenda.next(v))   // 3, then 7
//     if (v == 3) { agenda.add(7); agenda.add(1); }
//   agenda.begin();          // the next pass: 1
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_SOLVER_AGENDA_H
#define PARTITA_LIB_SOLVER_AGENDA_H

#include <algorithm>
#include <climits>
#include <functional>
#include <vector>

namespace partita::solver {

class Agenda {
public:
  /// Returns false if it is on the agenda already.
  bool add(int number) {
    if (number >= int(listed.size()))
      listed.resize(number + 1, 0);
    if (listed[number])
      return false;
    listed[number] = 1;
    if (number <= at) {
      later.push_back(number);
    } else {
      now.push_back(number);
      std::push_heap(now.begin(), now.end(), std::greater<int>());
    }
    return true;
  }
  bool empty() const { return now.empty() && later.empty(); }
  void begin() {
    now.insert(now.end(), later.begin(), later.end());
    later.clear();
    std::make_heap(now.begin(), now.end(), std::greater<int>());
    at = -1;
  }
  /// Takes the next number of this pass; returns false at its end.
  bool next(int &number) {
    if (now.empty()) {
      at = INT_MAX;
      return false;
    }
    std::pop_heap(now.begin(), now.end(), std::greater<int>());
    number = at = now.back();
    now.pop_back();
    listed[at] = 0;
    return true;
  }

private:
  std::vector<char> listed;
  std::vector<int> now, later; // a heap with the least on top; any order
  int at = INT_MAX;            // in no pass: all is for the next one
};

} // namespace partita::solver

#endif // PARTITA_LIB_SOLVER_AGENDA_H
