//===- FilesTest.cpp - There and back, packed, damaged, too large -------*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems, answers and certificates as files. What a file says is
// ProblemIOTest's and CertificateTest's subject.
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"
#include "RandomProblems.h"
#include "partita/Solver/ProblemIO.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <zlib.h>

using namespace partita::solver;

namespace {
/// A file that goes away with the test.
struct TemporaryFile {
  explicit TemporaryFile(const char *name)
      : path(::testing::TempDir() + name) {}
  ~TemporaryFile() { std::remove(path.c_str()); }
  std::string path;
};
} // namespace

TEST(Files, gzippedCutOffAndDamaged) {
  TemporaryFile file("partita-solver-io.json.gz");
  const std::string text = exampleText();
  gzFile out = gzopen(file.path.c_str(), "wb");
  gzwrite(out, text.data(), unsigned(text.size()));
  gzclose(out);
  std::string error;
  EXPECT_TRUE(readProblem(file.path, error)) << error;
  std::string bytes;
  {
    std::FILE *in = std::fopen(file.path.c_str(), "rb");
    char c;
    while (std::fread(&c, 1, 1, in))
      bytes += c;
    std::fclose(in);
  }
  ASSERT_TRUE(
      writeTextFile(file.path, bytes.substr(0, bytes.size() - 9), error));
  EXPECT_FALSE(readProblem(file.path, error));
  EXPECT_NE(error.find("the gzip stream is cut off"), std::string::npos)
      << error;
  bytes[20] ^= 0x55;
  ASSERT_TRUE(writeTextFile(file.path, bytes, error));
  EXPECT_FALSE(readProblem(file.path, error));
  EXPECT_NE(error.find("line "), std::string::npos) << error;
}

/// Writes a gzipped file that unpacks to `unit`, many times.
static void writeBomb(const std::string &path, const std::string &unit,
                      int times) {
  gzFile out = gzopen(path.c_str(), "wb");
  for (int k = 0; k < times; ++k)
    gzwrite(out, unit.data(), unsigned(unit.size()));
  gzclose(out);
}

TEST(Files, whatUnpacksToTooMuchIsRefused) {
  TemporaryFile file("partita-solver-bomb.json.gz");
  auto refusal = [&](int64_t bytes, int64_t values) {
    JsonReader in;
    in.limits.bytes = bytes;
    in.limits.values = values;
    in.openFile(file.path);
    in.skip();
    in.finish();
    return in.error();
  };
  writeBomb(file.path, std::string(1 << 20, ' '), 16);
  EXPECT_EQ(refusal(1 << 23, 9),
            "line 1, column 8388609: expects at most 8388608 bytes of "
            "(unpacked) text");
  writeBomb(file.path, "[[]," + std::string(1 << 20, ' '), 1);
  EXPECT_EQ(refusal(1 << 23, 9),
            "line 1, column 1048581: [1]: expects a value, got the end of the "
            "file");
  writeBomb(file.path, "[0,[0,0],", 1 << 18);
  EXPECT_EQ(refusal(1 << 23, 9),
            "line 1, column 16: [2][1][1]: expects at most 9 values");
}

TEST(Files, answersMakeTheRoundTrip) {
  TemporaryFile file("partita-solver-answer.json");
  std::string error;
  ASSERT_TRUE(writeSolution(file.path, {0, 1, 0, 0}, error)) << error;
  EXPECT_EQ(readSolution(file.path, error), (Solution{0, 1, 0, 0}));
  EXPECT_FALSE(readSolution(file.path + "x", error));
  EXPECT_EQ(error, "cannot open: No such file or directory");
  EXPECT_FALSE(writeSolution("/no/such/folder/a.json", {0}, error));
  EXPECT_EQ(error, "cannot write '/no/such/folder/a.json': No such file or "
                   "directory");
}

