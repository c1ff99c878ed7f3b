//===- DecodeAsm.cpp - Instructions that are written as PTX ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR has no operation for a product with A in registers, nor for one whose sum a value turns
// off, nor for a wait that its results depend on, nor for a copy that stays in its place.  They are
// written as text of one instruction:
//   wgmma.wait_group.sync.aligned N;
//   mov.b32 $0, $1;
//   [setp.ne.b32 p, $i, 0;] wgmma.mma_async.sync.aligned.SHAPE.TYPES {$0, ...}, A, $i, p, 1, 1, 0;
// with A a descriptor or registers, accumulators as outputs that are tied to inputs.
//
//===----------------------------------------------------------------------===//

#include "executor/Decoder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace wave::executor {

bool Decoder::decodeAsm(Operation *op) {
  auto text = llvm::dyn_cast<LLVM::InlineAsmOp>(op);
  if (!text || program.chip->dialect != "nvvm")
    return false;
  const StringRef ptx = text.getAsmString();
  if (ptx.contains("wgmma.wait_group.sync.aligned"))
    decodeAsmWait(text);
  else if (ptx.contains("tcgen05.wait::"))
    decodeAsmTensorWait(text);
  else if (ptx.contains("wgmma.mma_async.sync.aligned"))
    decodeAsmProduct(text);
  else if (ptx == "mov.b32 $0, $1;")
    decodeAsmCopy(text);
  else
    return false;
  return true;
}

namespace {

/// The operands of the text: `$i` is an output, or input `i - outputs`.
struct AsmOperands {
  explicit AsmOperands(LLVM::InlineAsmOp text) : op(text) {
    SmallVector<StringRef> constraints;
    text.getConstraints().split(constraints, ',');
    unsigned input = 0;
    for (StringRef constraint : constraints) {
      if (constraint.starts_with("~"))
        continue;
      if (constraint.starts_with("=")) {
        ++outputs;
        continue;
      }
      unsigned output = 0;
      if (!constraint.getAsInteger(10, output))
        tied[output] = input;
      ++input;
    }
  }

  /// Of an output the input that it is tied to; null if there is none.
  Value initial(unsigned output) const {
    auto found = tied.find(output);
    return found == tied.end() ? Value() : op->getOperand(found->second);
  }
  Value input(unsigned number) const {
    return number < outputs || number - outputs >= op->getNumOperands()
               ? Value()
               : op->getOperand(number - outputs);
  }
  /// "$17"
  static std::optional<unsigned> numberOf(StringRef text) {
    unsigned number = 0;
    if (!text.consume_front("$") || text.getAsInteger(10, number))
      return std::nullopt;
    return number;
  }
  Value valueOf(StringRef text) const {
    const std::optional<unsigned> number = numberOf(text);
    return number ? input(*number) : Value();
  }

  Operation *op;
  unsigned outputs = 0;
  llvm::DenseMap<unsigned, unsigned> tied;
};

/// "{$0, $1}, $2, p": what commas outside of braces separate.
SmallVector<StringRef> listOf(StringRef text) {
  SmallVector<StringRef> parts;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      parts.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    } else {
      depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    }
  }
  return parts;
}

std::optional<WarpType> typeNamed(StringRef name) {
  for (int i = 0; i <= static_cast<int>(WarpType::I32); ++i)
    if (nameOf(static_cast<WarpType>(i)) == std::string_view(name))
      return static_cast<WarpType>(i);
  return std::nullopt;
}

} // namespace

void Decoder::decodeAsmWait(LLVM::InlineAsmOp op) {
  StringRef text = op.getAsmString().trim();
  unsigned groups = 0;
  if (!text.consume_front("wgmma.wait_group.sync.aligned") || !text.consume_back(";") ||
      text.trim().getAsInteger(10, groups))
    unsupported(op, "the text is 'wgmma.wait_group.sync.aligned N;'");
  emit(op, Kind::WgmmaWait).immediate = groups;
  aliasTied(op);
}

void Decoder::decodeAsmCopy(LLVM::InlineAsmOp op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    unsupported(op, "a copy has an operand, and a result of its type");
  const Layout layout = layoutOf(op->getResult(0).getType(), op);
  emitLanes(op, copyFunction(layout.elementBytes()), define(op->getResult(0)), layout.elements,
            {of(op->getOperand(0))});
}

void Decoder::decodeAsmTensorWait(LLVM::InlineAsmOp op) {
  StringRef text = op.getAsmString().trim();
  const bool isOfStores = text.contains("wait::st");
  if (!text.consume_front("tcgen05.wait::") ||
      !(text.consume_front("ld") || text.consume_front("st")) || text != ".sync.aligned;")
    unsupported(op, "the text is 'tcgen05.wait::ld.sync.aligned;', or with st");
  if (!program.chip->hasTensorMemory())
    unsupported(op, "only sm_100a has tensor memory");
  emit(op, Kind::TensorWait).immediate = isOfStores;
  aliasTied(op);
}

void Decoder::aliasTied(LLVM::InlineAsmOp op) {
  if (op->getNumResults() == 0)
    return;
  const AsmOperands operands(op);
  SmallVector<Value> values;
  for (unsigned output = 0; output < operands.outputs; ++output) {
    values.push_back(operands.initial(output));
    if (!values.back())
      unsupported(op, "an output that no input is tied to");
  }
  if (values.empty())
    unsupported(op, "results without outputs");
  alias(op->getResult(0), pack(op, values));
}

