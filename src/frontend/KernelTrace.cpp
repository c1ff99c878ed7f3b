//===- KernelTrace.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/KernelTrace.h"

#include <ostream>

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "diagnostic/Fail.h"
#include "dialect/ApproximateFunctions.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/NormalForms.h"
#include "dialect/SymbolUses.h"
#include "dialect/TextLimits.h"
#include "dialect/Writes.h"
#include "machine/MmaTable.h"
#include "symbolic/Substitute.h"
#include "symbolic/UnusedBinding.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave {
namespace frontend {

std::unique_ptr<MLIRContext> makeContext() {
  auto context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  context->loadDialect<ir::WaveDialect>();
  context->printOpOnDiagnostic(false);
  return context;
}

ir::KernelOp onlyKernel(ModuleOp module) { return *module.getOps<ir::KernelOp>().begin(); }

OwningOpRef<ModuleOp> load(const Kernel &kernel, MLIRContext &context) {
  ir::DiagnosticCapture capture(&context);
  auto module = parseSourceString<ModuleOp>(kernel.trace().located, ParserConfig(&context));
  if (!module)
    capture.throwError("reading the traced form back", ir::Author::Compiler);
  return module;
}

/// Symbols of sizes, then of address spaces, constraints and loops.
static std::vector<std::string> symbolsOf(ir::KernelOp kernel) {
  std::vector<std::string> symbols;
  auto add = [&](ir::ExprAttr expr) {
    for (const std::string &symbol : symbolic::symbolsOf(expr.getValue()))
      if (!llvm::is_contained(symbols, symbol) && symbol.front() != '$' &&
          symbol != GLOBAL_ADDRESS_SPACE.name() && symbol != SHARED_ADDRESS_SPACE.name() &&
          !symbolic::isWorkgroupId(symbol) && !symbolic::isClusterSize(symbol) &&
          !kernel.getScalar(symbol))
        symbols.push_back(symbol);
  };
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (ir::DimAttr dim : cast<ir::MemoryType>(type).getDims())
      add(dim.getName());
  for (Operation &op : *kernel.getBlock())
    for (StringRef attribute : {"tile", "index"})
      if (auto expr = op.getAttrOfType<ir::ExprAttr>(attribute))
        add(expr);
  if (ir::GridConstraintOp grid = ir::gridConstraint(kernel))
    for (Attribute size : grid.getSizes())
      add(cast<ir::ExprAttr>(size));
  for (Type type : kernel.getBlock()->getArgumentTypes())
    add(cast<ir::MemoryType>(type).getAddressSpace());
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<ir::TileType>(type))
        for (ir::DimAttr dim : tile.getDims())
          add(dim.getName());
  });
  kernel.walk([&](Operation *op) { ir::forEachIndexExpr(op, add); });
  return symbols;
}

static Bindings defaultsOf(ir::KernelOp kernel, const std::vector<std::string> &symbols) {
  Bindings defaults;
  DictionaryAttr given = kernel.getDefaultsAttr();
  if (!given)
    return defaults;
  // In the order of the symbols, then what only other defaults refer to.
  auto add = [&](StringRef symbol) {
    if (auto value = given.getAs<ir::ExprAttr>(symbol); value && !defaults.find(symbol))
      defaults.set(symbol.str(), value.getValue());
  };
  for (const std::string &symbol : symbols)
    add(symbol);
  for (NamedAttribute entry : given)
    add(entry.getName());
  return defaults;
}

std::shared_ptr<const Kernel::Trace> record(ModuleOp module) {
  auto trace = std::make_shared<Kernel::Trace>();
  ir::KernelOp kernel = onlyKernel(module);
  trace->name = kernel.getSymName().str();
  trace->symbols = symbolsOf(kernel);
  trace->defaults = defaultsOf(kernel, trace->symbols);
  llvm::raw_string_ostream text(trace->text), located(trace->located);
  kernel.print(text);
  text << '\n';
  module.print(located, OpPrintingFlags().enableDebugInfo());
  return trace;
}

} // namespace frontend

constexpr const char *oneKernelPerFile =
    "a file holds one kernel of the wave dialect; `wave emit KERNEL --stage traced` writes one";

