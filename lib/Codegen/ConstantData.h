//===- ConstantData.h - C data as LLVM constants ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_LIB_CODEGEN_CONSTANTDATA_H
#define PARTITA_LIB_CODEGEN_CONSTANTDATA_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace partita::codegen {

/// Builds read-only C data in a module. All structs are lists of words: an
/// integer or a pointer each.
class ConstantData {
public:
  using Struct = llvm::SmallVector<llvm::Constant *>;

  explicit ConstantData(llvm::Module &module)
      : module(module), wordType(llvm::Type::getInt64Ty(module.getContext())),
        pointerType(llvm::PointerType::getUnqual(module.getContext())) {}

  llvm::Constant *word(int64_t value) {
    return llvm::ConstantInt::getSigned(wordType, value);
  }
  llvm::Constant *null() { return llvm::ConstantPointerNull::get(pointerType); }
  /// A C string.
  llvm::Constant *string(llvm::StringRef text) {
    return bytes((text + llvm::Twine('\0')).str(), 1);
  }
  /// int64_t[]; null if there are none.
  llvm::Constant *words(llvm::ArrayRef<int64_t> values) {
    if (values.empty())
      return null();
    return bytes(llvm::StringRef(reinterpret_cast<const char *>(values.data()),
                                 values.size() * sizeof(int64_t)),
                 8);
  }
  /// Bytes at an alignment; equal ones are one object.
  llvm::Constant *bytes(llvm::StringRef data, unsigned alignment) {
    std::string key = std::to_string(alignment) + ":" + data.str();
    llvm::Constant *&known = cache[key];
    if (!known)
      known = global(
          llvm::ConstantDataArray::getString(module.getContext(), data, false),
          alignment);
    return known;
  }
  /// An array of structs of the same fields; null if there are none.
  llvm::Constant *array(llvm::ArrayRef<Struct> structs) {
    if (structs.empty())
      return null();
    llvm::SmallVector<llvm::Constant *> elements;
    for (const Struct &fields : structs)
      elements.push_back(asStruct(fields));
    auto *type =
        llvm::ArrayType::get(elements.front()->getType(), elements.size());
    return global(llvm::ConstantArray::get(type, elements), 8);
  }
  llvm::Constant *asStruct(llvm::ArrayRef<llvm::Constant *> fields) {
    return llvm::ConstantStruct::getAnon(module.getContext(), fields);
  }

private:
  llvm::Constant *global(llvm::Constant *value, unsigned alignment) {
    auto *variable = new llvm::GlobalVariable(
        module, value->getType(), /*isConstant=*/true,
        llvm::GlobalValue::PrivateLinkage, value, "data");
    variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    variable->setAlignment(llvm::Align(alignment));
    return variable;
  }

  llvm::Module &module;
  llvm::IntegerType *wordType;
  llvm::PointerType *pointerType;
  llvm::StringMap<llvm::Constant *> cache;
};

} // namespace partita::codegen

#endif // PARTITA_LIB_CODEGEN_CONSTANTDATA_H
