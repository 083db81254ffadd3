//===- Driver.cpp - Runs a target on files, without libFuzzer -----------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fuzz-TARGET PATH...: every file, and every file in every folder, in order of
// names. The last line says how many there were.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace fs = std::filesystem;

int main(int argc, char **argv) {
  std::vector<fs::path> files;
  for (int k = 1; k < argc; ++k) {
    if (!fs::is_directory(argv[k])) {
      files.push_back(argv[k]);
      continue;
    }
    for (const fs::directory_entry &entry : fs::directory_iterator(argv[k]))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path &path : files) {
    std::ifstream in(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)),
                      std::istreambuf_iterator<char>());
    if (!in) {
      std::fprintf(stderr, "cannot read %s\n", path.c_str());
      return 1;
    }
    std::fprintf(stderr, "%s\n", path.c_str());
    LLVMFuzzerTestOneInput((const uint8_t *)bytes.data(), bytes.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty();
}
