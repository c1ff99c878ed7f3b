//===- ProtocolMutantsTest.cpp - The proof of channels against an oracle --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs in roles, with one random change to what they do with channels.  The interpreter
// that interleaves waves says which of them race, deadlock or compute something else; it knows
// nothing of the proof.  What it finds has to be refused, and what it never finds must not be
// called wrong.  Each kind of change has its share.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/Protocol.h"
#include "dialect/IndexValues.h"
#include "differential/Interleaved.h"
#include "kernels/library.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol TOTAL_TILES{"TOTAL_TILES"}, N_TILES{"N_TILES"}, NUM_CTAS{"NUM_CTAS"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

using Steps = llvm::SmallVector<mlir::Operation *>;

template <typename... Ops> Steps opsOf(Lowered &lowered) {
  Steps found;
  lowered.kernel().walk([&](mlir::Operation *op) {
    if (mlir::isa<Ops...>(op))
      found.push_back(op);
  });
  return found;
}

Steps stepsOf(Lowered &lowered) {
  return opsOf<ir::AcquireOp, ir::CommitOp, ir::WaitOp, ir::ReleaseOp, ir::DrainOp>(lowered);
}

mlir::Value shifted(mlir::Operation *op, mlir::Value index, int64_t by, int64_t modulus) {
  mlir::OpBuilder builder(op);
  ir::IndexValues indices;
  const Expr next = indices.of(index) + by;
  return indices.create(builder, op->getLoc(), modulus == 0 ? next : next % modulus);
}

/// One change; false where the program has no place for it.
struct Change {
  const char *name;
  bool (*apply)(Lowered &, Random &);
  bool isForAll = true; ///< every program has a place for it
};

size_t any(Random &random, size_t count) {
  return static_cast<size_t>(random.between(0, static_cast<int64_t>(count) - 1));
}

mlir::Operation *pick(const Steps &ops, Random &random) {
  return ops.empty() ? nullptr : ops[any(random, ops.size())];
}

const Change changes[] = {
    {"a step is missing",
     [](Lowered &lowered, Random &random) {
       mlir::Operation *step = pick(stepsOf(lowered), random);
       step->erase();
       return true;
     }},
    {"a step is made twice",
     [](Lowered &lowered, Random &random) {
       mlir::Operation *step = pick(stepsOf(lowered), random);
       mlir::OpBuilder(step).clone(*step);
       return true;
     }},
    {"a step is elsewhere in its block",
     [](Lowered &lowered, Random &random) {
       mlir::Operation *step = pick(stepsOf(lowered), random);
       Steps places;
       bool isBehindIndex = false; // of the step's own number
       mlir::Operation *index = step->getOperands().back().getDefiningOp();
       if (!index || index->getBlock() != step->getBlock())
         isBehindIndex = true;
       for (mlir::Operation &op : *step->getBlock()) {
         if (isBehindIndex && &op != step)
           places.push_back(&op);
         isBehindIndex |= &op == index;
       }
       mlir::Operation *place = pick(places, random);
       if (!place)
         return false;
       step->moveBefore(place);
       return true;
     }},
    {"a step has another number",
     [](Lowered &lowered, Random &random) {
       mlir::Operation *step = pick(stepsOf(lowered), random);
       const int64_t by = random.oneIn(2) ? 1 : -1;
       step->setOperand(step->getNumOperands() - 1,
                        shifted(step, step->getOperands().back(), by, 0));
       return true;
     }},
    {"an access is to another slot",
     [](Lowered &lowered, Random &random) {
       mlir::Operation *access =
           pick(opsOf<ir::CopyOp, ir::SharedReadOp, ir::ViewOp, ir::SharedWriteOp, ir::ScalarReadOp,
                      ir::ScalarWriteOp>(lowered),
                random);
       mlir::Value slot = ir::slotOf(access);
       if (!slot)
         return false;
       const auto ring = llvm::find_if(access->getOperands(), [](mlir::Value operand) {
         return mlir::isa<ir::BufferType>(operand.getType());
       });
       const auto slots = mlir::cast<ir::BufferType>((*ring).getType()).getSlots();
       ir::setSlot(access, shifted(access, slot, 1, static_cast<int64_t>(slots)));
       return true;
     }},
    {"an access is elsewhere in its block",
     [](Lowered &lowered, Random &random) {
       mlir::Operation *access = pick(opsOf<ir::CopyOp, ir::ScalarWriteOp>(lowered), random);
       Steps places;
       for (mlir::Operation *next = access->getNextNode(); next; next = next->getNextNode())
         places.push_back(next);
       mlir::Operation *place = pick(places, random);
       if (!place)
         return false;
       access->moveBefore(place);
       return true;
     }},
    {"a loop carries another number",
     [](Lowered &lowered, Random &random) {
       llvm::SmallVector<std::pair<ir::IterateOp, unsigned>> carried;
       lowered.kernel().walk([&](ir::IterateOp loop) {
         for (auto [number, value] : llvm::enumerate(loop.getCarried()))
           if (value.getType().isIndex())
             carried.emplace_back(loop, static_cast<unsigned>(number));
       });
       if (carried.empty())
         return false;
       auto [loop, number] = carried[any(random, carried.size())];
       mlir::Operation *yield = loop.getYield();
       mlir::MutableOperandRange values = loop.getYield().getValuesMutable();
       values[number].set(shifted(yield, values[number].get(), 1, 0));
       return true;
     },
     /*isForAll=*/false},
    {"a loop has a trip fewer",
     [](Lowered &lowered, Random &random) {
       Steps loops;
       lowered.kernel().walk([&](ir::IterateOp loop) {
         if (!loop.isWhile())
           loops.push_back(loop);
       });
       auto loop = mlir::cast<ir::IterateOp>(pick(loops, random));
       loop.getCountMutable().assign(shifted(loop, loop.getCount(), -1, 0));
       return true;
     }},
};

