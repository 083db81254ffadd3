//===- DistAttrs.cpp - Attributes and their plain structs -----------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and conversions. What makes a mesh, layout or assignment valid is
// said by lib/Layout; only what concerns their storage is checked here.
//
//===----------------------------------------------------------------------===//

#include "dialects/Dist/IR/DistAttrs.h"
#include "dialects/Dist/IR/DistTypes.h"

using namespace mlir;
using namespace partita;
using namespace partita::dist;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

static LogicalResult report(EmitError emitError,
                            const layout::Problem &problem) {
  if (problem)
    return emitError() << *problem;
  return success();
}

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

static layout::Mesh makeMesh(ArrayRef<StringAttr> names,
                             ArrayRef<int64_t> sizes,
                             ArrayRef<int64_t> devices) {
  layout::Mesh mesh;
  for (auto [name, size] : llvm::zip_equal(names, sizes))
    mesh.axes.push_back({name.str(), size});
  mesh.devices.assign(devices.begin(), devices.end());
  return mesh;
}

LogicalResult MeshAttr::verify(EmitError emitError, ArrayRef<StringAttr> names,
                               ArrayRef<int64_t> sizes,
                               ArrayRef<int64_t> devices) {
  if (names.size() != sizes.size())
    return emitError() << "expects a size for each of " << names.size()
                       << " axes, got " << sizes.size();
  return report(emitError, makeMesh(names, sizes, devices).verify());
}

MeshAttr MeshAttr::get(MLIRContext *context, const layout::Mesh &mesh) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  for (const layout::Axis &axis : mesh.axes) {
    names.push_back(StringAttr::get(context, axis.name));
    sizes.push_back(axis.size);
  }
  return get(context, names, sizes, mesh.devices);
}

layout::Mesh MeshAttr::toMesh() const {
  return makeMesh(getAxisNames(), getAxisSizes(), getDevices());
}

//===----------------------------------------------------------------------===//
// Axis, dim, partial
//===----------------------------------------------------------------------===//

LogicalResult AxisAttr::verify(EmitError emitError, StringAttr name,
                               int64_t pre, int64_t size) {
  if (!name || name.empty())
    return emitError() << "expects an axis to have a name";
  if (size == 0 && pre == 1)
    return success();
  if (size <= 1)
    return emitError() << "expects a part of an axis to have a size of more "
                          "than 1, got "
                       << size;
  if (pre < 1)
    return emitError() << "expects what lies before a part of an axis to be "
                          "positive, got "
                       << pre;
  return success();
}

AxisAttr AxisAttr::get(MLIRContext *context, const layout::AxisRef &axis,
                       const layout::Mesh &mesh) {
  bool whole = axis.isWhole(mesh);
  return get(context, StringAttr::get(context, axis.name), whole ? 1 : axis.pre,
             whole ? 0 : axis.size);
}

layout::AxisRef AxisAttr::toAxis(const layout::Mesh &mesh) const {
  if (isWhole())
    return layout::wholeAxis(mesh, getName().str());
  return {getName().str(), getPre(), getSize()};
}

static SmallVector<AxisAttr> makeAxes(MLIRContext *context,
                                      const std::vector<layout::AxisRef> &axes,
                                      const layout::Mesh &mesh) {
  SmallVector<AxisAttr> attrs;
  for (const layout::AxisRef &axis : axes)
    attrs.push_back(AxisAttr::get(context, axis, mesh));
  return attrs;
}

static std::vector<layout::AxisRef> toAxes(ArrayRef<AxisAttr> attrs,
                                           const layout::Mesh &mesh) {
  std::vector<layout::AxisRef> axes;
  for (AxisAttr attr : attrs)
    axes.push_back(attr.toAxis(mesh));
  return axes;
}

LogicalResult DimAttr::verify(EmitError emitError, ArrayRef<AxisAttr> axes,
                              ArrayRef<int64_t> cuts, bool allowEmpty) {
  if (cuts.empty())
    return success();
  if (axes.empty())
    return emitError() << "expects axes where there are cuts";
  if (cuts.front() != 0)
    return emitError() << "expects cuts to begin at 0, got " << cuts.front();
  for (size_t i = 1; i < cuts.size(); ++i)
    if (cuts[i] < cuts[i - 1])
      return emitError() << "expects cuts to ascend, got " << cuts[i]
                         << " after " << cuts[i - 1];
  return success();
}

