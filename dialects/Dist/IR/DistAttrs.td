//===- DistAttrs.td - Meshes, layouts and assignments ------*- tablegen -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes mirror the structs of partita/Layout/Layout.h and Rule.h and
// convert both ways. All are in normal form, so that equal layouts are equal
// attributes. Array parameters and optional groups are parsed by hand
// (DistAsm.cpp): the declarative format of MLIR 19 cannot express them.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_DIST_ATTRS_TD
#define PARTITA_DIST_ATTRS_TD

include "dialects/Dist/IR/DistDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"

class Dist_Attr<string name, string mnemonic_, list<Trait> traits = []>
    : AttrDef<Dist_Dialect, name, traits> {
  let mnemonic = mnemonic_;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Dist_MeshAttr : Dist_Attr<"Mesh", "mesh"> {
  let summary = "Devices arranged along named axes";
  let description = [{
    The devices are global ids, row-major over the axes: the last axis varies
    fastest. An attribute without a name, so that equal meshes are equal; two
    meshes of one program may be disjoint or of different size.

    ```mlir
    #dist.mesh<["x"=2, "y"=2], devices = [0 to 3]>
    #dist.mesh<["x"=3], devices = [0, 4 to 5]>
    ```

    Constraints:
    - (C1) axis names are unique and not empty; sizes are positive
    - (C2) as many devices as the product of the sizes, each once, none negative
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr">:$axisNames,
    ArrayRefParameter<"int64_t">:$axisSizes,
    ArrayRefParameter<"int64_t">:$devices);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::Mesh &":$mesh)>];
  let extraClassDeclaration = [{
    ::partita::layout::Mesh toMesh() const;
  }];
}

def Dist_AxisAttr : Dist_Attr<"Axis", "axis"> {
  let summary = "An axis of a mesh, or a part of one";
  let description = [{
    `"x":(m)k` reshapes axis x of size n to [m, k, n / (m * k)] and takes the
    middle. A whole axis is written without a size (and stored with size 0), so
    that it does not need the mesh to be read.

    ```mlir
    #dist.axis<"x">
    #dist.axis<"x":(1)2>
    ```

    Constraints:
    - (C1) the name is not empty
    - (C2) the part's size is more than 1, what lies before it is positive
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$pre,
                        "int64_t":$size);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::AxisRef &":$axis,
                     "const ::partita::layout::Mesh &":$mesh)>];
  let extraClassDeclaration = [{
    bool isWhole() const { return getSize() == 0; }
    /// A whole axis takes its size from `mesh`: 0 if there is none.
    ::partita::layout::AxisRef
    toAxis(const ::partita::layout::Mesh &mesh) const;
  }];
}

def Dist_DimAttr : Dist_Attr<"Dim", "dim"> {
  let summary = "How one dim, or one factor, is cut";
  let description = [{
    Axes, major to minor, and either nothing (even: the pieces must divide the
    extent) or the offsets at which the dim is cut. Without axes it is not cut.
    `allow_empty` says that pieces of extent 0 are meant.

    ```mlir
    #dist.dim<[]>
    #dist.dim<["x", "y"]>
    #dist.dim<["x"] cuts [0, 3, 5]>
    #dist.dim<["x"] cuts [0, 1, 1] allow_empty>
    ```

    Constraints:
    - (C1) cuts ascend from 0
    - (C2) cuts need axes
  }];
  let parameters = (ins
    ArrayRefParameter<"::partita::dist::AxisAttr">:$axes,
    ArrayRefParameter<"int64_t">:$cuts,
    "bool":$allowEmpty);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::DimSharding &":$dim,
                     "const ::partita::layout::Mesh &":$mesh)>];
  let extraClassDeclaration = [{
    ::partita::layout::DimSharding
    toDim(const ::partita::layout::Mesh &mesh) const;
  }];
}

