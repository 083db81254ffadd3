//===- Generate.cpp - Problems of any size ------------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Generate.h. Nodes are collected before the problem is made, as the limit
// depends on all of them and a problem takes its limits first.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"

#include <algorithm>
#include <cstdlib>
#include <map>

using namespace partita;
using namespace partita::solver;

namespace {

using Numbers = std::vector<int64_t>;

/// The same everywhere, unlike the distributions of the standard library.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  int64_t below(int64_t n) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return int64_t((z ^ (z >> 31)) % uint64_t(n));
  }

private:
  uint64_t state;
};

/// Costs and uses by strategy; nodes of one kind share them.
struct Kind {
  Numbers costs, uses;
};

class Collector {
public:
  int addKind(Kind kind) {
    kinds.push_back(std::move(kind));
    return int(kinds.size()) - 1;
  }
  int addNode(int kind, int64_t begin, int64_t end) {
    nodes.push_back({kind, begin, end});
    return int(nodes.size()) - 1;
  }
  int addTable(const Numbers &entries) { return tables.addTable(entries); }
  void addEdge(int first, int second, int table) {
    edges.push_back({first, second, table});
  }
  void endAt(int node, int64_t moment) { nodes[node].end = moment; }
  Problem finish(double slack);

private:
  struct Node {
    int kind;
    int64_t begin, end;
  };
  struct Edge {
    int first, second, table;
  };
  Problem tables; // its tables, before there are nodes
  std::vector<Kind> kinds;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

} // namespace

Problem Collector::finish(double slack) {
  Problem problem = std::move(tables);
  if (slack > 0) {
    std::vector<std::pair<int64_t, int64_t>> changes;
    for (const Node &node : nodes) {
      const Numbers &uses = kinds[node.kind].uses;
      int64_t least = *std::min_element(uses.begin(), uses.end());
      changes.push_back({node.begin, least});
      changes.push_back({node.end, -least});
    }
    std::sort(changes.begin(), changes.end());
    int64_t live = 0, peak = 0;
    for (auto &[moment, change] : changes)
      peak = std::max(peak, live += change);
    problem.addLimit(int64_t(double(peak) * slack));
  }
  for (const Node &node : nodes)
    problem.addNode(node.begin, node.end, kinds[node.kind].costs,
                    slack > 0 ? kinds[node.kind].uses : Numbers());
  for (const Edge &edge : edges)
    problem.addEdge(edge.first, edge.second, edge.table);
  return problem;
}

//===----------------------------------------------------------------------===//
// Chains, trees and grids
//===----------------------------------------------------------------------===//

namespace {
/// A few random kinds and tables, drawn from again and again.
class Plain {
public:
  explicit Plain(uint64_t seed) : random(seed) {
    for (int k = 0; k < Several; ++k) {
      Kind kind;
      // Every kind has its favourite, and later ones use less memory.
      int favourite = int(random.below(Strategies));
      for (int s = 0; s < Strategies; ++s) {
        kind.costs.push_back(800 * std::abs(s - favourite) +
                             random.below(1000));
        kind.uses.push_back(100 * (Strategies - s) + random.below(100));
      }
      out.addKind(kind);
      Numbers entries;
      for (int s = 0; s < Strategies; ++s)
        for (int t = 0; t < Strategies; ++t)
          entries.push_back(s == t ? 0 : 500 + random.below(4000));
      tables.push_back(out.addTable(entries));
    }
  }
  int node(int64_t begin, int64_t end) {
    return out.addNode(int(random.below(Several)), begin, end);
  }
  void edge(int a, int b) { out.addEdge(a, b, tables[random.below(Several)]); }

  Random random;
  Collector out;

private:
  static constexpr int Several = 16, Strategies = 12;
  std::vector<int> tables;
};
} // namespace

static Problem chain(int64_t nodes, double slack, uint64_t seed) {
  Plain make(seed);
  for (int64_t i = 0; i < nodes; ++i) {
    make.node(i, i + 32);
    if (i > 0)
      make.edge(int(i - 1), int(i));
  }
  return make.out.finish(slack);
}

/// Every node hangs on a random one of the sixteen last or, sometimes, of all.
static Problem tree(int64_t nodes, double slack, uint64_t seed) {
  Plain make(seed);
  for (int64_t i = 0; i < nodes; ++i) {
    make.node(i, i + 32);
    if (i == 0)
      continue;
    int64_t window = make.random.below(50) ? std::min<int64_t>(i, 16) : i;
    make.edge(int(i - 1 - make.random.below(window)), int(i));
  }
  return make.out.finish(slack);
}

