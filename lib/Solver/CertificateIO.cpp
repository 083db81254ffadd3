//===- CertificateIO.cpp - Certificates as JSON -------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step, cut, branch, price or message per line, so that two certificates
// can be compared with the usual tools.
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"
#include "partita/Solver/Certificate.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace partita::solver;

static const char Format[] = "partita-certificate-2";

/// Per value: more than what is written takes, names and brackets included, so
/// that values alone say which certificates can be read back.
static constexpr int64_t MostBytes = 32;

template <typename T>
static void append(std::string &out, const std::vector<T> &numbers) {
  out += "[";
  for (size_t k = 0; k < numbers.size(); ++k)
    out += (k ? "," : "") + std::to_string(numbers[k]);
  out += "]";
}

static std::string list(std::initializer_list<int64_t> numbers) {
  std::string out;
  for (int64_t number : numbers)
    out += "," + std::to_string(number);
  return out;
}

static void append(std::string &out, const Certificate::Step &step) {
  out += std::string("[\"") + step.kind + "\"";
  if (step.kind == 'o') {
    out += list({step.cls, step.moment}) + "]";
    return;
  }
  out += list({step.a});
  if (step.kind == 'u' || step.kind == 'm')
    out += list({step.b});
  if (step.kind == 'c')
    out += list({step.cls, step.moment});
  if (step.kind == 'u' || step.kind == 'd' || step.kind == 'c') {
    out += ",";
    append(out, step.states);
  }
  out += "]";
}

/// Writes `name` and a list of items, one per line, unless there are none.
template <typename T, typename Write>
static void append(std::string &out, const char *name,
                   const std::vector<T> &items, const Write &write) {
  if (items.empty())
    return;
  out += std::string(out.back() == '{' ? "" : ",\n") + "\"" + name + "\": [";
  const char *separator = "\n";
  for (const T &item : items) {
    out += separator;
    write(item);
    separator = ",\n";
  }
  out += "]";
}

static void append(std::string &out, const Certificate::Node &node) {
  out += "{";
  append(out, "steps", node.steps,
         [&](const Certificate::Step &step) { append(out, step); });
  append(out, "cuts", node.cuts, [&](const Certificate::Cut &cut) {
    out += "[" + std::to_string(cut.variable) + ",";
    append(out, cut.states);
    out += "]";
  });
  append(out, "branches", node.branches, [&](const Certificate::Branch &b) {
    out += "[" + std::to_string(node.variable) + ",";
    append(out, b.states);
    out += list({b.node}) + "]";
  });
  auto bits = [&](const char *name, int value) {
    out += std::string(out.back() == '{' ? "\"" : ",\n\"") + name +
           "\": " + std::to_string(value);
  };
  if (!node.prices.empty())
    bits("price_bits", node.priceBits);
  append(out, "prices", node.prices, [&](const Certificate::Price &p) {
    out += "[" + std::to_string(p.cls) + list({p.moment, p.price}) + "]";
  });
  if (!node.messages.empty())
    bits("message_bits", node.messageBits);
  append(out, "messages", node.messages, [&](const Certificate::Message &m) {
    out += "[" + std::to_string(m.a) + list({m.b}) + ",";
    append(out, m.gainA);
    out += ",";
    append(out, m.gainB);
    out += "]";
  });
  out += "}";
}

std::string partita::solver::writeCertificate(const Certificate &c) {
  char hex[20];
  std::snprintf(hex, sizeof hex, "%016llx", (unsigned long long)c.fingerprint);
  std::string out = std::string("{\"format\": \"") + Format +
                    "\",\n\"fingerprint\": \"" + hex + "\",\n";
  if (c.cutoff)
    out += "\"cutoff\": " + std::to_string(c.cutoff) + ",\n";
  out += "\"nodes\": [";
  const char *separator = "\n";
  for (const Certificate::Node &node : c.nodes) {
    out += separator;
    append(out, node);
    separator = ",\n";
  }
  return out + "]}\n";
}

/// What is built for an item counts as values as well: an empty node takes
/// three bytes of text and dozens of memory.
template <typename T>
static constexpr int64_t Built = sizeof(T) / 8;

