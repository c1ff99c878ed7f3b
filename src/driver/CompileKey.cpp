//===- CompileKey.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every structure is taken apart by a binding that names all of its members, so
// that a new member breaks the build here instead of being left out of the key.
// The processor is no part of it: a process does not change it.
//
//===----------------------------------------------------------------------===//

#include "driver/CompileKey.h"

#include "driver/TargetPasses.h"
#include "frontend/KernelTrace.h"
#include "frontend/ScheduleBuilder.h"
#include "machine/MmaTable.h"
#include "passes/Pipeline.h"

namespace wave {

static std::string text(const std::source_location &where) {
  return std::string(where.file_name()) + ":" + std::to_string(where.line()) + ":" +
         std::to_string(where.column());
}

static std::string text(const WorkgroupConstraint &constraint) {
  const auto &[dim, tile, workgroupDim, where] = constraint;
  return "workgroup " + dim.str() + " tile " + tile.str() + " dim " + std::to_string(workgroupDim) +
         " at " + text(where);
}

static std::string text(const TilingConstraint &constraint) {
  const auto &[dim, tile, where] = constraint;
  return "tiling " + dim.str() + " tile " + tile.str() + " at " + text(where);
}

static std::string text(const WaveConstraint &constraint) {
  const auto &[dim, tile, where] = constraint;
  return "wave " + dim.str() + " tile " + tile.str() + " at " + text(where);
}

static std::string text(const ReorderingConstraint &constraint) {
  const auto &[index, workgroupDim, where] = constraint;
  return "reordering " + index.str() + " dim " + std::to_string(workgroupDim) + " at " +
         text(where);
}

/// "2x2x1"
static std::string text(const CountsPerDim &counts, const char *absent) {
  return counts ? std::to_string((*counts)[0]) + "x" + std::to_string((*counts)[1]) + "x" +
                      std::to_string((*counts)[2])
                : absent;
}

static std::string text(const HardwareConstraint &constraint) {
  const auto &[threadsPerWave, wavesPerBlock, mmaType, cluster, shapes, where] = constraint;
  std::string shapesText;
  for (const auto &[dim, count] : shapes)
    shapesText += " " + dim.str() + "=" + std::to_string(count);
  return "hardware threads_per_wave " +
         (threadsPerWave ? std::to_string(*threadsPerWave) : "the target's") + " waves_per_block " +
         text(wavesPerBlock, "inferred") + " mma_type " +
         (mmaType ? std::string(machine::mmaRow(*mmaType).name) : "chosen") +
         " workgroups_per_cluster " + text(cluster, "none") + " vector_shapes" + shapesText +
         " at " + text(where);
}

static std::string text(const GridConstraint &constraint) {
  const auto &[x, y, z, where] = constraint;
  return "grid " + x.str() + " " + (y ? y->str() : "1") + " " + (z ? z->str() : "1") + " at " +
         text(where);
}

std::string optionsText(const WaveCompileOptions &options) {
  // What is printed on the way does not change the result.
  const auto &[target, subs, hardware, constraints, retarget, schedule, schedulingBarriers,
               compileToMlir, onDiagnostic, printIrAfter, timePasses, require, coverage] = options;
  static_cast<void>(onDiagnostic); // hears of the result, and has no part in it
  std::string result = "target " + target.name() + "\nsubs " + subsText(subs) + "\n";
  for (const Binding &binding : subs)
    if (binding.is_declared())
      result += "declared " + binding.symbol + "\n";
  if (hardware)
    result += text(*hardware) + "\n";
  if (constraints) {
    result += "constraints:\n";
    for (const Constraint &constraint : *constraints)
      result += std::visit([](const auto &one) { return text(one); }, constraint) + "\n";
  }
  if (retarget)
    result += "retarget\n";
  if (schedule != SchedulingType::None)
    result += "schedule " + nameOf(schedule) + "\n";
  if (schedulingBarriers)
    result += "use_scheduling_barriers\n";
  if (compileToMlir)
    result += "compile_to_mlir\n";
  for (const std::string &name : require)
    result += "require " + name + "\n";
  if (coverage)
    result += "coverage unchecked: " + coverage->reason + "\n";
  return result;
}

std::string compileKey(const WaveCompileOptions &options, const Kernel &kernel,
                       const Schedule *schedule) {
  return optionsText(options) + (schedule ? schedule->impl().program.located() : "") + "\n" +
         kernel.trace().located;
}

} // namespace wave
