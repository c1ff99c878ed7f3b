//===- schedule.h - Schedules: when a kernel's operations run -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule is written apart from the kernel.  It selects operations by tag and says when they
// run:
//
//   Schedule prefetch() {
//     return Schedule("prefetch", [](ScheduleBuilder &s) {
//       auto [load_a, shared_load_a] =
//           s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_a"),
//                                        GLOBAL_ADDRESS_SPACE);
//       ...
//       auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
//       loop.set_stage({{load_a, load_b}, {shared_write_a, shared_write_b}});
//       loop.set_stage({{shared_load_a, shared_load_b}, {s.get_node_by_tag("mma")}});
//     });
//   }
//   CompiledKernel compiled =
//       wave_compile({.target = ..., .schedule = SchedulingType::Manual}, gemm(), prefetch());
//
// The function runs once, when the schedule is made; what it selects is found when the schedule
// meets a kernel, in wave_compile, which throws Error for what cannot be done and for what is not
// legal.  On the CPU it is verified and has no other effect.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "wave/expr.h"
#include "wave/platform.h"
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

/// Types of nodes, for get_node_by_tag_and_type and filter_nodes.  Read and Write are those of
/// Wave: a read of a SHARED memory is a Read of global memory, a Write to shared memory and a Read
/// of shared memory, all with its tag.  Where the target copies asynchronously, the copy is the
/// first Read and its arrival the Write; an operand that MMAs read by descriptor is no Read.
struct Read {
  static constexpr std::string_view name = "Read";
};
struct Write {
  static constexpr std::string_view name = "Write";
};
struct Mma {
  static constexpr std::string_view name = "Mma";
};
struct Iterate {
  static constexpr std::string_view name = "Iterate";
};
template <typename T>
concept NodeType = requires { std::string_view(T::name); };

/// What a schedule has selected.
class Nodes {
public:
  explicit Nodes(std::string variable) : variable_(std::move(variable)) {}
  const std::string &variable() const { return variable_; }

private:
  std::string variable_;
};

/// A number that a schedule takes: one that is known when it is written, or one that the kernel has
/// when the schedule meets it, of get_hardware_constraint().
class ScheduleNumber {
public:
  ScheduleNumber(int64_t value) : value_(value) {} // a number is one
  int64_t value() const { return value_; }
  /// Of the kernel's: "hardware.waves_per_block", as it stands in text; else empty.
  const std::string &name() const { return name_; }

private:
  friend class ScheduleBuilder;
  explicit ScheduleNumber(std::string name) : name_(std::move(name)) {}
  int64_t value_ = 0;
  std::string name_;
};

/// What get_hardware_constraint() has.
struct HardwareNumbers {
  ScheduleNumber threads_per_wave;
  ScheduleNumber waves_per_block;
  /// The same along each dimension of the workgroup.
  std::array<ScheduleNumber, 3> waves_along;
};

struct PipelineOptions {
  /// Slots of each ring that the loop fills; by default as few as the stages need.
  std::optional<ScheduleNumber> buffers = std::nullopt;
  /// Lets the stages before the last one run beyond the last iteration, where they load once more
  /// what nobody uses, in place of an epilogue.  Results are the same, to the bit.
  bool eliminate_epilogue = false;
};

struct RoleOptions {
  /// Warps of 32 lanes.
  ScheduleNumber warps = 1;
  /// Registers of each lane, a multiple of 8; by default what the compiler shares out.
  std::optional<ScheduleNumber> registers = std::nullopt;
};

/// What a loop over tiles does with mbarriers between two tiles: their phases go on, or lanes make
/// them again.
enum class BarrierPolicy { RunOn, Reinitialise };

/// On the way of results from lanes to a memory.
enum class Through { Registers, Shared };

/// How a write is stored; what is left out the target chooses.
struct StoreOptions {
  /// Straight from the registers that hold it, or through shared memory, from where rows leave
  /// whole.
  std::optional<Through> through = std::nullopt;
  /// From shared memory: with TMA, or by the lanes.
  std::optional<bool> tma = std::nullopt;
  /// Of each access of a lane where it can be as wide, 8 or 16 bytes; by default 16.
  std::optional<ScheduleNumber> bytes = std::nullopt;
};

/// Parts of a pipelined loop.
enum class LoopPart {
  Prologue, ///< trips in which not all stages have begun
  Kernel,   ///< the steady loop
  Epilogue  ///< trips in which not all stages have an iteration left
};

/// Where interleave_ops puts operations; one number, or list, for each group of them.
struct InterleaveOptions {
  /// One operation of the group follows every `interval` base operations; by default each of them.
  std::vector<ScheduleNumber> intervals = {};
  /// The number of the base operation, from 0, that the first one follows; by default 0.
  std::vector<ScheduleNumber> start_offsets = {};
  /// The numbers of groups that are used up before this one begins; by default none.
  std::vector<std::vector<int64_t>> start_after_groups = {};
};

