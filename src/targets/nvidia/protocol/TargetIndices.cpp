//===- TargetIndices.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/TargetIndices.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include "symbolic/Evaluate.h"
#include "symbolic/MapLoop.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "targets/llvm/OperationClasses.h"
#include "targets/nvidia/AddressSpaces.h"

using namespace mlir;
using wave::symbolic::constantOf;

namespace wave::nvidia {

static bool isBoolean(const Expr &expr) {
  return symbolic::isComparison(symbolic::kindOf(expr)) || symbolic::isConstant(expr, 0) ||
         symbolic::isConstant(expr, 1);
}

//===----------------------------------------------------------------------===//
// Operations on integers
//===----------------------------------------------------------------------===//

/// Nothing where the expression has no form for these operands.
using Form = std::optional<Expr> (*)(ArrayRef<Expr> in);

static std::optional<Expr> maskOf(ArrayRef<Expr> in) {
  const std::optional<int64_t> mask = constantOf(in[1]);
  if (!mask || *mask < 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(*mask) + 1))
    return std::nullopt;
  return in[0] % (*mask + 1);
}

static std::optional<Expr> powerOf(const Expr &exponent) {
  const std::optional<int64_t> bits = constantOf(exponent);
  if (!bits || *bits < 0 || *bits > 30)
    return std::nullopt;
  return Expr::constant(int64_t{1} << *bits);
}

static std::optional<Expr> shiftedUp(ArrayRef<Expr> in) {
  const std::optional<Expr> power = powerOf(in[1]);
  return power ? std::optional(in[0] * *power) : std::nullopt;
}

static std::optional<Expr> shiftedDown(ArrayRef<Expr> in) {
  const std::optional<Expr> power = powerOf(in[1]);
  return power ? std::optional(floordiv(in[0], *power)) : std::nullopt;
}

/// Of the lowest bit.
static std::optional<Expr> flipped(ArrayRef<Expr> in) {
  if (!symbolic::isConstant(in[1], 1))
    return std::nullopt;
  if (isBoolean(in[0]))
    return (in[0] == 0).value();
  return in[0] + 1 - in[0] % 2 * 2;
}

static std::optional<Expr> chosen(ArrayRef<Expr> in) {
  if (symbolic::isConstant(in[1], 1) && symbolic::isConstant(in[2], 0) && isBoolean(in[0]))
    return in[0];
  // ceildiv(x, n), which is one more than floordiv(x, n) where there is a remainder.
  const Expr &floor = in[2];
  if (symbolic::isKind(floor, symbolic::Kind::FloorDiv) && symbolic::isConstant(in[1] - floor, 1)) {
    const Expr x = symbolic::operand(floor, 0), n = symbolic::operand(floor, 1);
    if (symbolic::isPositiveConstant(n) && in[0].same_as((Expr(0) < x % n).value()))
      return ceildiv(x, n);
  }
  return select(Predicate(in[0]), in[1], in[2]);
}

static const llvm::StringMap<Form> &forms() {
  static const llvm::StringMap<Form> table = {
      {"llvm.add", [](ArrayRef<Expr> in) { return std::optional(in[0] + in[1]); }},
      {"llvm.sub", [](ArrayRef<Expr> in) { return std::optional(in[0] - in[1]); }},
      {"llvm.mul", [](ArrayRef<Expr> in) { return std::optional(in[0] * in[1]); }},
      {"llvm.udiv", [](ArrayRef<Expr> in) { return std::optional(floordiv(in[0], in[1])); }},
      {"llvm.urem", [](ArrayRef<Expr> in) { return std::optional(in[0] % in[1]); }},
      {"llvm.zext", [](ArrayRef<Expr> in) { return std::optional(in[0]); }},
      {"llvm.sext", [](ArrayRef<Expr> in) { return std::optional(in[0]); }},
      {"llvm.trunc", [](ArrayRef<Expr> in) { return std::optional(in[0]); }},
      {"llvm.and", maskOf},
      {"llvm.xor", flipped},
      {"llvm.shl", shiftedUp},
      {"llvm.lshr", shiftedDown},
      {"llvm.ashr", shiftedDown},
      {"llvm.select", chosen}};
  return table;
}