/// A program in roles, made anew for each mutant.
struct Subject {
  /// `lists`: i32 that it reads as well, before what it writes.
  Subject(Kernel made, const Bindings &subs, std::vector<Lowering> lowerings, Shape a, Shape b,
          Shape c, Random &random, const std::vector<Shape> &lists = {})
      : kernel(std::move(made)), subs(subs), lowerings(std::move(lowerings)) {
    kernel.set_defaults({});
    tensors.emplace_back(a, f16, Layout::RowMajor, random);
    tensors.emplace_back(b, f16, Layout::RowMajor, random);
    for (const Shape &list : lists)
      tensors.emplace_back(list, i32, Layout::RowMajor, random);
    for (GuardedTensor &input : tensors)
      input.fillWithIntegers(3, random);
    tensors.emplace_back(c, f32, Layout::RowMajor, random);
    expected = traced(kernel, subs, tensors);
  }

  Kernel kernel;
  Bindings subs;
  std::vector<Lowering> lowerings;
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> expected;
};

std::vector<Lowering> rolesWith(std::initializer_list<int64_t> buffers, bool hasTensorMemory) {
  std::vector<Lowering> lowerings;
  for (int64_t count : buffers)
    lowerings.push_back({.buffers = count,
                         .copies = true,
                         .hasRoles = true,
                         .isInPlace = true,
                         .hasTensorMemory = hasTensorMemory});
  return lowerings;
}

/// A persistent product that reads how far the next tile is away, and how many steps a tile has.
Kernel listed() {
  constexpr Symbol TILE{"TILE"}, ROW{"ROW"};
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
      skip("skip", {TOTAL_TILES}, i32), steps("steps", {TOTAL_TILES}, i32), c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping from{.inputs = {M = i + ROW, K = j}, .outputs = {M = i, K = j}};
  const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {M = i + ROW, N = j}};
  const IndexMapping of_tile{.inputs = {TOTAL_TILES = TILE}};
  const Constraints constraints = {GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, BLOCK_M, 0},
                                   WorkgroupConstraint{N, BLOCK_N, 1}, TilingConstraint{K, BLOCK_K},
                                   TilingConstraint{TILE}};
  return Kernel("listed", {a, b, skip, steps, c}, constraints, [&] {
    iterate({.axis = TILE, .start = WORKGROUP_0, .condition = TILE < TOTAL_TILES}, [&] {
      Register tile = self_index(TILE, i64);
      Register count = read(steps, {.mapping = of_tile, .tag = "steps"});
      Register next = read(skip, {.mapping = of_tile, .tag = "skip"});
      set_symbol(ROW, tile * BLOCK_M);
      Register zero({M, N}, f32, 0.0);
      Register sum = iterate({.axis = K, .end = count * BLOCK_K}, {zero}, [&](Register acc) {
        Register x = read(a, {.mapping = from, .tag = "read_a"}), y = read(b, {.tag = "read_b"});
        return mma(x, y, acc, {.tag = "mma"});
      });
      write(sum, c, {.mapping = to, .tag = "write"});
      set_symbol(TILE, tile + maximum(next, 1));
    });
  });
}

