//===- DistInterfaces.td - Interfaces of dist ops ----------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_INTERFACES_TD
#define PARTITA_DIST_INTERFACES_TD

include "mlir/IR/OpBase.td"

def StepOpInterface : OpInterface<"StepOpInterface"> {
  let cppNamespace = "::partita::dist";
  let description = [{
    One step from one layout to the next on the same devices, as the plain
    struct of partita/Layout/Reshard.h. Its verifier holds for all of them:

    - (C1) operand and result have the same shape and element type
    - (C2) the axes are axes of the operand's mesh, or parts of them
    - (C3) the result layout is the one that `layout::inferStep` computes from
      the operand's
  }];
  let methods = [
    InterfaceMethod<"The step that this op takes.", "::partita::layout::Step",
                    "getStep">,
    InterfaceMethod<"The axes named by the op; none if it names none.",
                    "::mlir::ArrayAttr", "getStepAxes", (ins), [{}], [{
                      return nullptr;
                    }]>,
    InterfaceMethod<"The whole tensor's shape.", "::partita::layout::Shape",
                    "getShape", (ins), [{}], [{
      auto shape = $_op.getInput().getType().getShape();
      return ::partita::layout::Shape(shape.begin(), shape.end());
    }]>
  ];
  let verify = [{ return ::partita::dist::detail::verifyStep($_op); }];
}

#endif // PARTITA_DIST_INTERFACES_TD
