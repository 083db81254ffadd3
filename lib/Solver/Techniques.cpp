//===- Techniques.cpp - Names of what can be left out -------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Techniques.h.
//
//===----------------------------------------------------------------------===//

#include "partita/Solver/Techniques.h"

#include <sstream>

using namespace partita::solver;

static const char *const Names[] = {
    "merging",       "dominance",   "elimination", "memory-pruning",
    "memory-prices", "reserve",     "tree-moves",  "region-moves",
    "exact",         "challengers", "kernels",
};

int Techniques::count() { return int(sizeof Names / sizeof *Names); }

std::string Techniques::names() {
  std::string out;
  for (const char *name : Names)
    out += (out.empty() ? "" : ",") + std::string(name);
  return out;
}

std::string Techniques::parse(const std::string &text) {
  std::istringstream in(text);
  for (std::string name; std::getline(in, name, ',');) {
    int found = -1;
    for (int k = 0; k < count(); ++k)
      if (name == Names[k])
        found = k;
    if (found < 0)
      return "there is no technique '" + name + "'; there are " + names();
    add(Technique(found));
  }
  return "";
}
