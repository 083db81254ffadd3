//===- Tensors.h - Initializers and constants of a model --------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds and checks the bytes of a tensor, then makes it an op:
//
//   int32, int64, bool up to the fold limit; float up to 16 elements;
//   whatever has no bytes to point to (varints)  ->  graph.constant, in the IR
//   all else                                     ->  graph.weight, out of line
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_IMPORT_TENSORS_H
#define PARTITA_IMPORT_TENSORS_H

#include "ExternalData.h"
#include "ModelFile.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace partita::import_ {

using llvm::ArrayRef;

/// The MLIR type of an ONNX element type; null if Partita has none.
mlir::Type getElementType(mlir::MLIRContext *context, int32_t dataType);

/// "FLOAT16", or "42" for a number that ONNX does not define.
std::string getDataTypeName(int32_t dataType);

/// Whether the elements can be counted, and addressed at 8 bytes each.
bool fitsMemory(ArrayRef<int64_t> shape);

/// A tensor whose data has been found to be there and to fit its type.
struct Tensor {
  const onnx::TensorProto *proto;
  mlir::RankedTensorType type;
  /// None if the values stand in the proto.
  std::optional<FileRange> range;
};

class Tensors {
public:
  Tensors(const ModelFile &model, llvm::StringRef path, int64_t foldLimit)
      : model(model), external(path), foldLimit(foldLimit) {}

  /// None, with a message, if there is something wrong with the tensor.
  std::optional<Tensor> find(mlir::MLIRContext *context,
                             const onnx::TensorProto &proto,
                             std::string &problem);

  /// The constant or weight.
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::StringRef name, const Tensor &tensor);

private:
  bool isInline(const Tensor &tensor) const;

  const ModelFile &model;
  ExternalData external;
  int64_t foldLimit;
};

/// The values of a tensor as an attribute.
mlir::DenseElementsAttr readTensor(const Tensor &tensor);

} // namespace partita::import_

#endif // PARTITA_IMPORT_TENSORS_H
