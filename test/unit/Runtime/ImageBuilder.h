//===- ImageBuilder.h - Program images written by hand ----------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests' stand-in for the compiler: builds an rt_image whose tables the
// builder owns. Example, y = f(x) on one rank:
//
//   ImageBuilder image(1);
//   image.input("x", RT_F32, {4});
//   image.output("y", RT_F32, {4});
//   ClassBuilder &cls = image.addClass({0});
//   int64_t x = cls.input(0, {4}, {{0}}), y = cls.arena(RT_F32, {4});
//   cls.kernel("f", f, {x, y}, 4);
//   cls.result(0, y, {{0}});
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_RUNTIME_IMAGEBUILDER_H
#define PARTITA_TEST_UNIT_RUNTIME_IMAGEBUILDER_H

#include "core/Check.h"
#include "core/Memory.h"
#include "rt_runtime.h"

#include <deque>
#include <string>
#include <vector>

namespace partita::rt::test {

using Words = std::vector<int64_t>;
using Rows = std::vector<Words>; ///< one per rank of a class

/// Keeps what tables point to.
class Store {
public:
  const int64_t *words(const Words &values) {
    return kept.emplace_back(values).data();
  }
  const int64_t *rows(const Rows &rows) {
    Words flat;
    for (const Words &row : rows)
      flat.insert(flat.end(), row.begin(), row.end());
    return words(flat);
  }
  const char *text(const std::string &value) {
    return texts.emplace_back(value).c_str();
  }
  const rt_group *groups(const std::vector<rt_group> &groups) {
    return groupLists.emplace_back(groups).data();
  }
  const rt_transfer *transfers(const std::vector<rt_transfer> &transfers) {
    return transferLists.emplace_back(transfers).data();
  }

private:
  std::deque<Words> kept;
  std::deque<std::string> texts;
  std::deque<std::vector<rt_group>> groupLists;
  std::deque<std::vector<rt_transfer>> transferLists;
};

class ClassBuilder {
public:
  ClassBuilder(Store &store, const Words &ranks) : store(store) {
    facts = {};
    facts.name = "class";
    facts.num_ranks = static_cast<int64_t>(ranks.size());
    facts.ranks = store.words(ranks);
  }

  int64_t arena(int64_t dtype, const Words &shape) {
    rt_buffer buffer = make("value", RT_BUFFER_ARENA, dtype, shape);
    buffer.offset = facts.arena_bytes;
    facts.arena_bytes += alignUp(bytesOf(buffer));
    return add(buffer);
  }
  int64_t input(int64_t index, const Words &shape, const Rows &starts,
                int64_t dtype = RT_F32) {
    rt_buffer buffer = make("input", RT_BUFFER_INPUT, dtype, shape);
    buffer.index = index;
    buffer.per_rank = store.rows(starts);
    return add(buffer);
  }
  int64_t weight(const Words &shape, const Words &offsets) {
    rt_buffer buffer = make("weight", RT_BUFFER_WEIGHT, RT_F32, shape);
    buffer.per_rank = store.words(offsets);
    return add(buffer);
  }
  int64_t constant(int64_t dtype, const Words &shape, const void *data) {
    rt_buffer buffer = make("constant", RT_BUFFER_CONSTANT, dtype, shape);
    buffer.data = data;
    return add(buffer);
  }

  rt_instr &instr(int64_t opcode, const std::string &name,
                  const Words &operands, const Words &attrs,
                  const Rows &params = {}) {
    rt_instr made = {};
    made.opcode = opcode;
    made.name = store.text(name);
    made.num_buffers = static_cast<int64_t>(operands.size());
    made.buffers = store.words(operands);
    made.num_attrs = static_cast<int64_t>(attrs.size());
    made.attrs = store.words(attrs);
    made.num_params =
        params.empty() ? 0 : static_cast<int64_t>(params.front().size());
    made.params = store.rows(params);
    made.channel = -1;
    return instrs.emplace_back(made);
  }
  rt_instr &kernel(const std::string &name, rt_kernel function,
                   const Words &operands, int64_t grid,
                   const Rows &params = {}) {
    rt_instr &made = instr(RT_KERNEL, name, operands, {}, params);
    made.kernel = function;
    made.kernel_name = made.name;
    made.grid = grid;
    return made;
  }
  /// `attrs`: what follows the future id, from the kind on.
  rt_instr &start(int64_t future, int64_t channel, Words operands, Words attrs,
                  const std::vector<rt_group> &groups,
                  const Rows &groupOfRank) {
    attrs.insert(attrs.begin(), future);
    rt_instr &made = instr(RT_START, "start" + std::to_string(channel),
                           operands, attrs, groupOfRank);
    made.channel = channel;
    made.num_groups = static_cast<int64_t>(groups.size());
    made.groups = store.groups(groups);
    return made;
  }
  void wait(int64_t future) {
    instr(RT_WAIT, "wait" + std::to_string(future), {}, {future});
  }
  rt_group group(const Words &members, const Words &cuts = {}) {
    return {static_cast<int64_t>(members.size()), store.words(members),
            cuts.empty() ? nullptr : store.words(cuts)};
  }
  /// Results are given in the order of the outputs; owner: all by default.
  void result(int64_t buffer, const Rows &starts, Words owner = {}) {
    if (owner.empty())
      owner.assign(facts.num_ranks, 1);
    results.push_back({buffer, store.rows(starts), store.words(owner)});
  }

