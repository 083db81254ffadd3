//===- Report.cpp - What the program prints about itself ------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sys/resource.h>

namespace partita::program {

static const int64_t kCollectives = 4;

static long long wide(int64_t value) { return value; }

std::string reportIo(const rt_image &image) {
  std::string text;
  auto add = [&](const char *kind, const rt_io *ios, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      TensorType type = typeOf(ios[i]);
      text += format("%-6s ", kind) + quoted(ios[i].name) + " " +
              formatType(type) +
              format(" %zu bytes\n", byteSize(type).value_or(0));
    }
  };
  add("input", image.inputs, image.num_inputs);
  add("output", image.outputs, image.num_outputs);
  return text;
}

std::string reportVersion(const rt_image &image) {
  std::string text = image.version ? image.version : "";
  if (!text.empty() && text.back() != '\n')
    text += '\n';
  text += std::string("model: ") + image.model + "\n";
  text += std::string("content id: ") + image.content_id + "\n";
  return text + format("ranks: %lld\nthreads per rank: %lld\n",
                       wide(image.num_ranks), wide(image.threads_per_rank));
}

std::string reportTensor(const std::string &name, const Tensor &tensor) {
  const size_t shown = 6;
  size_t count = elementCount(tensor.type.shape).value_or(0), nans = 0;
  double min = INFINITY, max = -INFINITY, sum = 0;
  for (size_t i = 0; i < count; ++i) {
    double value = elementAsReal(tensor, i);
    if (std::isnan(value)) {
      ++nans;
      continue;
    }
    min = std::min(min, value);
    max = std::max(max, value);
    sum += value;
  }
  std::string text =
      "output " + quoted(name) + " " + formatType(tensor.type) + ": ";
  if (!count)
    return text + "empty\n";
  if (nans < count)
    text += format("min %.6g, max %.6g, mean %.6g, ", min, max,
                   sum / static_cast<double>(count - nans));
  if (nans)
    text += format("%zu NaN, ", nans);
  text += count <= shown ? "values" : "first values";
  for (size_t i = 0; i < count && i < shown; ++i)
    text += " " + formatElement(tensor, i);
  return text + "\n";
}

Latency summarize(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  size_t count = times.size();
  // In whole numbers: 0.9 * 10 is more than 9 in doubles.
  auto percentile = [&](size_t percent) {
    return times[(percent * count + 99) / 100 - 1];
  };
  Latency latency;
  latency.min = times.front();
  latency.max = times.back();
  latency.median = (times[(count - 1) / 2] + times[count / 2]) / 2;
  latency.mean = std::accumulate(times.begin(), times.end(), 0.0) /
                 static_cast<double>(count);
  latency.p90 = percentile(90);
  latency.p99 = percentile(99);
  return latency;
}

std::string reportLatency(const std::vector<double> &times, int64_t warmup) {
  Latency l = summarize(times);
  return format("latency of %zu runs after %lld warm-up runs, ms per run:\n"
                "  min %.3f  median %.3f  mean %.3f  p90 %.3f  p99 %.3f  "
                "max %.3f\n",
                times.size(), wide(warmup), l.min, l.median, l.mean, l.p90,
                l.p99, l.max);
}

std::string collectiveName(int64_t kind) {
  switch (kind) {
  case RT_ALL_GATHER:
    return "all-gather";
  case RT_ALL_REDUCE:
    return "all-reduce";
  case RT_REDUCE_SCATTER:
    return "reduce-scatter";
  case RT_EXCHANGE:
    return "exchange";
  }
  return format("collective %lld", wide(kind));
}

std::string reportStats(const rt_image &image, int64_t runs,
                        const int64_t bytes[4], const int64_t calls[4],
                        int64_t memory) {
  std::string text =
      format("collectives of %lld runs, over all ranks:\n"
             "  %-15s %12s %16s %16s  equal\n",
             wide(runs), "kind", "calls", "bytes counted", "bytes planned");
  for (int64_t kind = 0; kind < kCollectives; ++kind) {
    int64_t planned =
        kind < image.num_planned ? image.planned_bytes[kind] * runs : 0;
    text += format("  %-15s %12lld %16lld %16lld  %s\n",
                   collectiveName(kind).c_str(), wide(calls[kind]),
                   wide(bytes[kind]), wide(planned),
                   bytes[kind] == planned ? "yes" : "NO");
  }
  text += "memory: " + formatBytes(memory) +
          " of arena, packed weights and scratch";
  struct rusage usage;
  // Linux counts ru_maxrss in KiB.
  if (getrusage(RUSAGE_SELF, &usage) == 0)
    text += ", " + formatBytes(usage.ru_maxrss * 1024) + " resident at most";
  return text + "\n";
}

} // namespace partita::program