/// How many of the tiles that `listed` computes have a step.
int tilesWithSteps(const Subject &subject) {
  const Tensor &skip = subject.tensors[2].tensor(), &steps = subject.tensors[3].tensor();
  int count = 0;
  for (int64_t tile = 0; tile < steps.num_elements();
       tile += std::max(skip.data_as<int32_t>()[tile], 1))
    count += steps.data_as<int32_t>()[tile] > 0 ? 1 : 0;
  return count;
}

/// The waves of plain loads and MMAs; persistent kernels on Hopper and on Blackwell, of three
/// tiles for each workgroup, of three steps each; the one on Hopper with its tiles pipelined; and
/// one whose tiles a role reads for the others.
enum class Program { Plain, Hopper, Tiles, Blackwell, Scheduler };

Subject make(Program program, Random &random) {
  const DTypeParameters dtypes = {{"in", f16}, {"out", f32}};
  if (program == Program::Plain) {
    const Bindings subs = {BLOCK_M = 32,
                           BLOCK_N = 32,
                           BLOCK_K = 16,
                           M = 32,
                           N = 32,
                           K = 64,
                           ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
    std::vector<Lowering> lowerings;
    for (int64_t buffers : {2, 3})
      lowerings.push_back({SchedulingType::None, buffers, false, true, true});
    return {kernels::gemm(dtypes), subs,          lowerings, Shape{32, 64},
            Shape{32, 64},         Shape{32, 32}, random};
  }
  if (program == Program::Scheduler) {
    const Bindings subs = {BLOCK_M = 64, BLOCK_N = 32, BLOCK_K = 64, M = 384,
                           N = 32,       K = 192,      NUM_CTAS = 1, TOTAL_TILES = 6};
    std::vector<Lowering> lowerings;
    for (const char *scalars : {"2", "3"})
      lowerings.push_back({.copies = true,
                           .hasRoles = true,
                           .isInPlace = true,
                           .program = "wave_schedule 1 \"scheduler\"\n"
                                      "role(\"scheduler\", get_node_by_tag({\"steps\", \"skip\"}), "
                                      "warps=4)\n"
                                      "role(\"load\", get_node_by_tag({\"read_a\", \"read_b\"}), "
                                      "warps=4)\n"
                                      "role(\"consumer\", get_node_by_tag({\"mma\", \"write\"}), "
                                      "warps=4)\n"
                                      "buffers(\"a\", 2)\nbuffers(\"b\", 2)\n"
                                      "buffers(\"skip\", " +
                                      std::string(scalars) + ")\n"});
    while (true) {
      Subject subject(listed(), subs, lowerings, Shape{384, 192}, Shape{32, 192}, Shape{384, 32},
                      random, {Shape{6}, Shape{6}});
      // Of what is wrong between two tiles nothing is seen where fewer have steps.
      if (tilesWithSteps(subject) >= 2)
        return subject;
    }
  }
  const bool isBlackwell = program == Program::Blackwell;
  const int64_t rows = isBlackwell ? 128 : 64;
  const Bindings subs = {BLOCK_M = rows,  BLOCK_N = 32,
                         BLOCK_K = 64,    M = 2 * rows,
                         N = 96,          K = 192,
                         NUM_CTAS = 2,    N_TILES = 3,
                         TOTAL_TILES = 6, ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
  std::vector<Lowering> lowerings = rolesWith({2, 3}, isBlackwell);
  if (program == Program::Tiles)
    for (Lowering &lowering : lowerings)
      lowering.program = R"(wave_schedule 1 "tiles"
tiles = pipeline(get_node_by_tag("tile_loop"))
tiles.set_stage([(get_node_by_tag("k_loop")), ()])
tiles.set_stage([(get_node_by_path("tile_loop/shared_write:0")), (get_node_by_path("tile_loop/copy_out:0"))])
)";
  return {kernels::gemm_persistent(dtypes),
          subs,
          lowerings,
          Shape{2 * rows, 192},
          Shape{96, 192},
          Shape{2 * rows, 96},
          random};
}

/// The subject with one such change; nothing where no place for it is found.
std::optional<Lowered> mutantOf(Subject &subject, const Change &change, Random &random) {
  const int tries = change.isForAll ? 100 : 1; // some places make no program
  for (int tried = 0; tried < tries; ++tried) {
    Lowered lowered(subject.kernel, subject.subs,
                    subject.lowerings[any(random, subject.lowerings.size())]);
    if (change.apply(lowered, random) && succeeded(mlir::verify(lowered.kernel())))
      return lowered;
  }
  return std::nullopt;
}

class ProtocolMutants : public ::testing::TestWithParam<Program> {};

} // namespace

