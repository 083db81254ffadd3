//===- Cover.h - Boxes that tile an index space -----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The question behind several verifiers: do these boxes hold every index
// exactly once? It is asked of the boxes of one replica of a layout, of the
// boxes a rank receives in an exchange, and of the parts of an output that
// ranks write.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LAYOUT_COVER_H
#define PARTITA_LAYOUT_COVER_H

#include "partita/Layout/Layout.h"

namespace partita::layout {

/// A problem unless every index of `shape` is in exactly one of `boxes`; empty
/// boxes do not count. Boxes outside of the shape are a problem.
Problem verifyCover(const std::vector<Box> &boxes, const Shape &shape);

/// A problem unless, for each combination of coordinates along axes that split
/// no dim, the boxes of the devices cover the shape exactly once.
Problem verifyCover(const Layout &layout, const Shape &shape);

} // namespace partita::layout

#endif // PARTITA_LAYOUT_COVER_H