  rt_class finish() {
    facts.num_buffers = static_cast<int64_t>(buffers.size());
    facts.buffers = buffers.data();
    instrList.assign(instrs.begin(), instrs.end());
    facts.num_instrs = static_cast<int64_t>(instrList.size());
    facts.instrs = instrList.data();
    facts.results = results.data();
    return facts;
  }

  Store &store;

private:
  rt_buffer make(const char *name, int64_t kind, int64_t dtype,
                 const Words &shape) {
    rt_buffer buffer = {};
    buffer.name = name;
    buffer.kind = kind;
    buffer.dtype = dtype;
    buffer.rank = static_cast<int64_t>(shape.size());
    buffer.shape = store.words(shape);
    return buffer;
  }
  int64_t add(const rt_buffer &buffer) {
    buffers.push_back(buffer);
    return static_cast<int64_t>(buffers.size()) - 1;
  }

  rt_class facts;
  std::vector<rt_buffer> buffers;
  std::deque<rt_instr> instrs;
  std::vector<rt_instr> instrList;
  std::vector<rt_result> results;
};

class ImageBuilder {
public:
  explicit ImageBuilder(int64_t numRanks, int64_t threads = 1) {
    image = {};
    image.abi_version = RT_ABI_VERSION;
    image.model = "test.onnx";
    image.version = image.plan = "";
    image.num_ranks = numRanks;
    image.threads_per_rank = threads;
  }

  void input(const std::string &name, int64_t dtype, const Words &shape) {
    inputs.push_back(io(name, dtype, shape));
  }
  void output(const std::string &name, int64_t dtype, const Words &shape) {
    outputs.push_back(io(name, dtype, shape));
  }
  ClassBuilder &addClass(const Words &ranks) {
    return builders.emplace_back(store, ranks);
  }

  const rt_image &finish() {
    for (ClassBuilder &builder : builders)
      classes.push_back(builder.finish());
    image.num_inputs = static_cast<int64_t>(inputs.size());
    image.inputs = inputs.data();
    image.num_outputs = static_cast<int64_t>(outputs.size());
    image.outputs = outputs.data();
    image.num_classes = static_cast<int64_t>(classes.size());
    image.classes = classes.data();
    return image;
  }

  rt_image image;
  Store store;

private:
  rt_io io(const std::string &name, int64_t dtype, const Words &shape) {
    return {store.text(name), dtype, static_cast<int64_t>(shape.size()),
            store.words(shape)};
  }

  std::deque<ClassBuilder> builders;
  std::vector<rt_io> inputs, outputs;
  std::vector<rt_class> classes;
};

/// A session with the last call's error.
class TestSession {
public:
  explicit TestSession(const rt_image &image, const char *weights = nullptr) {
    status = rt_session_create(&image, weights, &session, error, sizeof error);
  }
  ~TestSession() { rt_session_destroy(session); }

  int run(const std::vector<const void *> &inputs,
          const std::vector<void *> &outputs) {
    return status = rt_session_run(session, inputs.data(), outputs.data(),
                                   error, sizeof error);
  }
  std::string message() const { return error; }
  int64_t bytes(int64_t kind) const {
    int64_t bytes[4], calls[4];
    rt_session_counters(session, bytes, calls);
    return bytes[kind];
  }
  int64_t calls(int64_t kind) const {
    int64_t bytes[4], calls[4];
    rt_session_counters(session, bytes, calls);
    return calls[kind];
  }

  rt_session *session = nullptr;
  int status;

private:
  char error[1024] = "";
};

/// Reproducible values of a few bits, so that sums in any order are exact.
template <typename T = float>
std::vector<T> values(int64_t count, int seed = 1) {
  std::vector<T> made(count);
  uint32_t state = 12345u + 977u * seed;
  for (T &value : made) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<T>(static_cast<int>(state >> 24) % 17 - 8);
  }
  return made;
}

} // namespace partita::rt::test

#endif // PARTITA_TEST_UNIT_RUNTIME_IMAGEBUILDER_H