DimAttr DimAttr::get(MLIRContext *context, const layout::DimSharding &dim,
                     const layout::Mesh &mesh) {
  return get(context, makeAxes(context, dim.axes, mesh),
             ArrayRef<int64_t>(dim.cuts), dim.allowEmpty);
}

layout::DimSharding DimAttr::toDim(const layout::Mesh &mesh) const {
  layout::DimSharding dim;
  dim.axes = toAxes(getAxes(), mesh);
  dim.cuts.assign(getCuts().begin(), getCuts().end());
  dim.allowEmpty = getAllowEmpty();
  return dim;
}

LogicalResult PartialAttr::verify(EmitError emitError, layout::ReduceKind kind,
                                  ArrayRef<AxisAttr> axes) {
  if (axes.empty())
    return emitError() << "expects a partial value to have axes";
  return success();
}

PartialAttr PartialAttr::get(MLIRContext *context,
                             const layout::Partial &partial,
                             const layout::Mesh &mesh) {
  return get(context, partial.kind, makeAxes(context, partial.axes, mesh));
}

layout::Partial PartialAttr::toPartial(const layout::Mesh &mesh) const {
  return {getKind(), toAxes(getAxes(), mesh)};
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

static layout::Layout makeLayout(MeshAttr mesh, ArrayRef<DimAttr> dims,
                                 PartialAttr partial) {
  layout::Layout result;
  result.mesh = mesh.toMesh();
  for (DimAttr dim : dims)
    result.dims.push_back(dim.toDim(result.mesh));
  if (partial)
    result.partial = partial.toPartial(result.mesh);
  return result;
}

/// A part that is the whole axis would be a second spelling of it.
static LogicalResult verifySpelling(EmitError emitError,
                                    ArrayRef<AxisAttr> axes,
                                    const layout::Mesh &mesh) {
  for (AxisAttr axis : axes)
    if (axis.getPre() == 1 && !axis.isWhole() &&
        axis.getSize() == mesh.axisSize(axis.getName().str()))
      return emitError() << "expects all of axis \""
                         << axis.getName().getValue()
                         << "\" to be written without a size";
  return success();
}

LogicalResult LayoutAttr::verify(EmitError emitError, MeshAttr mesh,
                                 ArrayRef<DimAttr> dims, PartialAttr partial) {
  layout::Mesh plainMesh = mesh.toMesh();
  for (DimAttr dim : dims)
    if (failed(verifySpelling(emitError, dim.getAxes(), plainMesh)))
      return failure();
  if (partial &&
      failed(verifySpelling(emitError, partial.getAxes(), plainMesh)))
    return failure();
  return report(emitError, makeLayout(mesh, dims, partial).verify());
}

LogicalResult LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape,
                                         Type elementType,
                                         EmitError emitError) const {
  if (ShapedType::isDynamicShape(shape))
    return emitError() << "expects a tensor with a layout to have a static "
                          "shape";
  if (getPartial() && elementType.isInteger(1))
    return emitError() << "expects a partial value to be a number, got "
                       << elementType;
  return report(emitError,
                toLayout().verify(layout::Shape(shape.begin(), shape.end())));
}

LayoutAttr LayoutAttr::get(MLIRContext *context, const layout::Layout &layout) {
  SmallVector<DimAttr> dims;
  for (const layout::DimSharding &dim : layout.dims)
    dims.push_back(DimAttr::get(context, dim, layout.mesh));
  PartialAttr partial;
  if (layout.partial)
    partial = PartialAttr::get(context, *layout.partial, layout.mesh);
  return get(context, MeshAttr::get(context, layout.mesh), dims, partial);
}