static Problem grid(int64_t nodes, double slack, uint64_t seed) {
  int64_t rows = 1;
  while ((rows + 1) * (rows + 1) <= nodes)
    ++rows;
  Plain make(seed);
  for (int64_t i = 0; i < nodes; ++i) {
    make.node(i, i + std::max<int64_t>(rows, 32));
    if (i % rows)
      make.edge(int(i - 1), int(i));
    if (i >= rows)
      make.edge(int(i - rows), int(i));
  }
  return make.out.finish(slack);
}

//===----------------------------------------------------------------------===//
// Transformers
//===----------------------------------------------------------------------===//

namespace {

/// What either axis of the mesh does: 0 nothing, k splits dimension k - 1.
struct Split {
  int axis[2];
};
/// Devices along an axis, and nanoseconds per kilobyte on its links.
constexpr int64_t AxisSize[2] = {4, 8};
constexpr int64_t AxisCost[2] = {40, 4};

constexpr int Tensor = 3; // nothing, rows, columns
constexpr int Loops = 4;  // nothing, m, n, k of a matrix product

Split split(int strategy, int choices) {
  return {{strategy / choices, strategy % choices}};
}

/// Shares of a tensor under a split.
int64_t pieces(Split s) {
  return (s.axis[0] ? AxisSize[0] : 1) * (s.axis[1] ? AxisSize[1] : 1);
}

/// Moves a tensor from one split to another: axes that stop splitting gather,
/// axes that change exchange, axes that begin to split only drop.
int64_t reshard(int64_t bytes, Split from, Split to) {
  int64_t cost = 0;
  for (int a = 0; a < 2; ++a) {
    int64_t kilobytes = bytes / pieces(from) / 1024;
    if (from.axis[a] && from.axis[a] != to.axis[a])
      cost += AxisCost[a] * kilobytes * (to.axis[a] ? 1 : AxisSize[a] - 1);
  }
  return cost;
}

/// What a matrix product with split loops (m, n, k) wants of its operands
/// (m x k), (k x n), and what it makes (m x n; split k is summed up).
Split operandSplit(Split loops, const int dimOf[Loops]) {
  return {{dimOf[loops.axis[0]], dimOf[loops.axis[1]]}};
}
constexpr int LeftDim[Loops] = {0, 1, 0, 2};
constexpr int RightDim[Loops] = {0, 0, 2, 1};
constexpr int OutDim[Loops] = {0, 1, 2, 0};
/// The same of transposed operands.
constexpr int LeftTurned[Loops] = {0, 2, 0, 1};
constexpr int RightTurned[Loops] = {0, 0, 1, 2};

struct Value {
  int node;
  int64_t bytes;
  bool product; // strategies are splits of loops, not of the tensor
};

/// Stacks layers; tables and kinds are made once per distinct sizes.
class Transformer {
public:
  explicit Transformer(int layers) : layers(layers) {}
  Problem build(double slack, bool unlike, uint64_t seed);

private:
  struct Weight {
    Value value, state; // with its optimizer state
    int64_t rows, columns;
  };
  struct Layer {
    std::vector<Weight> weights;
    std::vector<Value> kept; // activations, for the backward pass
    int64_t hidden, inner;
  };

  int kindOf(const std::string &what, const Numbers &sizes,
             const std::function<Kind()> &make);
  int tableOf(int64_t bytes, bool fromProduct, bool toProduct,
              const int *dimOf);
  Value tensor(int64_t bytes, int64_t work, bool always = false);
  Value product(int64_t m, int64_t n, int64_t k);
  void use(const Value &from, const Value &to, const int *dimOf = nullptr);
  Weight weight(int64_t rows, int64_t columns);
  void forward(Layer &layer);
  void backward(Layer &layer);
  void update(Layer &layer, int which, const Value &gradient);

  int layers;
  int64_t now = 0;
  static constexpr int64_t Tokens = 16384, Always = INT64_C(1) << 40;
  Collector out;
  Value stream{-1, 0, false}; // the residual stream, or its gradient
  std::map<std::pair<std::string, Numbers>, int> kinds;
  std::map<Numbers, int> tables;
};

} // namespace

int Transformer::kindOf(const std::string &what, const Numbers &sizes,
                        const std::function<Kind()> &make) {
  auto [at, fresh] = kinds.insert({{what, sizes}, 0});
  if (fresh)
    at->second = out.addKind(make());
  return at->second;
}