void Decoder::decodeAsmProduct(LLVM::InlineAsmOp op) {
  const AsmOperands operands(op);
  const StringRef ptx = op.getAsmString();
  StringRef text = ptx.substr(ptx.find("wgmma.mma_async.sync.aligned."));
  text = text.substr(0, text.find(';'));
  if (text.contains("wgmma.mma_async") && ptx.count("wgmma.mma_async") != 1)
    unsupported(op, "a text has one MMA");
  auto [instruction, list] = text.split(' ');
  SmallVector<StringRef> words;
  instruction.split(words, '.'); // wgmma mma_async sync aligned m64n256k16 f32 f16 f16
  const SmallVector<StringRef> parts = listOf(list);
  Wgmma wgmma;
  StringRef shape = words.size() == 8 ? words[4] : StringRef();
  const auto a = words.size() == 8 ? typeNamed(words[6]) : std::nullopt;
  const auto b = words.size() == 8 ? typeNamed(words[7]) : std::nullopt;
  const auto d = words.size() == 8 ? typeNamed(words[5]) : std::nullopt;
  if (!a || !b || !d || !shape.consume_front("m64n") || shape.consumeInteger(10, wgmma.n) ||
      !shape.consume_front("k") || shape.getAsInteger(10, wgmma.k))
    unsupported(op, "a shape and three types are expected in '" + instruction.str() + "'");
  if (parts.size() < 4 || op->getNumResults() != 1)
    unsupported(op, "operands are D, A, B, whether D counts, signs and transpositions");
  wgmma.a = *a;
  wgmma.b = *b;
  wgmma.d = *d;
  wgmma.hasRegistersOfA = parts[1].starts_with("{");
  // D counts: a number, or a predicate that the text computes from an operand.
  Value keepsSum;
  if (parts[3] == "0" || parts[3] == "1") {
    wgmma.keepsSum = parts[3] == "1";
  } else {
    StringRef condition = ptx.substr(0, ptx.find("wgmma."));
    condition = condition.substr(condition.find("setp.ne.b32 "));
    condition.consume_front("setp.ne.b32 ");
    const SmallVector<StringRef> comparison = listOf(condition.split(';').first);
    const bool isComparison =
        comparison.size() == 3 && comparison[0] == parts[3] && comparison[2] == "0";
    if (isComparison && (comparison[1] == "0" || comparison[1] == "1"))
      wgmma.keepsSum = comparison[1] == "1";
    else if (!isComparison || !(keepsSum = operands.valueOf(comparison[1])) ||
             !keepsSum.getType().isInteger(32))
      unsupported(op, "'" + parts[3].str() + "' is no predicate of 'setp.ne.b32 p, $i, 0;'");
  }
  auto integerAt = [&](size_t position, int otherwise) {
    int value = otherwise;
    if (position < parts.size() && parts[position].getAsInteger(10, value))
      unsupported(op, "'" + parts[position].str() + "' is no number");
    return value;
  };
  wgmma.signOfA = integerAt(4, 1);
  wgmma.signOfB = integerAt(5, 1);
  // With A in registers only B may be transposed.
  wgmma.transposesA = !wgmma.hasRegistersOfA && integerAt(6, 0) != 0;
  wgmma.transposesB = integerAt(wgmma.hasRegistersOfA ? 6 : 7, 0) != 0;
  const Layout layout = layoutOf(op->getResult(0).getType(), op);
  if (layout.elementBytes() != 4 || static_cast<int>(layout.elements) != wgmma.accumulators() ||
      operands.outputs != layout.elements)
    unsupported(op, std::to_string(wgmma.accumulators()) + " accumulators are its outputs");
  SmallVector<Value> sums, registersOfA;
  for (unsigned output = 0; output < operands.outputs; ++output) {
    sums.push_back(operands.initial(output));
    if (!sums.back())
      unsupported(op, "an accumulator that no input is tied to");
  }
  if (wgmma.hasRegistersOfA)
    for (StringRef name : listOf(parts[1].drop_front().drop_back())) {
      registersOfA.push_back(operands.valueOf(name));
      if (!registersOfA.back() || layoutOf(registersOfA.back().getType(), op).bytes() != 4)
        unsupported(op, "A has four registers of 32 bits");
    }
  const Value descriptorOfA = operands.valueOf(parts[1]),
              descriptorOfB = operands.valueOf(parts[2]);
  if (!descriptorOfB || (!wgmma.hasRegistersOfA && !descriptorOfA) ||
      (wgmma.hasRegistersOfA && registersOfA.size() != 4))
    unsupported(op, "A is a descriptor or four registers, B a descriptor");
  const Reference sum = pack(op, sums);
  const Reference left = wgmma.hasRegistersOfA ? pack(op, registersOfA) : Reference();
  const unsigned rowBytes =
      wgmma.hasRegistersOfA ? layoutOf(registersOfA[0].getType(), op).elementBytes() : 4;
  const Reference to = define(op->getResult(0));
  emitProduct(op, wgmma, sum, descriptorOfA ? of(descriptorOfA) : Reference(), of(descriptorOfB),
              left, rowBytes, keepsSum, to);
}

} // namespace wave::executor
