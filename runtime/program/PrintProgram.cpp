//===- PrintProgram.cpp - The instruction table as text -------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Prints what rt_image.h describes, in the order of execution, an instruction
// a line:
//
//   class 0 "c0": ranks 0, 1; arena 1.5 KiB, 2 buffers, 2 instructions
//     buffers
//       %0 input "x" float32[3, 8] 96 B; start rank 0 [0, 0], rank 1 [2, 0]
//       %1 arena +0 "y" float32[3, 8] 96 B
//     instructions
//       0 kernel relu_0 "y" %0 float32[3, 8], %1 float32[3, 8]; grid 3
//       1 start all-reduce "y" %1 float32[3, 8] -> %1 float32[3, 8]; future 0,
//         channel 0, sum, 96 B; groups {0, 1}
//     results
//       "y" = %1; start rank 0 [0, 0] written, rank 1 [2, 0] written
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Text.h"

namespace partita::program {

namespace {

long long wide(int64_t value) { return value; }

std::string joined(const int64_t *values, int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text;
}

const char *nameOrEmpty(const char *name) { return name ? name : ""; }

/// Names for the attributes in rt_image.h's order; further attributes, and
/// those of an instruction without names here, are printed by number.
struct OpcodeSpec {
  const char *name;
  std::vector<const char *> attrs;
};

const OpcodeSpec &opcodeSpec(int64_t opcode) {
  static const OpcodeSpec specs[] = {
      {"kernel", {}},
      {"gemm",
       {"batch", "m", "n", "k", "transpose_a", "transpose_b", "a_batched",
        "b_batched", "epilogue"}},
      {"conv",
       {"n",          "c",          "h",        "w",          "oc",
        "kh",         "kw",         "oh",       "ow",         "stride_h",
        "stride_w",   "pad_top",    "pad_left", "pad_bottom", "pad_right",
        "dilation_h", "dilation_w", "groups",   "epilogue",   "x_last",
        "y_last"}},
      {"max_pool",
       {"n", "c", "h", "w", "kh", "kw", "oh", "ow", "stride_h", "stride_w",
        "pad_top", "pad_left", "pad_bottom", "pad_right", "dilation_h",
        "dilation_w", "channels_last"}},
      {"copy", {"elem_size"}},
      {"to_partial", {"elem_size", "count", "reduce", "dtype"}},
      {"start", {"future"}},
      {"wait", {"future"}},
      {"unknown", {}}};
  const int64_t known = sizeof(specs) / sizeof(*specs) - 1;
  return specs[opcode >= 0 && opcode < known ? opcode : known];
}

class Printer {
public:
  explicit Printer(const rt_image &image) : image(image) {}

  std::string print() {
    text = format("program of %s: %lld ranks, %lld threads per rank, %lld "
                  "classes\n",
                  image.model, wide(image.num_ranks),
                  wide(image.threads_per_rank), wide(image.num_classes));
    for (int64_t i = 0; i < image.num_classes; ++i)
      printClass(i, image.classes[i]);
    return std::move(text);
  }

private:
  void printClass(int64_t index, const rt_class &cls);
  void printBuffer(const rt_class &cls, int64_t index);
  void printInstr(const rt_class &cls, int64_t index);
  void printResult(const rt_class &cls, int64_t index);
  std::string operands(const rt_class &cls, const rt_instr &instr);
  std::string attributes(const rt_class &cls, const rt_instr &instr);
  std::string collective(const rt_class &cls, const rt_instr &instr);
  std::string copyAttributes(const rt_instr &instr);

