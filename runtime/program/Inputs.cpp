//===- Inputs.cpp - The tensors a run starts from -------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "TensorFile.h"
#include "Text.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace partita::program {

namespace {

/// Loads what the arguments name into one slot per input or output.
class Loader {
public:
  Loader(const rt_io *ios, int64_t count, const std::string &kind,
         std::vector<std::string> &problems)
      : ios(ios), names(namesOf(ios, count)), kind(kind), problems(problems),
        slots(count) {}

  void load(const FileArgument &argument) {
    if (argument.index == FileArgument::kAll)
      loadAll(argument.path);
    else
      loadOne(argument.index, argument.path);
  }
  std::vector<std::optional<Tensor>> take() { return std::move(slots); }

private:
  void problem(int64_t index, const std::string &text) {
    problems.push_back(kind + " " + quoted(names[index]) + ": " + text);
  }

  /// An empty tensor takes the slot even of a file that is bad: it is given.
  Tensor *claim(int64_t index, const std::string &path) {
    if (slots[index]) {
      problem(index, path + ": is given twice");
      return nullptr;
    }
    return &slots[index].emplace();
  }

  void loadOne(int64_t index, const std::string &path) {
    std::string error;
    Tensor *tensor = claim(index, path);
    if (tensor &&
        !loadTensor(path, names[index], typeOf(ios[index]), *tensor, error))
      problem(index, error);
  }

  void loadAll(const std::string &path) {
    Npz npz;
    std::string error;
    if (!npz.open(path, error)) {
      problems.push_back(error);
      // Which of the tensors it would have given is not known.
      for (auto &slot : slots)
        slot.emplace();
      return;
    }
    std::vector<std::string> arrays = npz.names();
    for (size_t i = 0; i < arrays.size(); ++i) {
      auto found = std::find(names.begin(), names.end(), arrays[i]);
      if (found == names.end()) {
        problems.push_back(path + ": " + unknownName(kind, arrays[i], names));
        continue;
      }
      int64_t index = found - names.begin();
      Tensor *tensor = claim(index, path);
      if (tensor && !npz.load(i, typeOf(ios[index]), *tensor, error))
        problem(index, error);
    }
  }

  const rt_io *ios;
  std::vector<std::string> names;
  std::string kind;
  std::vector<std::string> &problems;
  std::vector<std::optional<Tensor>> slots;
};

/// splitmix64: small, and the same everywhere, which <random>'s distributions
/// are not.
class Generator {
public:
  Generator(uint64_t seed, const std::string &name) : state(seed) {
    // FNV-1a over the name.
    uint64_t hash = 0xcbf29ce484222325;
    for (char c : name)
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    state ^= hash;
  }
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  float real(double low, double high) {
    double unit = static_cast<double>(next() >> 40) / (1 << 24);
    float value = static_cast<float>(low + unit * (high - low));
    // Rounding may reach the bound that is not included.
    if (value >= high)
      value = std::nextafter(static_cast<float>(high), -INFINITY);
    return value;
  }
  int64_t integer(int64_t low, int64_t high) {
    uint64_t count =
        static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
    uint64_t value = next();
    // 0 stands for all 2^64 values.
    return static_cast<int64_t>(static_cast<uint64_t>(low) +
                                (count ? value % count : value));
  }

private:
  uint64_t state;
};

template <typename T>
void store(Tensor &tensor, size_t index, T value) {
  memcpy(tensor.data.data() + index * sizeof(T), &value, sizeof(T));
}

} // namespace

Tensor makeRandom(const TensorType &type, const std::string &name,
                  uint64_t seed, const Range *range) {
  Tensor tensor{type, std::vector<char>(byteSize(type).value_or(0))};
  size_t count = elementCount(type.shape).value_or(0);
  Generator generator(seed, name);
  double realLow = -1, realHigh = 1;
  int64_t low = 0, high = 1;
  if (range && type.dtype == RT_F32) {
    realLow = parseReal(range->low).value_or(realLow);
    realHigh = parseReal(range->high).value_or(realHigh);
  } else if (range) {
    low = parseInteger(range->low).value_or(low);
    high = parseInteger(range->high).value_or(high);
  }
  for (size_t i = 0; i < count; ++i) {
    if (type.dtype == RT_F32)
      store(tensor, i, generator.real(realLow, realHigh));
    else if (type.dtype == RT_I64)
      store(tensor, i, generator.integer(low, high));
    else if (type.dtype == RT_I32)
      store(tensor, i, static_cast<int32_t>(generator.integer(low, high)));
    else
      store(tensor, i, static_cast<int8_t>(generator.integer(0, 1)));
  }
  return tensor;
}

/// Such a tensor cannot be allocated; the compiler makes none.
static bool checkSizes(const rt_io *ios, int64_t count, const std::string &kind,
                       std::vector<std::string> &problems) {
  bool fit = true;
  for (int64_t i = 0; i < count; ++i)
    if (!byteSize(typeOf(ios[i]))) {
      problems.push_back(kind + " " + quoted(ios[i].name) + ": " +
                         formatType(typeOf(ios[i])) +
                         " is larger than any memory");
      fit = false;
    }
  return fit;
}

std::vector<Tensor> bindInputs(const rt_image &image, const Options &options,
                               std::vector<std::string> &problems) {
  std::vector<Tensor> inputs;
  if (!checkSizes(image.inputs, image.num_inputs, "input", problems))
    return inputs;
  Loader loader(image.inputs, image.num_inputs, "input", problems);
  for (const FileArgument &argument : options.inputs)
    loader.load(argument);
  std::vector<std::optional<Tensor>> given = loader.take();
  for (int64_t i = 0; i < image.num_inputs; ++i) {
    std::string name = image.inputs[i].name;
    TensorType type = typeOf(image.inputs[i]);
    auto range = options.ranges.find(i);
    bool ranged = range != options.ranges.end();
    if (given[i]) {
      if (ranged)
        problems.push_back("--range of input " + quoted(name) +
                           ": the input is given by a file");
      inputs.push_back(std::move(*given[i]));
    } else if (options.seed) {
      // No work for a run that will not take place.
      inputs.push_back(problems.empty()
                           ? makeRandom(type, name, *options.seed,
                                        ranged ? &range->second : nullptr)
                           : Tensor());
    } else if (!options.unclearInputs) {
      problems.push_back("input " + quoted(name) + " (" + formatType(type) +
                         ") is not given: pass --input '" + name +
                         "=@FILE', or --random SEED");
    }
  }
  return inputs;
}

std::vector<std::optional<Tensor>>
loadExpected(const rt_image &image, const Options &options,
             std::vector<std::string> &problems) {
  if (!checkSizes(image.outputs, image.num_outputs, "output", problems))
    return {};
  Loader loader(image.outputs, image.num_outputs, "output", problems);
  for (const FileArgument &argument : options.expected)
    loader.load(argument);
  return loader.take();
}

} // namespace partita::program