/// Classes of instructions, for sched_barrier and sched_group_barrier.
enum class InstructionClass {
  ALU,        ///< all that access no memory
  VALU,       ///< of vectors
  SALU,       ///< of scalars
  MFMA,       ///< MMAs
  VMEM,       ///< accesses to global memory
  VMEM_READ,  ///< loads from it, copies to shared memory included
  VMEM_WRITE, ///< stores to it
  DS,         ///< accesses to shared memory
  DS_READ,    ///< loads from it
  DS_WRITE,   ///< stores to it
  TRANS       ///< exponentials, logarithms, roots
};

/// How many memory instructions of a wave may be outstanding; each is a machine instruction.
struct WaitOptions {
  std::optional<int64_t> vmcnt = std::nullopt;   ///< of global memory, 0 to 63
  std::optional<int64_t> lgkmcnt = std::nullopt; ///< of shared memory, 0 to 15
};

/// Which half of a workgroup's waves: those with the lower numbers, or the others.
enum class WaveHalf { First, Second };

/// What insert_before and its like insert.
class Insertable {
public:
  struct Impl; // src/frontend/ScheduleBuilder.h

private:
  friend class ScheduleBuilder;
  explicit Insertable(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

class ScheduleBuilder;

/// A loop that is pipelined.
class PipelinedLoop {
public:
  // For filter_nodes.
  static constexpr LoopPart PROLOGUE = LoopPart::Prologue;
  static constexpr LoopPart KERNEL = LoopPart::Kernel;
  static constexpr LoopPart EPILOGUE = LoopPart::Epilogue;

  /// Adds the next stage: a list of tuples.  All stages have equally many, the initiation
  /// interval; what is in the same tuple of two stages overlaps.
  void set_stage(std::initializer_list<std::initializer_list<Nodes>> tuples,
                 std::source_location where = std::source_location::current());

private:
  friend class ScheduleBuilder;
  PipelinedLoop(ScheduleBuilder &builder, std::string variable)
      : builder_(&builder), variable_(std::move(variable)) {}
  ScheduleBuilder *builder_;
  std::string variable_;
};

/// Records a schedule.
class ScheduleBuilder {
public:
  /// All operations with the tag, or with one of the tags.
  Nodes get_node_by_tag(const detail::Text &tag,
                        std::source_location where = std::source_location::current()) {
    return get_node_by_tag({tag}, where);
  }
  Nodes get_node_by_tag(std::initializer_list<detail::Text> tags,
                        std::source_location where = std::source_location::current());
  template <NodeType T>
  Nodes get_node_by_tag_and_type(const detail::Text &tag,
                                 std::source_location where = std::source_location::current()) {
    return nodes_of_type({tag}, T::name, where);
  }
  template <NodeType T>
  Nodes get_node_by_tag_and_type(std::initializer_list<detail::Text> tags,
                                 std::source_location where = std::source_location::current()) {
    return nodes_of_type(tags, T::name, where);
  }
  /// Those in one copy of the body of an unrolled loop, counted from 0.
  Nodes
  get_node_by_tag_and_iteration(const detail::Text &tag, int64_t iteration,
                                std::source_location where = std::source_location::current()) {
    return nodes_of_iteration({tag}, iteration, {}, where);
  }
  Nodes
  get_node_by_tag_and_iteration(std::initializer_list<detail::Text> tags, int64_t iteration,
                                std::source_location where = std::source_location::current()) {
    return nodes_of_iteration(tags, iteration, {}, where);
  }
  template <NodeType T>
  Nodes
  get_node_by_tag_and_iteration(const detail::Text &tag, int64_t iteration,
                                std::source_location where = std::source_location::current()) {
    return nodes_of_iteration({tag}, iteration, T::name, where);
  }
  template <NodeType T>
  Nodes
  get_node_by_tag_and_iteration(std::initializer_list<detail::Text> tags, int64_t iteration,
                                std::source_location where = std::source_location::current()) {
    return nodes_of_iteration(tags, iteration, T::name, where);
  }
  /// One operation, by the path that a printed schedule shows.
  Nodes get_node_by_path(const detail::Text &path,
                         std::source_location where = std::source_location::current());
  template <NodeType T>
  Nodes filter_nodes(const Nodes &nodes,
                     std::source_location where = std::source_location::current()) {
    return filtered_nodes(nodes, T::name, std::nullopt, where);
  }
  /// The trips of that part, of the pipelined loop around them, that have the nodes: of each one
  /// for each trip, in order.  Inserted there, something is issued in these trips alone.
  Nodes filter_nodes(const Nodes &nodes, LoopPart subgraph,
                     std::source_location where = std::source_location::current()) {
    return filtered_nodes(nodes, {}, subgraph, where);
  }
  template <NodeType T>
  Nodes filter_nodes(const Nodes &nodes, LoopPart subgraph,
                     std::source_location where = std::source_location::current()) {
    return filtered_nodes(nodes, T::name, subgraph, where);
  }
  /// Those that access `space`, and the others.
  std::array<Nodes, 2>
  partition_by_address_space(const Nodes &nodes, const Symbol &space,
                             std::source_location where = std::source_location::current());
  /// Each operation in `n` contiguous slices along one of its dimensions, as even as they can be
  /// and the larger ones first; the i-th result has the i-th slice of each.  A slice has whole
  /// instructions: an Mma can be partitioned, and the SharedRead or GlobalRead of an operand whose
  /// MMA takes it from registers; along the reduction alone where MMAs are asynchronous; and what
  /// lanes move to shared memory, a GlobalRead, its SharedWrite, a Copy.  An MMA or a store of a
  /// slice waits for no more of its operands than it takes.
  std::vector<Nodes> partition_by_dim(const Nodes &nodes, const Symbol &dim, int64_t n,
                                      std::source_location where = std::source_location::current());
  Nodes getitem(const Nodes &nodes, int64_t index,
                std::source_location where = std::source_location::current());

  /// Values of symbols, for the kernel as it is written; those of the options and of the command
  /// line come first, those of the kernel last.
  void subs(const Bindings &values, std::source_location where = std::source_location::current());
  /// Whether the MMAs are those of CTA pairs (tcgen05 with cta_group::2), which the two workgroups
  /// of a cluster issue together; by default they are where they can be.  Refused where they cannot
  /// be, "not-paired".
  void pair(const Nodes &mmas, bool together = true,
            std::source_location where = std::source_location::current());

  /// How the writes are stored; refused where they cannot be, "not-asynchronous".
  void store(const Nodes &writes, const StoreOptions &options,
             std::source_location where = std::source_location::current());

  /// Numbers of the hardware constraint of the kernel that the schedule meets, with what the
  /// compiler has chosen of it, for wherever a schedule takes a number.
  HardwareNumbers
  get_hardware_constraint(std::source_location where = std::source_location::current());

  /// The nodes in this order, for reorder_graph.
  Nodes cluster(const std::vector<Nodes> &ops,
                std::source_location where = std::source_location::current());
  /// The base operations in their order, with the others between them; what is left of those
  /// follows the last one.
  Nodes interleave_ops(const Nodes &base_ops, const std::vector<Nodes> &interleaved_ops,
                       const InterleaveOptions &options = {},
                       std::source_location where = std::source_location::current());

  PipelinedLoop pipeline(const Nodes &loop, const PipelineOptions &options = {},
                         std::source_location where = std::source_location::current());
  /// Runs the body of a loop in the order of the clusters.  Those of a pipelined loop keep their
  /// stages, which set_stage has said before.
  void reorder_graph(const Nodes &loop, const std::vector<Nodes> &clusters,
                     std::source_location where = std::source_location::current());
  void reorder_graph(const PipelinedLoop &loop, const std::vector<Nodes> &clusters,
                     std::source_location where = std::source_location::current());
  /// Puts `factor` copies of its body into a loop; what is left of its iterations runs in a loop
  /// after it, which selections by tag do not have.  Selections hold the copies from then on.
  void unroll(const Nodes &loop, const ScheduleNumber &factor,
              std::source_location where = std::source_location::current());
  /// Lets waves of their own run the nodes, with what these need.  A schedule that names no roles
  /// gets the target's.
  void role(const detail::Text &name, const RoleOptions &options,
            std::initializer_list<Nodes> nodes,
            std::source_location where = std::source_location::current());
  /// Slots of the ring through which what is read from the memory of that name goes.
  void buffers(const detail::Text &memory, const ScheduleNumber &count,
               std::source_location where = std::source_location::current());

  /// The swizzle of the TMA loads from the memory of that name: pieces of 16 bytes change places
  /// within rows of 32, 64 or 128 bytes, into which longer rows are cut; by default as wide as the
  /// rows allow.
  void swizzle(const detail::Text &memory, const ScheduleNumber &bytes,
               std::source_location where = std::source_location::current());
  /// Whether workgroups of a cluster that load the same tile load a slice of it each, into all of
  /// them; by default they do where they can.  Refused where they cannot, "not-multicast".
  void multicast(const Nodes &loads, bool shared = true,
                 std::source_location where = std::source_location::current());

  /// Whether the parities of mbarriers run on from tile to tile, which is the default, or each trip
  /// of the loop over tiles reinitialises them.  What the schedule has in use from one tile to the
  /// next contradicts that, "barrier-policy".
  void barriers(BarrierPolicy policy, std::source_location where = std::source_location::current());

  /// Synchronises the waves of the workgroup, with what each of them did to shared memory.  It
  /// stays; the barriers that the compiler places are those that are needed beside it.
  Insertable barrier() const;
  /// Of the wave among those of its SIMD, 0 to 3; AMD's GPUs have it.
  Insertable set_priority(int64_t priority) const;
  /// The code generator moves no instructions across it but those of the classes; AMD's GPUs.
  Insertable sched_barrier(std::initializer_list<InstructionClass> allow = {}) const;
  /// `count` instructions of the class follow the group before them that has the same `sync`; AMD's
  /// GPUs.
  Insertable sched_group_barrier(InstructionClass instructions, const ScheduleNumber &count,
                                 int64_t sync = 0) const;
  /// Waits as long as more are outstanding; AMD's GPUs.  Waits that the code needs are there
  /// anyway.
  Insertable wait(const WaitOptions &outstanding) const;

  /// Inserts directly before the one operation of `node`, in its stage and tuple where its loop is
  /// pipelined, so wherever that operation is.
  void insert_before(const Nodes &node, const Insertable &what,
                     std::source_location where = std::source_location::current());
  void insert_before(const Nodes &node, std::initializer_list<Insertable> what,
                     std::source_location where = std::source_location::current());
  /// The same, directly after it.
  void insert_after(const Nodes &node, const Insertable &what,
                    std::source_location where = std::source_location::current());
  void insert_after(const Nodes &node, std::initializer_list<Insertable> what,
                    std::source_location where = std::source_location::current());
  /// Before all operations of each trip of the loop; where it is pipelined, of its steady loop.
  void insert_at_start(const Nodes &loop, const Insertable &what,
                       std::source_location where = std::source_location::current());
  void insert_at_start(const Nodes &loop, std::initializer_list<Insertable> what,
                       std::source_location where = std::source_location::current());
  /// The same, after all of them.
  void insert_at_end(const Nodes &loop, const Insertable &what,
                     std::source_location where = std::source_location::current());
  void insert_at_end(const Nodes &loop, std::initializer_list<Insertable> what,
                     std::source_location where = std::source_location::current());

  /// A conditional barrier, directly before the one operation of `node`: that half of the waves
  /// waits at it, and the others pass.  Each half has to come to as many barriers as the other.
  void insert_cond_barrier_before(const Nodes &node, WaveHalf half,
                                  std::source_location where = std::source_location::current());
  /// The same, directly after it.
  void insert_cond_barrier_after(const Nodes &node, WaveHalf half,
                                 std::source_location where = std::source_location::current());
  /// Lets the second half of the waves run the loop a barrier behind the first: it waits at one
  /// before the loop, and the first half at one after it.  Of a pipelined loop that is the steady
  /// loop.  The barriers in the loop are those that the schedule inserts.
  void stagger(const Nodes &loop, std::source_location where = std::source_location::current());

private:
  friend class Schedule;
  friend class PipelinedLoop;
  struct Recording;
  explicit ScheduleBuilder(Recording &own) : recording(own) {}

  // Not overloads of what schedules call: braces could reach them.
  Nodes nodes_of_type(std::initializer_list<detail::Text> tags, std::string_view type,
                      std::source_location where);
  Nodes nodes_of_iteration(std::initializer_list<detail::Text> tags, int64_t iteration,
                           std::string_view type, std::source_location where);
  Nodes filtered_nodes(const Nodes &nodes, std::string_view type, std::optional<LoopPart> subgraph,
                       std::source_location where);
  void reorder(const std::string &loop, const std::vector<Nodes> &clusters,
               std::source_location where);
  void insert(const char *function, const Nodes &at, std::initializer_list<Insertable> what,
              std::source_location where);

  Recording &recording;
};

/// A schedule that can be compiled with any kernel that has the tags.  Copies share one recording.
class Schedule {
public:
  Schedule(const detail::Text &name, const std::function<void(ScheduleBuilder &)> &body);

  /// Parses text, as str() gives it (docs/schedules.md).  `file` is its name in messages.  Throws
  /// Error "schedule-syntax".
  static Schedule parse(const detail::Text &text, const detail::Text &file);

  const std::string &name() const;
  std::string str() const;

  struct Impl; // src/frontend/ScheduleBuilder.h
  const Impl &impl() const { return *impl_; }

private:
  explicit Schedule(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

} // namespace wave
#pragma GCC visibility pop
