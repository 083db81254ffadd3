//===- ConvTest.cpp - Convolutions against loops --------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RT_CONV over strides, paddings, dilations, groups, epilogues, sizes and
// formats.
//
//===----------------------------------------------------------------------===//

#include "ImageBuilder.h"

#include <gtest/gtest.h>

using namespace partita::rt::test;

namespace {

struct Case {
  int64_t n, c, h, w, oc, kh, kw;
  Words strides = {1, 1};
  Words pads = {0, 0, 0, 0}; // top, left, bottom, right
  Words dilations = {1, 1};
  int64_t groups = 1;
  int64_t epilogue = 0;
  bool constantWeights = true;
  bool residualInPlace = false;
  bool lastX = false, lastY = false; // channels last
};

int64_t outExtent(int64_t in, int64_t kernel, int64_t stride, int64_t pads,
                  int64_t dilation) {
  return (in + pads - (kernel - 1) * dilation - 1) / stride + 1;
}

void naive(const Case &c, int64_t oh, int64_t ow, const std::vector<float> &x,
           const std::vector<float> &w, std::vector<float> &y) {
  int64_t groupC = c.c / c.groups, groupOc = c.oc / c.groups;
  for (int64_t i = 0; i < c.n * c.oc * oh * ow; ++i) {
    int64_t col = i % ow, row = i / ow % oh, o = i / ow / oh % c.oc;
    int64_t b = i / ow / oh / c.oc;
    float sum = 0;
    for (int64_t j = 0; j < groupC; ++j)
      for (int64_t p = 0; p < c.kh; ++p)
        for (int64_t q = 0; q < c.kw; ++q) {
          int64_t r = row * c.strides[0] - c.pads[0] + p * c.dilations[0];
          int64_t s = col * c.strides[1] - c.pads[1] + q * c.dilations[1];
          if (r < 0 || r >= c.h || s < 0 || s >= c.w)
            continue;
          int64_t channel = o / groupOc * groupC + j;
          sum += x[((b * c.c + channel) * c.h + r) * c.w + s] *
                 w[((o * groupC + j) * c.kh + p) * c.kw + q];
        }
    y[i] = sum;
  }
}

/// n x c x points as n x points x c.
std::vector<float> channelsLast(const std::vector<float> &x, int64_t n,
                                int64_t c, int64_t points) {
  std::vector<float> y(x.size());
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < c; ++j)
      for (int64_t k = 0; k < points; ++k)
        y[(i * points + k) * c + j] = x[(i * c + j) * points + k];
  return y;
}

void check(const Case &c, int64_t threads = 1) {
  SCOPED_TRACE(testing::Message()
               << c.n << "x" << c.c << "x" << c.h << "x" << c.w << " -> "
               << c.oc << ", kernel " << c.kh << "x" << c.kw << ", groups "
               << c.groups << ", epilogue " << c.epilogue);
  int64_t oh =
      outExtent(c.h, c.kh, c.strides[0], c.pads[0] + c.pads[2], c.dilations[0]);
  int64_t ow =
      outExtent(c.w, c.kw, c.strides[1], c.pads[1] + c.pads[3], c.dilations[1]);
  Words shapeX = {c.n, c.c, c.h, c.w};
  Words shapeW = {c.oc, c.c / c.groups, c.kh, c.kw};
  Words shapeY = {c.n, c.oc, oh, ow}, origin = {0, 0, 0, 0};
  int64_t sizeX = c.n * c.c * c.h * c.w, sizeY = c.n * c.oc * oh * ow;
  int64_t sizeW = c.oc * (c.c / c.groups) * c.kh * c.kw;
  std::vector<float> x = values(sizeX, 1), w = values(sizeW, 2);
  std::vector<float> bias = values(c.oc, 3), residual = values(sizeY, 4);

  ImageBuilder image(1, threads);
  image.input("x", RT_F32, shapeX);
  image.input("w", RT_F32, shapeW);
  image.input("bias", RT_F32, {c.oc});
  image.input("residual", RT_F32, shapeY);
  image.output("y", RT_F32, shapeY);
  ClassBuilder &cls = image.addClass({0});
  int64_t bufferX = cls.input(0, shapeX, {origin});
  int64_t bufferW = c.constantWeights ? cls.constant(RT_F32, shapeW, w.data())
                                      : cls.input(1, shapeW, {origin});
  int64_t bufferY = cls.arena(RT_F32, shapeY);
  Words operands = {bufferX, bufferW, bufferY};
  if (c.epilogue & RT_EPI_BIAS)
    operands.push_back(cls.input(2, {c.oc}, {{0}}));
  if (c.epilogue & RT_EPI_RESIDUAL) {
    int64_t r = cls.input(3, shapeY, {origin});
    if (c.residualInPlace) {
      cls.instr(RT_COPY, "place", {r, bufferY}, {4, 1, sizeY, sizeY, sizeY},
                {{0, 0}});
      r = bufferY;
    }
    operands.push_back(r);
  }
  cls.instr(RT_CONV, "conv", operands,
            {c.n,
             c.c,
             c.h,
             c.w,
             c.oc,
             c.kh,
             c.kw,
             oh,
             ow,
             c.strides[0],
             c.strides[1],
             c.pads[0],
             c.pads[1],
             c.pads[2],
             c.pads[3],
             c.dilations[0],
             c.dilations[1],
             c.groups,
             c.epilogue,
             c.lastX,
             c.lastY});
  cls.result(bufferY, {origin});
  TestSession session(image.finish());
  ASSERT_EQ(session.status, RT_OK) << session.message();

  std::vector<float> out(sizeY, 99), expected(sizeY);
  naive(c, oh, ow, x, w, expected);
  for (int64_t i = 0; i < sizeY; ++i) {
    float sum = expected[i];
    sum += c.epilogue & RT_EPI_BIAS ? bias[i / (oh * ow) % c.oc] : 0;
    sum += c.epilogue & RT_EPI_RESIDUAL ? residual[i] : 0;
    expected[i] = c.epilogue & RT_EPI_RELU && sum < 0 ? 0 : sum;
  }
  if (c.lastX)
    x = channelsLast(x, c.n, c.c, c.h * c.w);
  if (c.lastY) {
    expected = channelsLast(expected, c.n, c.oc, oh * ow);
    residual = channelsLast(residual, c.n, c.oc, oh * ow);
  }
  for (int run = 0; run < 2; ++run) {
    ASSERT_EQ(session.run({x.data(), w.data(), bias.data(), residual.data()},
                          {out.data()}),
              RT_OK)
        << session.message();
    ASSERT_EQ(out, expected); // small integers: exact in any order
  }
}

