//===- Options.cpp - Reading option values --------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace partita::driver;
using llvm::StringRef;

static constexpr int64_t maxRanks = 1024;

std::optional<int64_t>
partita::driver::parseCluster(StringRef text,
                              std::vector<std::string> &errors) {
  StringRef count = text;
  int64_t ranks = 0;
  if (count.consume_front("cpu:") && !count.getAsInteger(10, ranks) &&
      ranks >= 1 && ranks <= maxRanks)
    return ranks;
  errors.push_back("--cluster: expects cpu:N with N from 1 to " +
                   std::to_string(maxRanks) + ", got '" + text.str() + "'");
  return std::nullopt;
}

std::vector<std::pair<std::string, int64_t>>
partita::driver::parseDims(const std::vector<std::string> &texts,
                           std::vector<std::string> &errors) {
  std::vector<std::pair<std::string, int64_t>> dims;
  for (const std::string &text : texts) {
    auto [name, value] = StringRef(text).rsplit('=');
    int64_t size = 0;
    if (name.empty() || value.getAsInteger(10, size) || size < 1) {
      errors.push_back("--dim: expects NAME=N with N at least 1, got '" + text +
                       "'");
      continue;
    }
    bool repeated = false;
    for (const auto &[other, otherSize] : dims)
      if (other == name && otherSize != size)
        repeated = true;
    if (repeated)
      errors.push_back("--dim: '" + name.str() + "' is bound twice");
    dims.emplace_back(name.str(), size);
  }
  return dims;
}