TEST_P(ProtocolMutants, AreRefusedWhereTheyAreWrong) {
  Random random(testSeed());
  Subject subject = make(GetParam(), random);
  for (const Lowering &lowering : subject.lowerings) {
    Lowered lowered(subject.kernel, subject.subs, lowering);
    const auto gap = analysis::protocolOf(lowered.kernel()).gap;
    EXPECT_FALSE(gap) << gap->text << "\n" << lowered.str();
  }

  struct Count {
    int wrong = 0, proved = 0, unproved = 0; ///< what is wrong is refused
    int all() const { return wrong + proved + unproved; }
  };
  std::map<std::string, Count> histogram;
  const int count = testCount(150);
  for (int drawn = 0; drawn < count; ++drawn) {
    const Change &change = changes[static_cast<size_t>(drawn) % std::size(changes)];
    std::optional<Lowered> mutant = mutantOf(subject, change, random);
    if (!mutant)
      continue;
    Lowered &lowered = *mutant;
    std::string problem;
    for (uint64_t seed = 0; seed < 3 && problem.empty(); ++seed)
      problem = interleavedDifference(lowered, subject.tensors, subject.expected, seed);
    const auto gap = analysis::protocolOf(lowered.kernel()).gap;
    Count &ofChange = histogram[change.name];
    ++(!problem.empty() ? ofChange.wrong : gap ? ofChange.unproved : ofChange.proved);
    ASSERT_TRUE(problem.empty() || gap)
        << change.name << " is proved, and wrong: " << problem << "\n"
        << lowered.str();
    // The interpreter writes an accumulator when it is whole, and does not see MMAs before that.
    const bool isSeen = !gap || !mlir::isa<ir::MmaOp>(gap->op);
    ASSERT_FALSE(problem.empty() && gap && gap->isWrong && isSeen)
        << change.name << " is right, and called wrong: " << gap->text << "\n"
        << lowered.str();
  }
  for (const Change &change : changes) {
    const Count &ofChange = histogram[change.name];
    std::cout << ofChange.wrong << " wrong, " << ofChange.proved << " right and proved, "
              << ofChange.unproved << " right and not proved: " << change.name << "\n";
    // Of the plain one, and of a pipelined loop of tiles, formulas say what number a use has.
    const bool hasFormulas = GetParam() == Program::Plain || GetParam() == Program::Tiles;
    const bool hasPlace = change.isForAll || !hasFormulas;
    EXPECT_GE(ofChange.all() * 100, hasPlace ? count : 0) << change.name;
  }
}

static std::string nameOf(const ::testing::TestParamInfo<Program> &info) {
  constexpr const char *names[] = {"Loads", "Hopper", "Tiles", "Blackwell", "Scheduler"};
  return names[static_cast<size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Of, ProtocolMutants,
                         ::testing::Values(Program::Plain, Program::Hopper, Program::Tiles,
                                           Program::Blackwell, Program::Scheduler),
                         nameOf);