TEST(Conv, Kernels) {
  check({1, 3, 9, 8, 5, 3, 3});
  check({2, 16, 7, 7, 32, 3, 3, {1, 1}, {1, 1, 1, 1}});
  check({1, 3, 20, 20, 16, 7, 7, {2, 2}, {3, 3, 3, 3}});
  check({1, 4, 9, 9, 4, 1, 3, {1, 1}, {0, 1, 0, 1}});
  check({1, 4, 9, 9, 4, 5, 2, {2, 3}, {0, 0, 0, 0}});
}

TEST(Conv, UnevenPadding) {
  check({1, 8, 7, 9, 8, 3, 3, {2, 2}, {0, 1, 1, 0}});
  check({1, 8, 8, 8, 8, 3, 3, {2, 2}, {1, 1, 1, 1}});
  check({1, 8, 4, 8, 8, 3, 3, {1, 1}, {0, 1, 1, 1}});
}

TEST(Conv, Dilation) {
  check({1, 8, 12, 11, 8, 3, 3, {1, 1}, {2, 2, 2, 2}, {2, 2}});
  check({1, 4, 12, 11, 8, 3, 2, {1, 2}, {0, 0, 0, 0}, {3, 1}});
}

TEST(Conv, Groups) {
  check({1, 8, 6, 6, 8, 3, 3, {1, 1}, {1, 1, 1, 1}, {1, 1}, 8});
  check({2, 8, 6, 6, 12, 3, 3, {2, 2}, {1, 1, 1, 1}, {1, 1}, 4, 7});
  check({1, 4, 6, 6, 8, 1, 1, {1, 1}, {0, 0, 0, 0}, {1, 1}, 2, RT_EPI_BIAS});
}

TEST(Conv, Epilogues) {
  for (int64_t epilogue = 0; epilogue < 8; ++epilogue)
    for (bool inPlace : {false, true})
      for (int64_t threads : {1, 2}) {
        Case spatial = {2, 5, 6, 6, 7, 3, 3, {1, 1}, {1, 1, 1, 1}};
        Case pointwise = {2, 5, 13, 12, 7, 1, 1};
        for (Case c : {spatial, pointwise}) {
          c.epilogue = epilogue;
          c.residualInPlace = inPlace;
          check(c, threads);
        }
      }
}

TEST(Conv, ChannelsLast) {
  Case spatial = {2, 5, 6, 6, 7, 3, 3, {2, 1}, {1, 1, 1, 1}};
  Case pointwise = {2, 5, 13, 12, 7, 1, 1};
  Case grouped = {2, 8, 6, 6, 12, 3, 3, {1, 1}, {1, 1, 1, 1}, {1, 1}, 4};
  Case blocked = {1, 16, 8, 9, 32, 3, 3, {1, 1}, {1, 1, 1, 1}};
  Case empty = {1, 0, 5, 5, 4, 3, 3};
  for (Case c : {spatial, pointwise, grouped, blocked, empty})
    for (int formats = 0; formats < 4; ++formats)
      for (int64_t epilogue : {0, 3, 7})
        for (bool inPlace : {false, true}) {
          c.lastX = formats & 1;
          c.lastY = formats & 2;
          c.epilogue = epilogue;
          c.residualInPlace = inPlace;
          check(c);
        }
}

TEST(Conv, ComputedWeights) {
  Case c = {1, 16, 8, 8, 16, 3, 3, {1, 1}, {1, 1, 1, 1}};
  c.constantWeights = false;
  c.epilogue = 7;
  check(c);
  check({1, 16, 14, 14, 16, 1, 1, {1, 1}, {0, 0, 0, 0}, {1, 1}, 1, 0, false});
}

TEST(Conv, EmptySizes) {
  for (int64_t epilogue : {0, 7}) {
    check({0, 3, 5, 5, 4, 3, 3, {1, 1}, {0, 0, 0, 0}, {1, 1}, 1, epilogue});
    check({1, 0, 5, 5, 4, 3, 3, {1, 1}, {0, 0, 0, 0}, {1, 1}, 1, epilogue});
    check({1, 3, 5, 5, 0, 3, 3, {1, 1}, {0, 0, 0, 0}, {1, 1}, 1, epilogue});
  }
}

} // namespace
