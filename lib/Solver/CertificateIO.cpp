//===- CertificateIO.cpp - Certificates as JSON -------------------------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step, price or message per line, so that two certificates can be compared
// with the usual tools.
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"
#include "partita/Solver/Certificate.h"

#include <cstdio>
#include <cstdlib>
#include <limits>

using namespace partita::solver;

static const char Format[] = "partita-certificate-1";

template <typename T>
static void append(std::string &out, const std::vector<T> &numbers) {
  out += "[";
  for (size_t k = 0; k < numbers.size(); ++k)
    out += (k ? "," : "") + std::to_string(numbers[k]);
  out += "]";
}

std::string partita::solver::writeCertificate(const Certificate &c) {
  char hex[20];
  std::snprintf(hex, sizeof hex, "%016llx", (unsigned long long)c.fingerprint);
  std::string out =
      std::string("{\"format\": \"") + Format + "\",\n\"fingerprint\": \"" +
      hex + "\",\n\"feasibility\": " + (c.feasibility ? "true" : "false") +
      ",\n\"price_bits\": " + std::to_string(c.priceBits) +
      ",\n\"message_bits\": " + std::to_string(c.messageBits) +
      ",\n\"steps\": [";
  const char *separator = "\n";
  for (const Certificate::Step &step : c.steps) {
    out += std::string(separator) + "[\"" + step.kind + "\"," +
           std::to_string(step.a) + "," + std::to_string(step.b) + ",";
    append(out, step.states);
    out += "]";
    separator = ",\n";
  }
  out += "],\n\"prices\": [";
  separator = "\n";
  for (const Certificate::Price &price : c.prices) {
    out += std::string(separator) + "[" + std::to_string(price.cls) + "," +
           std::to_string(price.moment) + "," + std::to_string(price.price) +
           "]";
    separator = ",\n";
  }
  out += "],\n\"messages\": [";
  separator = "\n";
  for (const Certificate::Message &message : c.messages) {
    out += std::string(separator) + "[" + std::to_string(message.a) + "," +
           std::to_string(message.b) + ",";
    append(out, message.gainA);
    out += ",";
    append(out, message.gainB);
    out += "]";
    separator = ",\n";
  }
  return out + "]}\n";
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
  Certificate::Step step{'?', 0, -1, {}};
  in.beginArray();
  in.requireItem();
  std::string kind = in.string();
  step.kind = kind.size() == 1 ? kind[0] : '?';
  in.requireItem();
  step.a = int(in.integer(0, INT32_MAX));
  in.requireItem();
  step.b = int(in.integer(-1, INT32_MAX));
  in.requireItem();
  step.states = readNumbers<int32_t>(in);
  in.endItems();
  return step;
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

static std::optional<Certificate> read(JsonReader &in, std::string &error) {
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
    } else if (keys.is(key, "feasibility")) {
      c.feasibility = in.boolean();
    } else if (keys.is(key, "price_bits")) {
      c.priceBits = int(in.integer(0, 48));
    } else if (keys.is(key, "message_bits")) {
      c.messageBits = int(in.integer(0, 48));
    } else if (keys.is(key, "steps")) {
      for (in.beginArray(); in.nextItem();)
        c.steps.push_back(readStep(in));
    } else if (keys.is(key, "prices")) {
      for (in.beginArray(); in.nextItem();)
        c.prices.push_back(readPrice(in));
    } else if (keys.is(key, "messages")) {
      for (in.beginArray(); in.nextItem();)
        c.messages.push_back(readMessage(in));
    } else {
      in.skip();
    }
  }
  keys.require({"format", "fingerprint", "feasibility", "price_bits",
                "message_bits", "steps", "prices", "messages"});
  in.finish();
  error = in.error();
  if (!error.empty())
    return std::nullopt;
  return c;
}

std::optional<Certificate>
partita::solver::readCertificate(const std::string &path, std::string &error) {
  JsonReader in;
  in.openFile(path);
  return read(in, error);
}

std::optional<Certificate>
partita::solver::parseCertificate(std::string_view text, std::string &error) {
  JsonReader in;
  in.openText(text);
  return read(in, error);
}