/// That a certificate can be read with as many values as it counts itself, and
/// no fewer.
static void expectValues(const Certificate &c) {
  TemporaryFile file("partita-certificate-values.json");
  std::string error, text = writeCertificate(c);
  ASSERT_TRUE(writeTextFile(file.path, text, error)) << error;
  CheckLimits limits;
  limits.values = valuesOf(c);
  EXPECT_TRUE(parseCertificate(text, error, limits)) << error;
  EXPECT_TRUE(readCertificate(file.path, error, limits)) << error;
  --limits.values;
  EXPECT_FALSE(parseCertificate(text, error, limits));
  EXPECT_NE(error.find("expects at most " + std::to_string(limits.values) +
                       " values"),
            std::string::npos)
      << error;
}

TEST(Files, certificatesCountTheirValues) {
  Certificate c;
  expectValues(c);
  c.cutoff = 9;
  // With numbers as long as can be: bytes are no limit of their own.
  int far = INT32_MAX;
  int64_t least = -INT64_MAX;
  std::vector<int32_t> states = {far, -far, far};
  Certificate::Node &node = c.nodes[0];
  node.priceBits = 48;
  node.messageBits = -60;
  node.variable = far;
  for (char kind : {'u', 'd', 'm', 'f', 'e', 'c', 'o'}) {
    node.steps.push_back({kind, far, far, states, far, -MaxTotal});
    expectValues(c);
  }
  node.cuts = {{far, states}, {far, {}}};
  expectValues(c);
  node.branches = {{states, far}, {{}, far}};
  expectValues(c);
  node.prices.assign(3, {far, -MaxTotal, INT64_MAX});
  expectValues(c);
  node.messages = {{far, far, std::vector<int64_t>(9999, least), {}},
                   {far, far, {}, {least}}};
  expectValues(c);
  c.nodes.resize(5);
  expectValues(c);
  c.nodes.clear();
  expectValues(c);
}

TEST(Files, certificatesThatUnpackToTooMuchAreRefused) {
  TemporaryFile file("partita-certificate-bomb.json.gz");
  writeBomb(file.path, std::string(1 << 20, ' '), 2);
  CheckLimits limits;
  limits.values = 1 << 15;
  std::string error;
  EXPECT_FALSE(readCertificate(file.path, error, limits));
  EXPECT_EQ(error, "line 1, column 1048577: expects at most 1048576 bytes of "
                   "(unpacked) text");
  limits.nodes = 2;
  Certificate c;
  c.nodes.resize(2);
  EXPECT_TRUE(parseCertificate(writeCertificate(c), error, limits)) << error;
  c.nodes.resize(3);
  EXPECT_FALSE(parseCertificate(writeCertificate(c), error, limits));
  EXPECT_EQ(error, "line 6, column 1: nodes[2]: expects at most 2 nodes");
}

TEST(Files, certificatesMakeTheRoundTrip) {
  TemporaryFile file("partita-certificate.json");
  std::string error;
  int trees = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Problem problem = randomProblem(seed);
    SolveOptions options = withWork(500'000);
    options.without.parse("merging,dominance,elimination,memory-pruning");
    Certificate proof = solve(problem, options).certificate;
    trees += proof.nodes.size() > 1 && proof.cutoff > 0;
    std::string text = writeCertificate(proof);
    ASSERT_TRUE(writeTextFile(file.path, text, error)) << error;
    std::optional<Certificate> back = readCertificate(file.path, error);
    ASSERT_TRUE(back) << error;
    EXPECT_EQ(writeCertificate(*back), text);
    expectValues(proof);
  }
  EXPECT_GT(trees, 1);
  for (const char *bad :
       {"", "{}", "[]", "{\"format\": \"other\"}",
        "{\"format\": \"partita-certificate-2\", \"fingerprint\": \"xyz\"}",
        "{\"nodes\": [{\"steps\": [[\"u\"]]}]}",
        "{\"nodes\": [{\"steps\": [[\"x\",1]]}]}",
        "{\"nodes\": [{\"prices\": [[0,1,-2]]}]}",
        "{\"nodes\": [{\"messages\": [[0,1,[1],[2],[3]]]}]}",
        "{\"nodes\": [{\"branches\": [[0,[1],1],[1,[1],2]]}]}",
        "{\"nodes\": [{\"price_bits\": 99}]}"}) {
    ASSERT_TRUE(writeTextFile(file.path, bad, error));
    EXPECT_FALSE(readCertificate(file.path, error)) << bad;
    EXPECT_NE(error, "");
  }
}
