//===- FakeSession.cpp - A session that copies inputs to outputs ----------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeSession.h"
#include "rt_runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace partita::program;
namespace fs = std::filesystem;

struct rt_session {
  const rt_image *image;
};

FakeBehavior partita::program::fake;

int rt_session_create(const rt_image *image, const char *weights_path,
                      rt_session **session, char *error, size_t error_size) {
  fake.runs = 0;
  fake.weights = weights_path ? weights_path : "none";
  snprintf(error, error_size, "the fake cannot be created");
  if (!fake.createStatus)
    *session = new rt_session{image};
  return fake.createStatus;
}

static size_t bytesOf(const rt_io &io) { return *byteSize(typeOf(io)); }

int rt_session_run(rt_session *session, const void *const *inputs,
                   void *const *outputs, char *error, size_t error_size) {
  ++fake.runs;
  snprintf(error, error_size, "the fake cannot run");
  if (fake.runStatus)
    return fake.runStatus;
  const rt_image &image = *session->image;
  for (int64_t i = 0; i < image.num_outputs; ++i)
    memcpy(outputs[i], inputs[i],
           std::min(bytesOf(image.inputs[i]), bytesOf(image.outputs[i])));
  *static_cast<float *>(outputs[0]) += fake.added;
  return 0;
}

void rt_session_counters(const rt_session *, int64_t *bytes, int64_t *calls) {
  for (int64_t kind = 0; kind < 4; ++kind) {
    bytes[kind] = 100 * kind * fake.runs;
    calls[kind] = 2 * fake.runs;
  }
}

int64_t rt_session_memory(const rt_session *) { return 3 << 20; }

void rt_session_destroy(rt_session *session) { delete session; }

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

static const int64_t kShape23[] = {2, 3}, kShape4[] = {4}, kShape2[] = {2};
static const rt_io kOneInput[] = {{"x", RT_F32, 2, kShape23}};
static const rt_io kOneOutput[] = {{"y", RT_F32, 2, kShape23}};
static const rt_io kManyInputs[] = {{"a/b:0.c=d", RT_F32, 2, kShape23},
                                    {"ids", RT_I64, 1, kShape4},
                                    {"mask", RT_BOOL, 1, kShape2}};
static const rt_io kManyOutputs[] = {{"out=1", RT_F32, 2, kShape23},
                                     {"ids_out", RT_I64, 1, kShape4},
                                     {"mask_out", RT_BOOL, 1, kShape2}};
static const int64_t kPlanned[] = {0, 100, 200, 301};

// A program whose table shows each kind of line of --print-program. Both ranks
// hold one row of each matrix.
static const int64_t kRanks[] = {0, 1};
static const int64_t kShape13[] = {1, 3}, kRows[] = {0, 0, 1, 0};
static const int64_t kWholes[] = {0, 0}, kOwners[] = {1, 1}, kOwner0[] = {1, 0};
static const int64_t kOffsets[] = {64, 128};
static const float kConstant[] = {1, 2, 3};
static const rt_buffer kBuffers[] = {
    {"a/b:0.c=d", RT_BUFFER_INPUT, RT_F32, 2, kShape13, 0, 0, nullptr, kRows},
    {"w", RT_BUFFER_WEIGHT, RT_F32, 2, kShape13, 0, 0, nullptr, kOffsets},
    {"k", RT_BUFFER_CONSTANT, RT_F32, 2, kShape13, 0, 0, kConstant, nullptr},
    {"sum", RT_BUFFER_ARENA, RT_F32, 2, kShape13, 64, 0, nullptr, nullptr},
    {"whole", RT_BUFFER_ARENA, RT_F32, 2, kShape23, 128, 0, nullptr, nullptr},
    {"ids", RT_BUFFER_INPUT, RT_I64, 1, kShape4, 0, 1, nullptr, kWholes},
    {"mask", RT_BUFFER_INPUT, RT_BOOL, 1, kShape2, 0, 2, nullptr, kWholes}};
