//===- DistAttrs.h - The dist dialect and its attributes --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes convert to and from the plain structs of lib/Layout:
//
//   LayoutAttr::get(context, layout)      attr.toLayout()
//   AssignmentAttr::get(context, rule, a, mesh)
//                                         attr.toAssignment(rule, mesh, a)
//
// `get` asserts what the verifiers check; where the input may be wrong, use
// makeType (DistTypes.h).
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_ATTRS_H
#define PARTITA_DIST_ATTRS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "partita/Layout/Layout.h"
#include "partita/Layout/Rule.h"

#include "dialects/Dist/IR/DistDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Dist/IR/DistAttrs.h.inc"

#endif // PARTITA_DIST_ATTRS_H
