//===- Gather.h - From the IR to an explanation ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the analyses, each in the form that it needs.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/BlockReads.h"
#include "analysis/Occupancy.h"
#include "analysis/OutputTiles.h"
#include "dialect/Dialect.h"
#include "report/Explanation.h"
#include "targets/llvm/MachineCode.h"

namespace wave::report {

/// The loops of a kernel in the staged form, with what its schedule says of them.
std::vector<Loop> loopsOf(ir::KernelOp staged);

/// All that the distributed form says.  A loop of `loops` that was not pipelined loses its
/// pipeline.
Gpu gpuOf(ir::KernelOp distributed, std::vector<Loop> loops, const machine::Chip &chip);

/// Of the blocks of the form bound what a workgroup loads in the distributed form, and who reads
/// the same at these sizes, where `gpu` says how many workgroups run at one time; `written` bytes
/// of a tile of its output compete with them for the caches.  `output` is what the order of tiles
/// is drawn of.
Traffic trafficOf(ir::KernelOp distributed, const std::vector<analysis::BlockRead> &reads,
                  const Expr &written, const std::optional<analysis::OutputTiles> &output,
                  const Gpu &gpu, const std::array<Expr, 3> &grid, const Bindings &sizes,
                  const machine::Chip &chip);

/// The processor that runs the code.
struct HostThreads {
  int64_t threads;
  std::optional<machine::HostCache> cache;
};

/// The same for the CPU.  Of a processor that is not known, `host`, only the inputs are.
void addTraffic(Cpu &cpu, const std::vector<analysis::BlockRead> &reads, const Expr &written,
                const std::array<Expr, 3> &grid, const Bindings &sizes,
                const std::optional<HostThreads> &host);

/// Adds what the versions of the kernel are called, in their order, those that the target makes.
void addEntries(Gpu &gpu, const std::vector<std::string> &entries);

/// Adds what the barriers of the kernel's entry point count.
void addNotes(Gpu &gpu, codegen::SyncNotes notes);

/// Adds what the machine code says of the kernel's entry point.
void addNotes(Gpu &gpu, const codegen::EntryNotes &entry, const machine::Chip &chip);

} // namespace wave::report
