//===- Base.td - What all operations share --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_BASE_TD
#define WAVE_DIALECT_OPS_BASE_TD

include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "src/dialect/Interfaces.td"
include "src/dialect/Types.td"

class Wave_Op<string mnemonic, list<Trait> traits = []> : Op<Wave_Dialect, mnemonic, traits>;

/// Stands in a kernel, in a loop of one, or in a role.
class Wave_ComputeOp<string mnemonic, list<Trait> traits = []>
    : Wave_Op<mnemonic, !listconcat([ParentOneOf<["::wave::ir::KernelOp", "::wave::ir::IterateOp", "::wave::ir::IfOp", "::wave::ir::RoleOp"]>],
                                    traits)>;

/// Stands at the head of a kernel's block and computes nothing.
class Wave_ConstraintOp<string mnemonic>
    : Wave_Op<mnemonic, [HasParent<"::wave::ir::KernelOp">]>;

def Wave_ExprArrayAttr : TypedArrayAttrBase<Wave_ExprAttr, "expressions">;

#endif
