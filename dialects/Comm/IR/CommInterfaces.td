//===- CommInterfaces.td - Interfaces of comm ops ----------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_COMM_INTERFACES_TD
#define PARTITA_COMM_INTERFACES_TD

include "mlir/IR/OpBase.td"

def CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::partita::comm";
  let description = [{
    The start of a collective: an op with a channel, one local tensor in and a
    future out. All programs that take part have the same one.
  }];
  let methods = [
    InterfaceMethod<"Unique per collective, equal over programs.", "uint64_t",
                    "getChannel">,
    InterfaceMethod<"The type of the tensor sent.", "::mlir::RankedTensorType",
                    "getInputType", (ins), [{}], [{
      return ::llvm::cast<::mlir::RankedTensorType>(
          $_op.getInput().getType());
    }]>,
    InterfaceMethod<"The type of the tensor that is awaited.",
                    "::mlir::RankedTensorType", "getOutputType", (ins), [{}], [{
      return $_op.getFuture().getType().getTensor();
    }]>,
    InterfaceMethod<"The future.", "::mlir::Value", "getFutureValue", (ins),
                    [{}], [{ return $_op.getFuture(); }]>,
    InterfaceMethod<"#comm.group attributes, of all ranks; null for exchange.",
                    "::mlir::ArrayAttr", "getGroupsOrNull", (ins), [{}], [{
      return $_op.getGroups();
    }]>,
    InterfaceMethod<"The ranks without which `rank` cannot complete, ascending "
                    "and without itself.",
                    "::llvm::SmallVector<int64_t>", "getPartners",
                    (ins "int64_t":$rank), [{}], [{
      return ::partita::comm::detail::groupPartners($_op.getGroups(), rank);
    }]>
  ];
}

#endif // PARTITA_COMM_INTERFACES_TD