static Expr comparison(LLVM::ICmpPredicate predicate, const Expr &a, const Expr &b) {
  using enum LLVM::ICmpPredicate;
  switch (predicate) {
  case eq:
    return (a == b).value();
  case ne:
    return symbolic::isConstant(b, 0) && isBoolean(a) ? a : (a != b).value();
  case slt:
  case ult:
    return (a < b).value();
  case sle:
  case ule:
    return (a <= b).value();
  case sgt:
  case ugt:
    return (a > b).value();
  case sge:
  case uge:
    return (a >= b).value();
  }
  llvm_unreachable("all predicates are listed");
}

/// What two roles compute alike is the same, though it is no expression.  That memory has not
/// changed between two loads is what VerifyProtocol asks of trip counts.
static bool isRepeatable(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return cast<LLVM::LLVMPointerType>(load.getAddr().getType()).getAddressSpace() == globalSpace;
  const StringRef name = op->getName().getStringRef();
  return name.starts_with("nvvm.read.ptx.sreg.") || name.starts_with("llvm.intr.") ||
         llvm::is_contained({"llvm.sdiv", "llvm.srem", "llvm.or", "llvm.and", "llvm.xor",
                             "llvm.ashr", "llvm.shl", "llvm.lshr"},
                            name);
}

//===----------------------------------------------------------------------===//
// Scalars of channels
//===----------------------------------------------------------------------===//

std::optional<int64_t> sampleOf(const Expr &address) {
  Bindings ones;
  for (const std::string &symbol : symbolic::symbolsOf(address))
    ones.set(symbol, 1);
  const symbolic::Evaluation value = symbolic::evaluate(address, ones);
  return value ? std::optional(value.value()) : std::nullopt;
}

Value scalarAddress(Operation *op) {
  Value address;
  if (auto load = dyn_cast<LLVM::LoadOp>(op); load && load.getType().isInteger(64))
    address = load.getAddr();
  if (auto store = dyn_cast<LLVM::StoreOp>(op); store && store.getValue().getType().isInteger(64))
    address = store.getAddr();
  if (address && cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace() != sharedSpace)
    return {};
  return address;
}

std::optional<Expr> TargetIndices::rawScalar(Operation *access) {
  const Value at = scalarAddress(access);
  if (!at)
    return std::nullopt;
  std::vector<Expr> operands = {raw(at)};
  const std::optional<int64_t> sample = sampleOf(operands.front());
  const auto holds = [&](const gpu::ChannelFact &channel) {
    return llvm::any_of(channel.rings, [&](const gpu::RingFact &ring) {
      return sample && *sample >= ring.offset && *sample < ring.offset + channel.slots * ring.bytes;
    });
  };
  if (llvm::none_of(facts.channels, holds))
    return std::nullopt;
  for (int64_t depth = 0, end = loopsAround(access); depth < end; ++depth)
    operands.push_back(tripAt(depth));
  return termOf("scalar", std::move(operands));
}

std::optional<Expr> TargetIndices::scalarOf(Operation *access) {
  const std::optional<Expr> scalar = rawScalar(access);
  return scalar ? std::optional(solved(*scalar)) : std::nullopt;
}

/// What is loaded, and what is stored for others: where it comes from they do not know.
std::optional<Expr> TargetIndices::ofScalar(OpResult result) {
  if (!result.getType().isInteger(64))
    return std::nullopt;
  if (isa<LLVM::LoadOp>(result.getOwner()))
    return rawScalar(result.getOwner());
  for (OpOperand &use : result.getUses())
    if (auto store = dyn_cast<LLVM::StoreOp>(use.getOwner()); store && store.getValue() == result)
      if (std::optional<Expr> scalar = rawScalar(store))
        return scalar;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Expr TargetIndices::termOf(std::string operation, std::vector<Expr> operands) {
  std::string text = operation;
  for (const Expr &operand : operands)
    text += "|" + operand.str();
  auto [found, isNew] = symbols.try_emplace(text, "V" + std::to_string(symbols.size()));
  if (isNew)
    terms.try_emplace(found->second, Term{std::move(operation), std::move(operands)});
  return Expr::symbol(found->second);
}

Expr TargetIndices::raw(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  auto argument = dyn_cast<BlockArgument>(value);
  const Expr result = argument ? ofArgument(argument) : ofResult(cast<OpResult>(value));
  known.try_emplace(value, result);
  return result;
}

Expr TargetIndices::ofArgument(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<LLVM::LLVMFuncOp>(owner))
    return Expr::symbol("ARG" + std::to_string(argument.getArgNumber()));
  if (!isa<scf::ForOp, scf::WhileOp>(owner))
    return uniqueTerm();
  solve(owner);
  auto found = known.find(argument);
  return found != known.end() ? found->second : uniqueTerm();
}

