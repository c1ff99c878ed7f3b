//===- ChannelFacts.h - What the target form says of roles and channels ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of a lane has no roles and no channels any more, only branches and mbarriers.  So that
// a reader can hold the one against the other, a kernel with roles carries as attributes who they
// are, which channels they have, and where the mbarriers of each lie: names and places, none of
// the counts, bytes and parities that follow from them.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

#include "analysis/Roles.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace wave::gpu {

inline constexpr llvm::StringLiteral rolesAttr = "wave.role_lanes";
inline constexpr llvm::StringLiteral channelsAttr = "wave.channels";

/// Writes both attributes.
void describeChannels(mlir::Operation *function, const analysis::Roles &roles);

struct RoleFact {
  std::string name;
  int64_t firstThread, threads;
};

/// In shared memory: slot s begins at offset + s * bytes.
struct RingFact {
  std::string name;
  int64_t offset, bytes;
};

struct ChannelFact {
  std::string name;
  int64_t slots;
  int64_t barriers; ///< where its mbarriers lie: of each slot the one that says full, then empty
  llvm::SmallVector<size_t> from, to; ///< among the roles
  llvm::SmallVector<RingFact> rings;  ///< but for those in tensor memory

  static constexpr int64_t barrierBytes = 8, slotBytes = 2 * barrierBytes;
};

struct ChannelFacts {
  llvm::SmallVector<RoleFact> roles;
  llvm::SmallVector<ChannelFact> channels;
};

/// What the attributes of a kernel say; nothing where it has none.  Reports what is malformed.
mlir::FailureOr<std::optional<ChannelFacts>> channelFactsOf(mlir::LLVM::LLVMFuncOp function);

} // namespace wave::gpu