layout::Layout LayoutAttr::toLayout() const {
  return makeLayout(getMesh(), getDims(), getPartial());
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

LogicalResult AssignmentAttr::verify(EmitError emitError,
                                     ArrayRef<StringAttr> names,
                                     ArrayRef<DimAttr> dims,
                                     PartialAttr passing, int64_t set) {
  if (names.size() != dims.size())
    return emitError() << "expects a name for each of " << dims.size()
                       << " factors, got " << names.size();
  llvm::SmallDenseSet<StringAttr> seen;
  for (auto [name, dim] : llvm::zip_equal(names, dims)) {
    if (!seen.insert(name).second)
      return emitError() << "expects each factor once, got " << name.getValue()
                         << " again";
    if (dim.getAxes().empty())
      return emitError() << "expects only factors that are split, got "
                         << name.getValue() << " without axes";
  }
  if (passing ? set < 0 : set != -1)
    return emitError() << "expects a set exactly where a partial state "
                          "passes, got set "
                       << set;
  return success();
}

AssignmentAttr AssignmentAttr::get(MLIRContext *context,
                                   const layout::ShardingRule &rule,
                                   const layout::Assignment &assignment,
                                   const layout::Mesh &mesh) {
  SmallVector<StringAttr> names;
  SmallVector<DimAttr> dims;
  for (auto [factor, dim] : llvm::zip_equal(rule.factors, assignment.factors)) {
    if (dim.isReplicated())
      continue;
    names.push_back(StringAttr::get(context, factor.name));
    dims.push_back(DimAttr::get(context, dim, mesh));
  }
  PartialAttr passing;
  if (assignment.passing)
    passing = PartialAttr::get(context, *assignment.passing, mesh);
  return get(context, names, dims, passing, assignment.passingSet);
}

layout::Problem
AssignmentAttr::toAssignment(const layout::ShardingRule &rule,
                             const layout::Mesh &mesh,
                             layout::Assignment &assignment) const {
  assignment = layout::Assignment();
  assignment.factors.resize(rule.factors.size());
  int previous = -1;
  for (auto [nameAttr, dim] :
       llvm::zip_equal(getFactorNames(), getFactorDims())) {
    std::string name = nameAttr.str();
    int number = rule.find(name);
    if (number < 0)
      return "expects a factor of the op's sharding rule, got " + name;
    if (number < previous)
      return "expects factors in the order of the op's sharding rule, got " +
             name + " after " + rule.factors[previous].name;
    previous = number;
    assignment.factors[number] = dim.toDim(mesh);
  }
  if (getPassing()) {
    assignment.passing = getPassing().toPartial(mesh);
    assignment.passingSet = static_cast<int>(getPassingSet());
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LayoutAttr dist::getLayoutAttr(Type type) {
  auto tensor = llvm::dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return nullptr;
  return llvm::dyn_cast_or_null<LayoutAttr>(tensor.getEncoding());
}

std::optional<layout::Layout> dist::getLayout(Type type) {
  if (LayoutAttr attr = getLayoutAttr(type))
    return attr.toLayout();
  return std::nullopt;
}

RankedTensorType dist::dropLayout(RankedTensorType type) {
  return RankedTensorType::get(type.getShape(), type.getElementType());
}

layout::Shape dist::shapeOf(RankedTensorType type) {
  return layout::Shape(type.getShape().begin(), type.getShape().end());
}

FailureOr<RankedTensorType> dist::makeType(EmitError emitError,
                                           ArrayRef<int64_t> shape,
                                           Type elementType,
                                           const layout::Layout &layout) {
  // Verified as a plain struct first: building an attribute from a bad one
  // would assert.
  layout::Shape plainShape(shape.begin(), shape.end());
  if (layout::Problem problem = layout.mesh.verify())
    return emitError() << *problem, failure();
  if (layout::Problem problem = layout.verify(plainShape))
    return emitError() << *problem, failure();
  LayoutAttr attr = LayoutAttr::get(elementType.getContext(), layout);
  auto type = RankedTensorType::getChecked(emitError, shape, elementType, attr);
  if (!type)
    return failure();
  return type;
}

FailureOr<RankedTensorType> dist::makeType(Location loc,
                                           ArrayRef<int64_t> shape,
                                           Type elementType,
                                           const layout::Layout &layout) {
  return makeType([&] { return mlir::emitError(loc); }, shape, elementType,
                  layout);
}

FailureOr<RankedTensorType> dist::makeType(Location loc, RankedTensorType type,
                                           const layout::Layout &layout) {
  return makeType(loc, type.getShape(), type.getElementType(), layout);
}