/// The number of a lane or a warp, or the place of a workgroup in its cluster.
std::optional<Expr> TargetIndices::ofLane(OpResult result) {
  Operation *op = result.getOwner();
  const bool isRemainder = isa<LLVM::URemOp, LLVM::SRemOp>(op);
  if (!isRemainder && !isa<NVVM::ThreadIdXOp, NVVM::ShflOp>(op))
    return std::nullopt;
  const PerLane *values = lanes.of(result);
  if (!values || (isRemainder && lanes.of(op->getOperand(0))))
    return std::nullopt; // an expression of what is known of its operand
  if (llvm::all_equal(*values))
    return Expr::constant(values->front());
  const Expr symbol = uniqueTerm();
  ofLanes[symbol.str()] = result;
  return symbol;
}

const PerLane *TargetIndices::lanesOf(const std::string &symbol) const {
  auto found = ofLanes.find(symbol);
  return found == ofLanes.end() ? nullptr : lanes.of(found->second);
}

std::optional<Expr> TargetIndices::ofAddress(Operation *op) {
  if (isa<LLVM::AddressOfOp>(op))
    return Expr::constant(0);
  if (classOf(op) == OperationClass::PointerCast || isa<NVVM::MapaOp>(op))
    return raw(op->getOperand(0));
  auto address = dyn_cast<LLVM::GEPOp>(op);
  if (!address)
    return std::nullopt;
  std::vector<Expr> parts = {raw(address.getBase())};
  for (auto index : address.getIndices()) {
    auto constant = dyn_cast<IntegerAttr>(index);
    parts.push_back(constant ? Expr::constant(constant.getInt()) : raw(cast<Value>(index)));
  }
  if (address.getElemType().isInteger(8) && parts.size() == 2)
    return parts[0] + parts[1];
  std::string type;
  llvm::raw_string_ostream(type) << address.getElemType();
  return termOf("address of " + type, std::move(parts));
}

std::optional<Expr> TargetIndices::ofChoice(OpResult result) {
  auto choice = dyn_cast<scf::IfOp>(result.getOwner());
  if (!choice)
    return std::nullopt;
  const unsigned number = result.getResultNumber();
  return select(Predicate(raw(choice.getCondition())), raw(choice.thenYield().getOperand(number)),
                raw(choice.elseYield().getOperand(number)));
}

/// floordiv(x, n), x % n and ceildiv(x, n) for a positive n, as LaneCode makes them of what the
/// machine has, which rounds towards zero: one less, and n more, where the remainder is negative,
/// and one more where it is positive.
std::optional<Expr> TargetIndices::ofRounding(Operation *op) {
  auto choice = dyn_cast<LLVM::SelectOp>(op);
  auto compared = choice ? choice.getCondition().getDefiningOp<LLVM::ICmpOp>() : nullptr;
  if (!compared || compared.getPredicate() != LLVM::ICmpPredicate::slt)
    return std::nullopt;
  const bool isNegative = matchPattern(compared.getRhs(), m_Zero());
  if (!isNegative && !matchPattern(compared.getLhs(), m_Zero()))
    return std::nullopt;
  auto rest = (isNegative ? compared.getLhs() : compared.getRhs()).getDefiningOp<LLVM::SRemOp>();
  if (!rest)
    return std::nullopt;
  const Expr x = raw(rest.getLhs()), n = raw(rest.getRhs());
  const std::optional<int64_t> divisor = constantOf(n);
  if (!divisor || *divisor < 1)
    return std::nullopt;
  Operation *towardsZero = choice.getFalseValue().getDefiningOp();
  const Expr changed = raw(choice.getTrueValue()) - raw(choice.getFalseValue());
  if (isNegative && towardsZero == rest && symbolic::isConstant(changed, *divisor))
    return x % n;
  auto quotient = dyn_cast_or_null<LLVM::SDivOp>(towardsZero);
  if (quotient && quotient.getLhs() == rest.getLhs() && quotient.getRhs() == rest.getRhs() &&
      symbolic::isConstant(changed, isNegative ? -1 : 1))
    return isNegative ? floordiv(x, n) : ceildiv(x, n);
  return std::nullopt;
}