int Transformer::tableOf(int64_t bytes, bool fromProduct, bool toProduct,
                         const int *dimOf) {
  Numbers key{bytes, fromProduct, toProduct,
              dimOf ? dimOf[1] * 4 + dimOf[2] : -1};
  auto [at, fresh] = tables.insert({key, 0});
  if (!fresh)
    return at->second;
  Numbers entries;
  int n = fromProduct ? Loops * Loops : Tensor * Tensor;
  int m = toProduct ? Loops * Loops : Tensor * Tensor;
  for (int s = 0; s < n; ++s)
    for (int t = 0; t < m; ++t) {
      Split from = fromProduct ? operandSplit(split(s, Loops), OutDim)
                               : split(s, Tensor);
      Split to =
          toProduct ? operandSplit(split(t, Loops), dimOf) : split(t, Tensor);
      entries.push_back(reshard(bytes, from, to));
    }
  return at->second = out.addTable(entries);
}

/// A tensor that takes some work per byte to make.
Value Transformer::tensor(int64_t bytes, int64_t work, bool always) {
  int kind = kindOf("tensor", {bytes, work}, [&] {
    Kind kind;
    for (int s = 0; s < Tensor * Tensor; ++s) {
      int64_t share = bytes / pieces(split(s, Tensor));
      kind.costs.push_back(share * work / 1024);
      kind.uses.push_back(share / 1024);
    }
    return kind;
  });
  if (always)
    return {out.addNode(kind, 0, Always), bytes, false};
  int node = out.addNode(kind, now, now + 2);
  ++now;
  return {node, bytes, false};
}

/// A matrix product; where k is split the result is summed over the axis.
Value Transformer::product(int64_t m, int64_t n, int64_t k) {
  int kind = kindOf("product", {m, n, k}, [&] {
    Kind kind;
    for (int s = 0; s < Loops * Loops; ++s) {
      Split loops = split(s, Loops);
      int64_t held = 2 * m * n / pieces(operandSplit(loops, OutDim));
      int64_t cost = m * n / pieces(loops) * k / 200'000;
      for (int a = 0; a < 2; ++a)
        if (loops.axis[a] == 3)
          cost += 2 * AxisCost[a] * (held / 1024);
      kind.costs.push_back(cost);
      kind.uses.push_back(held / 1024);
    }
    return kind;
  });
  int node = out.addNode(kind, now, now + 2);
  ++now;
  return {node, 2 * m * n, true};
}

void Transformer::use(const Value &from, const Value &to, const int *dimOf) {
  out.addEdge(from.node, to.node,
              tableOf(from.bytes, from.product, to.product, dimOf));
}

Transformer::Weight Transformer::weight(int64_t rows, int64_t columns) {
  return {tensor(2 * rows * columns, 0, true),
          tensor(12 * rows * columns, 0, true), rows, columns};
}