Kernel Kernel::parse(const detail::Text &text, const detail::Text &file) {
  if (auto reason = ir::beyondLimits(text))
    fail<Error>("ir-syntax", "'" + file + "' is not read: " + *reason, oneKernelPerFile);
  auto context = frontend::makeContext();
  ir::DiagnosticCapture capture(context.get());
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(context.get()), file);
  if (!module)
    capture.throwError("parsing", ir::Author::Text);
  auto kernels = module->getOps<ir::KernelOp>();
  size_t count = static_cast<size_t>(std::distance(kernels.begin(), kernels.end()));
  if (count != 1 || std::distance(module->getBody()->begin(), module->getBody()->end()) != 1)
    throw Error({.id = ErrorId("ir-kernels"),
                 .message = "'" + file + "' holds " + std::to_string(count) + " kernels and " +
                            std::to_string(module->getBody()->getOperations().size() - count) +
                            " other operations, expected one kernel alone",
                 .where = {},
                 .notes = {},
                 .help = count > 1 ? "give each kernel a file of its own" : oneKernelPerFile});
  ir::KernelOp kernel = *kernels.begin();
  if (failed(ir::verifyForm(kernel, ir::isBound(kernel) ? ir::Form::Bound : ir::Form::Traced)) ||
      (!ir::isBound(kernel) && failed(ir::verifyWrites(kernel))))
    capture.throwError("checking its form", ir::Author::Text);
  return Kernel(frontend::record(*module));
}

Kernel &Kernel::set_defaults(const Bindings &defaults) {
  auto context = frontend::makeContext();
  auto module = frontend::load(*this, *context);
  NamedAttrList list;
  for (const Binding &binding : defaults) {
    const bool isUsed =
        llvm::is_contained(symbols(), binding.symbol) ||
        llvm::any_of(defaults, [&](const Binding &other) {
          return llvm::is_contained(symbolic::symbolsOf(other.value), binding.symbol);
        });
    std::vector<std::string> meant;
    llvm::copy_if(symbols(), std::back_inserter(meant),
                  [&](const std::string &known) { return !defaults.find(known); });
    if (!isUsed)
      if (const auto help = symbolic::helpIfUnknown(binding.symbol, binding.is_declared(), meant))
        throw Error({.id = ErrorId("unknown-symbol"),
                     .message = "kernel '" + name() + "' has no symbol '" + binding.symbol +
                                "', which its defaults bind to " + binding.value.str(),
                     .where = binding.where,
                     .notes = {},
                     .help = *help + (help->ends_with("?")
                                          ? ""
                                          : "; its symbols are " + llvm::join(symbols(), ", "))});
    list.set(binding.symbol, ir::ExprAttr::get(context.get(), binding.value));
  }
  frontend::onlyKernel(*module).setDefaultsAttr(list.getDictionary(context.get()));
  trace_ = frontend::record(*module);
  return *this;
}

Kernel &Kernel::set_precision(Precision precision) {
  auto context = frontend::makeContext();
  auto module = frontend::load(*this, *context);
  ir::KernelOp kernel = frontend::onlyKernel(*module);
  const std::string wanted = ir::precisionName(precision).str();
  if (ir::isBound(kernel))
    fail<Error>("already-bound",
                "kernel '" + name() +
                    "' is in the bound form: its MMAs have their instructions already",
                "set precision '" + wanted + "' of the traced form");
  bool isAny = false;
  kernel.walk([&](ir::MmaOp mma) {
    const machine::MmaTypes types = ir::mmaTypes(mma);
    if (mma.getPrecision() || types.lhs != DType::f32 || types.rhs != DType::f32)
      return;
    mma.setPrecision(wanted);
    isAny = true;
  });
  if (!isAny)
    fail<Error>("mma-c10",
                "kernel '" + name() + "' has no MMA of f32 operands that leaves its precision open",
                "leave precision " + wanted + " out, or give the operands the element type f32");
  trace_ = frontend::record(*module);
  return *this;
}

Kernel &Kernel::use_approximate_functions() {
  auto context = frontend::makeContext();
  auto module = frontend::load(*this, *context);
  module->walk([](ir::UnaryOp op) {
    if (ir::approximateBound(op.getKind()))
      op.setApproximate(true);
  });
  trace_ = frontend::record(*module);
  return *this;
}

const Bindings &Kernel::defaults() const { return trace_->defaults; }
const std::string &Kernel::name() const { return trace_->name; }
const std::vector<std::string> &Kernel::symbols() const { return trace_->symbols; }
std::string Kernel::str() const { return trace_->text; }
void Kernel::print(std::ostream &out) const { out << trace_->text; }

} // namespace wave