static const int64_t kAddBuffers[] = {0, 1, 3}, kTwo[] = {3, 4};
static const int64_t kGather[] = {0, RT_ALL_GATHER, 4, 1, 3};
static const int64_t kReduce[] = {1, RT_ALL_REDUCE, RT_F32, 3, RT_MAX};
static const int64_t kExchange[] = {2, RT_EXCHANGE, 4, 2};
static const int64_t kCopy[] = {4, 2, 1, 3, 2, 3, 1, 3};
static const int64_t kGemm[] = {1, 2, 3, 4, 0, 1, 1, 0, RT_EPI_RELU};
static const int64_t kFuture0[] = {0}, kCuts[] = {0, 1, 2};
static const int64_t kParams[] = {0, 0, 0, 0, 0, 0, 1, 0};
static const rt_group kGroups[] = {{2, kRanks, kCuts}};
static const rt_transfer kTransfers[] = {
    {0, 1, kShape13, kWholes, kShape23, kRows + 2, kShape13}};
static const rt_instr kInstrs[] = {
    {RT_KERNEL, "sum", 3, kAddBuffers, 0, nullptr, nullptr, "add_0", 3, 2048, 0,
     nullptr, -1, 0, nullptr, 0, nullptr},
    {RT_START, "gather", 2, kTwo, 5, kGather, nullptr, nullptr, 0, 0, 0,
     nullptr, 0, 1, kGroups, 0, nullptr},
    {RT_WAIT, "gather", 0, nullptr, 1, kFuture0, nullptr, nullptr, 0, 0, 0,
     nullptr, -1, 0, nullptr, 0, nullptr},
    {RT_START, "reduce", 2, kTwo, 5, kReduce, nullptr, nullptr, 0, 0, 0,
     nullptr, 1, 1, kGroups, 0, nullptr},
    {RT_START, "move", 2, kTwo, 4, kExchange, nullptr, nullptr, 0, 0, 0,
     nullptr, 2, 0, nullptr, 1, kTransfers},
    {RT_COPY, "copy", 2, kTwo, 8, kCopy, nullptr, nullptr, 0, 0, 4, kParams, -1,
     0, nullptr, 0, nullptr},
    {RT_GEMM, "mm", 3, kAddBuffers, 9, kGemm, nullptr, nullptr, 0, 0, 0,
     nullptr, -1, 0, nullptr, 0, nullptr}};
static const rt_result kResults[] = {
    {3, kRows, kOwners}, {5, kWholes, kOwner0}, {6, kWholes, kOwner0}};
static const rt_class kClasses[] = {
    {"c0", 2, kRanks, 1536, 7, kBuffers, 7, kInstrs, kResults}};

const rt_image partita::program::oneImage = {RT_ABI_VERSION,
                                             "one.onnx",
                                             "fake 1.0",
                                             "no plan",
                                             nullptr,
                                             "00ff",
                                             0,
                                             1,
                                             1,
                                             1,
                                             kOneInput,
                                             1,
                                             kOneOutput,
                                             0,
                                             nullptr,
                                             0,
                                             nullptr};
const rt_image rt_program_image = {RT_ABI_VERSION,
                                   "many.onnx",
                                   "fake 1.0\nflags -O3\n",
                                   "the plan\n",
                                   "many.weights",
                                   "00ff",
                                   192,
                                   2,
                                   2,
                                   3,
                                   kManyInputs,
                                   3,
                                   kManyOutputs,
                                   1,
                                   kClasses,
                                   4,
                                   kPlanned};
const rt_image &partita::program::manyImage = rt_program_image;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "partitaXXXXXX").string();
  path = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

std::vector<std::string> TemporaryFolder::list() const {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(path))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void partita::program::writeFile(const std::string &path,
                                 const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string partita::program::fileBytes(const std::string &path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}