/// The list, and its numbers.
template <typename T>
static int64_t count(const std::vector<T> &numbers) {
  return 1 + int64_t(numbers.size());
}

static int64_t count(const Certificate::Step &step) {
  int64_t values = 2; // the list, the letter
  if (step.kind == 'o')
    return values + 2;
  values += step.kind == 'u' || step.kind == 'm' ? 2 : 1;
  if (step.kind == 'c')
    values += 2;
  if (step.kind == 'u' || step.kind == 'd' || step.kind == 'c')
    values += count(step.states);
  return values;
}
static int64_t count(const Certificate::Cut &cut) {
  return 2 + count(cut.states);
}
static int64_t count(const Certificate::Branch &branch) {
  return 3 + count(branch.states);
}
static int64_t count(const Certificate::Price &) { return 4; }
static int64_t count(const Certificate::Message &message) {
  return 3 + count(message.gainA) + count(message.gainB);
}

static int64_t count(const Certificate::Node &node);

/// The key, the list and its items, unless there are none.
template <typename T>
static int64_t countItems(const std::vector<T> &items) {
  int64_t values = items.empty() ? 0 : 2;
  for (const T &item : items)
    values += Built<T> + count(item);
  return values;
}

static int64_t count(const Certificate::Node &node) {
  // The object, and the bits with their keys.
  return 1 + (node.prices.empty() ? 0 : 2) + (node.messages.empty() ? 0 : 2) +
         countItems(node.steps) + countItems(node.cuts) +
         countItems(node.branches) + countItems(node.prices) +
         countItems(node.messages);
}

int64_t partita::solver::valuesOf(const Certificate &c) {
  // The object, and the format, fingerprint and cutoff with their keys.
  int64_t values = 1 + 2 + 2 + (c.cutoff ? 2 : 0);
  return values + (c.nodes.empty() ? 2 : countItems(c.nodes));
}

/// Reads a list of items.
template <typename T, typename Read>
static void readItems(JsonReader &in, std::vector<T> &out, const Read &item) {
  for (in.beginArray(); in.nextItem();) {
    in.count(Built<T>);
    out.push_back(item());
  }
}

template <typename T>
static std::vector<T> readNumbers(JsonReader &in) {
  std::vector<T> numbers;
  for (in.beginArray(); in.nextItem();)
    numbers.push_back(T(in.integer(std::numeric_limits<T>::min() + 1,
                                   std::numeric_limits<T>::max())));
  return numbers;
}

static Certificate::Step readStep(JsonReader &in) {
  Certificate::Step step;
  in.beginArray();
  in.requireItem();
  std::string kind = in.string();
  if (kind.size() != 1 || !std::strchr("udmfeco", kind[0])) {
    in.fail("expects a step u, d, m, f, e, c or o, got \"" +
            kind.substr(0, 40) + "\"");
    return step;
  }
  step.kind = kind[0];
  auto number = [&](int64_t least, int64_t most) {
    in.requireItem();
    return in.integer(least, most);
  };
  if (step.kind != 'o')
    step.a = int(number(0, INT32_MAX));
  if (step.kind == 'u' || step.kind == 'm')
    step.b = int(number(-1, INT32_MAX));
  if (step.kind == 'c' || step.kind == 'o') {
    step.cls = int(number(0, INT32_MAX));
    step.moment = number(-MaxTotal, MaxTotal);
  }
  if (step.kind == 'u' || step.kind == 'd' || step.kind == 'c') {
    in.requireItem();
    step.states = readNumbers<int32_t>(in);
  }
  in.endItems();
  return step;
}

static Certificate::Cut readCut(JsonReader &in) {
  Certificate::Cut cut{0, {}};
  in.beginArray();
  in.requireItem();
  cut.variable = int(in.integer(0, INT32_MAX));
  in.requireItem();
  cut.states = readNumbers<int32_t>(in);
  in.endItems();
  return cut;
}

static Certificate::Branch readBranch(JsonReader &in, bool first,
                                      int &variable) {
  Certificate::Branch branch{{}, 0};
  in.beginArray();
  in.requireItem();
  int of = int(in.integer(-1, INT32_MAX));
  if (!first && of != variable)
    in.fail("expects branches of one variable, got " +
            std::to_string(variable) + " and " + std::to_string(of));
  variable = of;
  in.requireItem();
  branch.states = readNumbers<int32_t>(in);
  in.requireItem();
  branch.node = int(in.integer(0, INT32_MAX));
  in.endItems();
  return branch;
}

