//===- Techniques.h - What can be left out, to measure it -------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each part of the solver brings shows when it is left out:
//
//   SolveOptions options;
//   std::string error = options.without.parse("merging,tree-moves");
//
// Answers stay right without any of these, only dearer, later or with a lower
// bound. docs/solver.md says what each one does.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_SOLVER_TECHNIQUES_H
#define PARTITA_SOLVER_TECHNIQUES_H

#include <cstdint>
#include <string>

namespace partita::solver {

/// In the order of their names in Techniques.cpp.
enum class Technique {
  Merging,       // forced choices and allowed pairs become one variable
  Dominance,     // states that are never better go
  Elimination,   // variables with at most two neighbours go
  MemoryPruning, // states that find no room beside the others' least go
  MemoryPrices,  // a price per row and unit; without, memory only limits
  Reserve,       // room is kept for the least that others can use
  TreeMoves,     // forests are re-optimized; without, one variable at a time
  RegionMoves,   // dense neighbourhoods too, by elimination
  Exact,         // branching on what the bound leaves open, to the proof
  Challengers,   // fresh plans are searched too, not only the best one
  Kernels,       // searches in copies of the core with only a few states
};

/// A set of techniques.
class Techniques {
public:
  bool has(Technique t) const { return bits >> int(t) & 1; }
  void add(Technique t) { bits |= uint32_t(1) << int(t); }
  /// Adds names separated by commas. Returns what is wrong, or nothing.
  std::string parse(const std::string &names);
  /// All names, separated by commas.
  static std::string names();
  static int count();

private:
  uint32_t bits = 0;
};

} // namespace partita::solver

#endif // PARTITA_SOLVER_TECHNIQUES_H
