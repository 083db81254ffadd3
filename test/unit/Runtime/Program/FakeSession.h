//===- FakeSession.h - A session that copies inputs to outputs --*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements rt_runtime.h without ranks: output i is a copy of input i, to the
// length of the shorter. Also two images to run, and what tests share.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_RUNTIME_PROGRAM_FAKESESSION_H
#define PARTITA_TEST_UNIT_RUNTIME_PROGRAM_FAKESESSION_H

#include "runtime/program/Tensor.h"

#include <cstring>
#include <string>
#include <vector>

namespace partita::program {

/// Set by a test, reset by ProgramTest.
struct FakeBehavior {
  int createStatus = 0, runStatus = 0;
  float added = 0; ///< to the first element of output 0
  int runs = 0;    ///< since the last creation
  std::string weights;
};
extern FakeBehavior fake;

/// One input "x", one output "y", both float32[2, 3]; no weights.
extern const rt_image oneImage;
/// Inputs "a/b:0.c=d" float32[2, 3], "ids" int64[4], "mask" bool[2], and
/// outputs "out=1", "ids_out", "mask_out" of the same types; two ranks.
/// Also `rt_program_image`.
extern const rt_image &manyImage;

template <typename T>
Tensor makeTensor(int64_t dtype, std::vector<int64_t> shape,
                  std::vector<T> values) {
  Tensor tensor{{dtype, std::move(shape)},
                std::vector<char>(values.size() * sizeof(T))};
  if (!values.empty())
    memcpy(tensor.data.data(), values.data(), tensor.data.size());
  return tensor;
}

/// A folder for this test alone, removed with what is in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  std::string operator/(const std::string &name) const {
    return path + "/" + name;
  }
  std::vector<std::string> list() const;

  std::string path;
};

void writeFile(const std::string &path, const std::string &bytes);
std::string fileBytes(const std::string &path);

} // namespace partita::program

#endif // PARTITA_TEST_UNIT_RUNTIME_PROGRAM_FAKESESSION_H