  const rt_image &image;
  std::string text;
};

TensorType typeOf(const rt_buffer &buffer) {
  return {buffer.dtype,
          std::vector<int64_t>(buffer.shape, buffer.shape + buffer.rank)};
}

std::string bytesOf(const rt_buffer &buffer) {
  return formatBytes(
      static_cast<int64_t>(byteSize(typeOf(buffer)).value_or(0)));
}

/// "; start rank 0 [0, 0], rank 1 [2, 0]" of a table with a row per rank.
std::string starts(const rt_class &cls, const int64_t *table, int64_t width,
                   const int64_t *owner) {
  std::string result;
  for (int64_t r = 0; r < cls.num_ranks; ++r) {
    result += (r ? ", " : "; start ") +
              format("rank %lld ", wide(cls.ranks[r])) +
              (table ? formatShape(table + r * width, width) : "[]");
    if (owner && owner[r])
      result += " written";
  }
  return result;
}

void Printer::printClass(int64_t index, const rt_class &cls) {
  text += format("class %lld ", wide(index)) + quoted(nameOrEmpty(cls.name)) +
          ": ranks " + joined(cls.ranks, cls.num_ranks) + "; arena " +
          formatBytes(cls.arena_bytes) +
          format(", %lld buffers, %lld instructions\n", wide(cls.num_buffers),
                 wide(cls.num_instrs));
  text += "  buffers\n";
  for (int64_t i = 0; i < cls.num_buffers; ++i)
    printBuffer(cls, i);
  text += "  instructions\n";
  for (int64_t i = 0; i < cls.num_instrs; ++i)
    printInstr(cls, i);
  text += "  results\n";
  for (int64_t i = 0; i < image.num_outputs; ++i)
    printResult(cls, i);
}

void Printer::printBuffer(const rt_class &cls, int64_t index) {
  const rt_buffer &buffer = cls.buffers[index];
  text += format("    %%%lld ", wide(index));
  std::string ends;
  switch (buffer.kind) {
  case RT_BUFFER_ARENA:
    text += format("arena +%lld ", wide(buffer.offset));
    break;
  case RT_BUFFER_INPUT:
    text += format("input %lld ", wide(buffer.index));
    ends = starts(cls, buffer.per_rank, buffer.rank, nullptr);
    break;
  case RT_BUFFER_WEIGHT:
    text += "weight ";
    for (int64_t r = 0; buffer.per_rank && r < cls.num_ranks; ++r)
      ends += (r ? ", " : "; at byte ") + format("%lld of rank %lld",
                                                 wide(buffer.per_rank[r]),
                                                 wide(cls.ranks[r]));
    break;
  case RT_BUFFER_CONSTANT:
    text += "constant ";
    break;
  default:
    text += format("kind %lld ", wide(buffer.kind));
  }
  text += quoted(nameOrEmpty(buffer.name)) + " " + formatType(typeOf(buffer)) +
          " " + bytesOf(buffer) + ends + "\n";
}

std::string Printer::operands(const rt_class &cls, const rt_instr &instr) {
  // Where the table says which operand is the destination, an arrow leads
  // there; a kernel's outputs are just the last ones.
  bool arrow = instr.opcode >= RT_COPY && instr.num_buffers == 2;
  std::string result;
  for (int64_t i = 0; i < instr.num_buffers; ++i) {
    int64_t buffer = instr.buffers[i];
    result += (i == 0  ? " "
               : arrow ? " -> "
                       : ", ") +
              format("%%%lld ", wide(buffer)) +
              formatType(typeOf(cls.buffers[buffer]));
  }
  return result;
}

std::string Printer::copyAttributes(const rt_instr &instr) {
  if (instr.num_attrs < 2 || instr.num_attrs < 2 + 3 * instr.attrs[1])
    return "; attrs " + joined(instr.attrs, instr.num_attrs);
  int64_t elemSize = instr.attrs[0], rank = instr.attrs[1], bytes = elemSize;
  const int64_t *sizes = instr.attrs + 2 + 2 * rank;
  for (int64_t i = 0; i < rank; ++i)
    bytes *= sizes[i];
  return "; box " + formatShape(sizes, rank) + " of " +
         formatShape(instr.attrs + 2, rank) + " into " +
         formatShape(instr.attrs + 2 + rank, rank) + ", " + formatBytes(bytes);
}

/// What an RT_START moves, and between whom.
std::string Printer::collective(const rt_class &cls, const rt_instr &instr) {
  std::string result = format("; future %lld, channel %lld, ",
                              wide(instr.attrs[0]), wide(instr.channel));
  int64_t kind = instr.attrs[1];
  bool reduces = kind == RT_ALL_REDUCE || kind == RT_REDUCE_SCATTER;
  if (reduces)
    result += instr.attrs[instr.num_attrs - 1] == RT_MAX ? "max, " : "sum, ";
  if (instr.num_buffers)
    result += bytesOf(cls.buffers[instr.buffers[0]]);
  for (int64_t g = 0; g < instr.num_groups; ++g) {
    const rt_group &group = instr.groups[g];
    result += (g ? ", {" : "; groups {") +
              joined(group.members, group.num_members) + "}";
    if (group.cuts)
      result += " cuts [" + joined(group.cuts, group.num_members + 1) + "]";
  }
  int64_t rank =
      kind == RT_EXCHANGE && instr.num_attrs > 3 ? instr.attrs[3] : 0;
  for (int64_t t = 0; t < instr.num_transfers; ++t) {
    const rt_transfer &move = instr.transfers[t];
    int64_t bytes = instr.num_attrs > 2 ? instr.attrs[2] : 0;
    for (int64_t i = 0; i < rank; ++i)
      bytes *= move.sizes[i];
    result += (t ? ", " : "; transfers ") +
              format("rank %lld ", wide(move.src_rank)) +
              formatShape(move.src_start, rank) +
              format(" -> rank %lld ", wide(move.dst_rank)) +
              formatShape(move.dst_start, rank) + " box " +
              formatShape(move.sizes, rank) + " " + formatBytes(bytes);
  }
  return result;
}

std::string Printer::attributes(const rt_class &cls, const rt_instr &instr) {
  if (instr.opcode == RT_KERNEL)
    return format("; grid %lld, scratch ", wide(instr.grid)) +
           formatBytes(instr.scratch_bytes);
  if (instr.opcode == RT_COPY)
    return copyAttributes(instr);
  if (instr.opcode == RT_START && instr.num_attrs >= 2)
    return collective(cls, instr);
  const OpcodeSpec &spec = opcodeSpec(instr.opcode);
  std::string result;
  for (int64_t i = 0; i < instr.num_attrs; ++i) {
    result += i ? " " : "; ";
    if (static_cast<size_t>(i) < spec.attrs.size())
      result += std::string(spec.attrs[i]) + "=";
    result += std::to_string(instr.attrs[i]);
  }
  return result;
}

void Printer::printInstr(const rt_class &cls, int64_t index) {
  const rt_instr &instr = cls.instrs[index];
  text += format("    %lld %s", wide(index), opcodeSpec(instr.opcode).name);
  if (instr.opcode == RT_KERNEL)
    text += std::string(" ") + nameOrEmpty(instr.kernel_name);
  if (instr.opcode == RT_START && instr.num_attrs >= 2)
    text += " " + collectiveName(instr.attrs[1]);
  text += " " + quoted(nameOrEmpty(instr.name)) + operands(cls, instr) +
          attributes(cls, instr);
  for (int64_t r = 0; instr.num_params && r < cls.num_ranks; ++r)
    text += (r ? ", " : "; params ") +
            format("rank %lld ", wide(cls.ranks[r])) +
            formatShape(instr.params + r * instr.num_params, instr.num_params);
  text += "\n";
}

void Printer::printResult(const rt_class &cls, int64_t index) {
  const rt_result &result = cls.results[index];
  text +=
      "    " + quoted(image.outputs[index].name) +
      format(" = %%%lld", wide(result.buffer)) +
      starts(cls, result.per_rank, image.outputs[index].rank, result.owner) +
      "\n";
}

} // namespace

std::string reportProgram(const rt_image &image) {
  return Printer(image).print();
}

} // namespace partita::program
