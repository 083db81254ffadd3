//===- Options.h - Reading option values ------------------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of --cluster and --dim. All problems of a command line are
// gathered in `errors`, in order, and printed at once.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_DRIVER_OPTIONS_H
#define PARTITA_LIB_DRIVER_OPTIONS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace partita::driver {

/// "cpu:4" -> 4. At most 1024 ranks.
std::optional<int64_t> parseCluster(llvm::StringRef text,
                                    std::vector<std::string> &errors);

/// "batch=64" -> ("batch", 64); the name may contain '='.
std::vector<std::pair<std::string, int64_t>>
parseDims(const std::vector<std::string> &texts,
          std::vector<std::string> &errors);

} // namespace partita::driver

#endif // PARTITA_LIB_DRIVER_OPTIONS_H