Expr TargetIndices::ofResult(OpResult result) {
  Operation *op = result.getOwner();
  llvm::APInt number;
  if (matchPattern(op, m_ConstantInt(&number)))
    return Expr::constant(number.getBitWidth() == 1 ? static_cast<int64_t>(number.getZExtValue())
                                                    : number.getSExtValue());
  if (std::optional<Expr> lane = ofLane(result))
    return *lane;
  if (std::optional<Expr> scalar = ofScalar(result))
    return *scalar;
  if (std::optional<Expr> address = ofAddress(op))
    return *address;
  if (std::optional<Expr> choice = ofChoice(result))
    return *choice;
  if (std::optional<Expr> rounded = ofRounding(op))
    return *rounded;
  if (isa<scf::ForOp, scf::WhileOp>(op)) {
    solve(op);
    auto found = known.find(result);
    return found != known.end() ? found->second : uniqueTerm();
  }
  if (auto compare = dyn_cast<LLVM::ICmpOp>(op))
    return comparison(compare.getPredicate(), raw(compare.getLhs()), raw(compare.getRhs()));
  const StringRef name = op->getName().getStringRef();
  const auto form = forms().find(name);
  if (form == forms().end() && !isRepeatable(op))
    return uniqueTerm();
  std::vector<Expr> operands;
  for (Value operand : op->getOperands())
    operands.push_back(raw(operand));
  std::optional<Expr> expr = form != forms().end() ? form->second(operands) : std::nullopt;
  return expr ? *expr : termOf(name.str(), std::move(operands));
}

bool TargetIndices::dependsOn(const Expr &expr, const std::string &symbol) const {
  return llvm::any_of(symbolic::symbolsOf(expr), [&](const std::string &each) {
    auto term = terms.find(each);
    return each == symbol ||
           (term != terms.end() && llvm::any_of(term->second.operands, [&](const Expr &operand) {
              return dependsOn(operand, symbol);
            }));
  });
}

Expr TargetIndices::solved(const Expr &expr) {
  Bindings bindings;
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    if (const Expr found = resolve(symbol); !found.same_as(Expr::symbol(symbol)))
      bindings.set(symbol, found);
  return bindings.empty() ? expr : symbolic::substitute(expr, bindings);
}

Expr TargetIndices::resolve(const std::string &symbol) {
  if (auto found = resolved.find(symbol); found != resolved.end())
    return found->second;
  Expr result = Expr::symbol(symbol);
  if (auto solution = solutions.find(symbol); solution != solutions.end()) {
    result = solved(solution->second);
  } else if (auto term = terms.find(symbol);
             term != terms.end() && !term->second.operands.empty()) {
    const Term before = term->second;
    std::vector<Expr> operands;
    for (const Expr &operand : before.operands)
      operands.push_back(solved(operand));
    result = termOf(before.operation, std::move(operands));
  }
  resolved.insert_or_assign(symbol, result);
  return result;
}

void TargetIndices::setSolution(const std::string &symbol, const Expr &solution) {
  solutions.insert_or_assign(symbol, solution);
  resolved.clear();
}

void TargetIndices::forgetSolution(const std::string &symbol) {
  solutions.erase(symbol);
  resolved.clear();
}

} // namespace wave::nvidia
