//===- LayoutUniverse.h - All small layouts, to test them all ---*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Enumerates every layout of a shape on a mesh: each axis, whole or as two
// sub-axes, goes to a dim, to the partial state or nowhere, in every order; and
// each split dim is cut evenly (balanced where that does not divide), 2:1, and
// with everything in the last piece.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_TEST_UNIT_LAYOUT_LAYOUTUNIVERSE_H
#define PARTITA_TEST_UNIT_LAYOUT_LAYOUTUNIVERSE_H

#include "partita/Layout/AxisAlgebra.h"
#include "partita/Layout/Layout.h"

namespace partita::layout::test {

/// Cut points for pieces of weights 2,1,2,1,... rounded to the nearest.
std::vector<int64_t> unevenCuts(int64_t extent, int64_t pieces);

/// The meshes of `devices` devices that the tests look at: one axis, two axes
/// where that is possible, and the last of them over shuffled ids.
std::vector<Mesh> allMeshes(int64_t devices);

/// Shapes of rank 0 to 2 with extents 1, a prime, `devices` and, first, twice
/// that: at most 72 elements.
std::vector<Shape> allShapes(int64_t devices);

/// Every layout of `shape` on `mesh`, in normal form, each once.
std::vector<Layout> allLayouts(const Mesh &mesh, const Shape &shape);

} // namespace partita::layout::test

#endif // PARTITA_TEST_UNIT_LAYOUT_LAYOUTUNIVERSE_H