/// Both halves of a layer: attention without its heads' inner products split
/// up further, and a gated block.
void Transformer::forward(Layer &layer) {
  int64_t h = layer.hidden, f = layer.inner, bytes = 2 * Tokens * h;
  for (auto [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{
           {h, h}, {h, h / 4}, {h, h / 4}, {h, h}, {h, f}, {h, f}, {f, h}})
    layer.weights.push_back(weight(rows, columns));
  auto keep = [&](const Value &value) {
    layer.kept.push_back(value);
    return value;
  };
  auto elementwise = [&](std::vector<Value> from, int64_t bytes) {
    Value to = keep(tensor(bytes, 8));
    for (const Value &value : from)
      use(value, to);
    return to;
  };
  auto matmul = [&](const Value &left, int which) {
    const Weight &w = layer.weights[which];
    Value to = keep(product(Tokens, w.columns, w.rows));
    use(left, to, LeftDim);
    use(w.value, to, RightDim);
    return to;
  };
  if (stream.node < 0)
    stream = tensor(bytes, 8);
  Value in = stream;
  Value norm = elementwise({in}, bytes);
  Value q = elementwise({matmul(norm, 0)}, bytes);
  Value k = elementwise({matmul(norm, 1)}, bytes / 4);
  Value v = matmul(norm, 2);
  Value scores = elementwise({q, k}, 4 * bytes);
  Value weights = elementwise({scores}, 4 * bytes);
  Value context = elementwise({weights, v}, bytes);
  Value middle = elementwise({in, matmul(context, 3)}, bytes);
  Value norm2 = elementwise({middle}, bytes);
  Value gate = elementwise({matmul(norm2, 4)}, 2 * Tokens * f);
  Value gated = elementwise({gate, matmul(norm2, 5)}, 2 * Tokens * f);
  stream = elementwise({middle, matmul(gated, 6)}, bytes);
}

/// A gradient for every activation and weight, in reverse.
void Transformer::backward(Layer &layer) {
  int64_t h = layer.hidden, bytes = 2 * Tokens * h;
  // Kept, in the order of `forward`: norm 0, xq 1, q 2, xk 3, k 4, v 5,
  // scores 6, weights 7, context 8, o 9, middle 10, norm2 11, g 12, gate 13,
  // u 14, gated 15, d 16, out 17.
  const std::vector<Value> &kept = layer.kept;
  auto elementwise = [&](std::vector<Value> from, int64_t bytes) {
    Value to = tensor(bytes, 8);
    for (const Value &value : from)
      use(value, to);
    return to;
  };
  // The gradients of a product's weight (updated at once) and of its input.
  auto matmul = [&](const Value &gradient, const Value &input, int which) {
    const Weight &w = layer.weights[which];
    Value ofWeight = product(w.rows, w.columns, Tokens);
    use(input, ofWeight, LeftTurned);
    use(gradient, ofWeight, RightDim);
    update(layer, which, ofWeight);
    Value ofInput = product(Tokens, w.rows, w.columns);
    use(gradient, ofInput, LeftDim);
    use(w.value, ofInput, RightTurned);
    return ofInput;
  };
  if (stream.node < 0 || stream.bytes != bytes)
    stream = elementwise({stream}, bytes);
  Value out = stream;
  Value gated = matmul(out, kept[15], 6);
  Value up = elementwise({gated, kept[13]}, gated.bytes);
  Value gate = elementwise({gated, kept[14], kept[12]}, gated.bytes);
  Value norm2 =
      elementwise({matmul(up, kept[11], 5), matmul(gate, kept[11], 4)}, bytes);
  Value middle = elementwise({out, norm2, kept[10]}, bytes);
  Value context = matmul(middle, kept[8], 3);
  Value weights = elementwise({context, kept[5]}, 4 * bytes);
  Value v = elementwise({context, kept[7]}, bytes / 4);
  Value scores = elementwise({weights, kept[7]}, 4 * bytes);
  Value q = elementwise({scores, kept[4]}, bytes);
  Value k = elementwise({scores, kept[2]}, bytes / 4);
  Value norm = elementwise(
      {matmul(q, kept[0], 0), matmul(k, kept[0], 1), matmul(v, kept[0], 2)},
      bytes);
  stream = elementwise({middle, norm}, bytes);
  for (const Value &value : kept)
    this->out.endAt(value.node, now);
}

void Transformer::update(Layer &layer, int which, const Value &gradient) {
  const Weight &w = layer.weights[which];
  Value step = tensor(2 * w.rows * w.columns, 4);
  use(gradient, step);
  // In place: the layouts are the same.
  Numbers same;
  for (int s = 0; s < Tensor * Tensor; ++s)
    for (int t = 0; t < Tensor * Tensor; ++t)
      same.push_back(s == t ? 0 : Forbidden);
  int alias = out.addTable(same);
  out.addEdge(w.state.node, step.node, alias);
  out.addEdge(step.node, w.value.node, alias);
}

Problem Transformer::build(double slack, bool unlike, uint64_t seed) {
  std::vector<Layer> stack(layers);
  for (int l = 0; l < layers; ++l) {
    stack[l].hidden = 4096 + (unlike ? l + int64_t(seed % 64) : 0);
    stack[l].inner = 4 * stack[l].hidden;
    forward(stack[l]);
  }
  for (int l = layers; l-- > 0;)
    backward(stack[l]);
  return out.finish(slack);
}

Problem bench::generate(const std::string &family, int64_t nodes, double slack,
                        uint64_t seed) {
  if (family == "chain")
    return chain(nodes, slack, seed);
  if (family == "tree")
    return tree(nodes, slack, seed);
  if (family == "grid")
    return grid(nodes, slack, seed);
  if (family == "transformer" || family == "unlike")
    return Transformer(int(std::max<int64_t>(1, nodes / 64)))
        .build(slack, family == "unlike", seed);
  return Problem();
}