def Dist_PartialAttr : Dist_Attr<"Partial", "partial"> {
  let summary = "The value is a reduction over what the devices hold";
  let description = [{
    ```mlir
    #dist.partial<sum over {"x"}>
    ```

    Constraints:
    - (C1) at least one axis
  }];
  let parameters = (ins "::partita::layout::ReduceKind":$kind,
    ArrayRefParameter<"::partita::dist::AxisAttr">:$axes);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::Partial &":$partial,
                     "const ::partita::layout::Mesh &":$mesh)>];
  let extraClassDeclaration = [{
    ::partita::layout::Partial
    toPartial(const ::partita::layout::Mesh &mesh) const;
  }];
}

def Dist_KindAttr : Dist_Attr<"Kind", "kind"> {
  let summary = "A reduction: sum or max";
  let description = [{
    ```mlir
    #dist.kind<sum>
    ```
  }];
  let parameters = (ins "::partita::layout::ReduceKind":$value);
  let genVerifyDecl = 0;
}

def Dist_LayoutAttr : Dist_Attr<"Layout", "layout",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "What part of a tensor each device holds";
  let description = [{
    The encoding of every tensor type in `dist`. One `#dist.dim` per dim,
    written without its name; axes that are not mentioned are replicated.

    ```mlir
    #dist.layout<#mesh, [["x"] cuts [0, 3, 5], ["y"]]>
    #dist.layout<#mesh, [["x"], []], partial = sum over {"y"}>
    ```

    Constraints:
    - (C1) every axis is one of the mesh, or a part that divides it, and no
      device coordinate is used twice
    - (C2) cut dims have one more offset than pieces, ascending from 0, strictly
      unless flagged `allow_empty`
    - (C3) normal form: no axis of size 1, no part that is a whole axis,
      neighbours that make one axis merged, partial axes in the mesh's order,
      no cuts that are an even division

    Constraints on the tensor type that has it as its encoding:
    - (C4) one entry per dim; all extents static
    - (C5) an even dim's pieces divide its extent; cuts end at the extent
    - (C6) partial values are numbers: not i1
  }];
  let parameters = (ins "::partita::dist::MeshAttr":$mesh,
    ArrayRefParameter<"::partita::dist::DimAttr">:$dims,
    OptionalParameter<"::partita::dist::PartialAttr">:$partial);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::Layout &":$layout)>];
  let extraClassDeclaration = [{
    ::partita::layout::Layout toLayout() const;
  }];
}

def Dist_AssignmentAttr : Dist_Attr<"Assignment", "assignment"> {
  let summary = "How the factors of an op's sharding rule are split";
  let description = [{
    The value of the discardable attribute `dist.assignment` of a compute op.
    Only factors that are split are listed, by name and in the rule's order.
    `passing` is the partial state that goes through the op from the operands of
    one of the rule's linear (sum) or monotone (max) sets to its results.

    ```mlir
    #dist.assignment<{m = ["x"], k = ["y"]}>
    #dist.assignment<{m = ["x"]}, passing = sum over {"y"}, set = 0>
    ```

    Constraints:
    - (C1) each listed factor is split, and listed once
    - (C2) `set` is there exactly if `passing` is

    Constraints on the op that has it:
    - (C3) the op has a sharding rule, and its factors the names listed, in
      order
    - (C4) the assignment is valid for the rule (partita/Layout/Rule.h)
    - (C5) all operands and results have layouts on one mesh
    - (C6) each of these layouts is the projection of the assignment
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr">:$factorNames,
    ArrayRefParameter<"::partita::dist::DimAttr">:$factorDims,
    OptionalParameter<"::partita::dist::PartialAttr">:$passing,
    "int64_t":$passingSet);
  let builders = [
    AttrBuilder<(ins "const ::partita::layout::ShardingRule &":$rule,
                     "const ::partita::layout::Assignment &":$assignment,
                     "const ::partita::layout::Mesh &":$mesh)>];
  let extraClassDeclaration = [{
    /// The name of the op attribute that holds it.
    static constexpr ::llvm::StringLiteral opAttrName = "dist.assignment";

    /// For an op with this rule. A problem if a listed factor is not in it.
    ::partita::layout::Problem
    toAssignment(const ::partita::layout::ShardingRule &rule,
                 const ::partita::layout::Mesh &mesh,
                 ::partita::layout::Assignment &assignment) const;
  }];
}

#endif // PARTITA_DIST_ATTRS_TD