static Certificate::Price readPrice(JsonReader &in) {
  Certificate::Price price{0, 0, 0};
  in.beginArray();
  in.requireItem();
  price.cls = int(in.integer(0, INT32_MAX));
  in.requireItem();
  price.moment = in.integer(-MaxTotal, MaxTotal);
  in.requireItem();
  price.price = in.integer(0, INT64_MAX);
  in.endItems();
  return price;
}

static Certificate::Message readMessage(JsonReader &in) {
  Certificate::Message message{0, 0, {}, {}};
  in.beginArray();
  in.requireItem();
  message.a = int(in.integer(0, INT32_MAX));
  in.requireItem();
  message.b = int(in.integer(0, INT32_MAX));
  in.requireItem();
  message.gainA = readNumbers<int64_t>(in);
  in.requireItem();
  message.gainB = readNumbers<int64_t>(in);
  in.endItems();
  return message;
}

static Certificate::Node readNode(JsonReader &in) {
  Certificate::Node node;
  Keys keys(in);
  std::string key;
  for (in.beginObject(); in.nextKey(key);) {
    if (keys.is(key, "steps"))
      readItems(in, node.steps, [&] { return readStep(in); });
    else if (keys.is(key, "cuts"))
      readItems(in, node.cuts, [&] { return readCut(in); });
    else if (keys.is(key, "branches"))
      readItems(in, node.branches, [&] {
        return readBranch(in, node.branches.empty(), node.variable);
      });
    else if (keys.is(key, "prices"))
      readItems(in, node.prices, [&] { return readPrice(in); });
    else if (keys.is(key, "price_bits"))
      node.priceBits = int(in.integer(0, 48));
    else if (keys.is(key, "message_bits"))
      node.messageBits = int(in.integer(-60, 48));
    else if (keys.is(key, "messages"))
      readItems(in, node.messages, [&] { return readMessage(in); });
    else
      in.skip();
  }
  return node;
}

static std::optional<Certificate> read(JsonReader &in, std::string &error,
                                       CheckLimits limits) {
  Certificate c;
  Keys keys(in);
  std::string key;
  for (in.beginObject(); in.nextKey(key);) {
    if (keys.is(key, "format")) {
      std::string name = in.string();
      if (name != Format)
        in.fail("expects " + std::string(Format) + ", got " +
                name.substr(0, 40));
    } else if (keys.is(key, "fingerprint")) {
      std::string hex = in.string();
      if (hex.size() != 16 ||
          hex.find_first_not_of("0123456789abcdef") != std::string::npos)
        in.complain("expects 16 hexadecimal digits");
      c.fingerprint = std::strtoull(hex.c_str(), nullptr, 16);
    } else if (keys.is(key, "cutoff")) {
      c.cutoff = in.integer(0, MaxTotal);
    } else if (keys.is(key, "nodes")) {
      c.nodes.clear();
      readItems(in, c.nodes, [&] {
        if (int64_t(c.nodes.size()) >= limits.nodes)
          in.fail("expects at most " + std::to_string(limits.nodes) + " nodes");
        return readNode(in);
      });
    } else {
      in.skip();
    }
  }
  keys.require({"format", "fingerprint", "nodes"});
  in.finish();
  error = in.error();
  if (!error.empty())
    return std::nullopt;
  return c;
}

static void setLimits(JsonReader &in, CheckLimits limits) {
  in.limits.values = std::min(limits.values, INT64_MAX / MostBytes);
  in.limits.bytes = in.limits.values * MostBytes;
}

std::optional<Certificate>
partita::solver::readCertificate(const std::string &path, std::string &error,
                                 CheckLimits limits) {
  JsonReader in;
  setLimits(in, limits);
  in.openFile(path);
  return read(in, error, limits);
}

std::optional<Certificate>
partita::solver::parseCertificate(std::string_view text, std::string &error,
                                  CheckLimits limits) {
  JsonReader in;
  setLimits(in, limits);
  in.openText(text);
  return read(in, error, limits);
}
