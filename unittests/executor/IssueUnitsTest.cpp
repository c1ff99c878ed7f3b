//===- IssueUnitsTest.cpp - What is scalar, vector or no instruction ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/IssueUnits.h"

#include "TwoWaves.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

/// What follows the last multiplication by 5 of the body is of that unit.
Issue issueOf(const std::string &operand, const std::string &before = "") {
  const Program program = programOf(
      twoWaves("%g = rocdl.workgroup.id.x : i32\n%c5 = llvm.mlir.constant(5 : i32) : i32\n"
               "%true = llvm.mlir.constant(true) : i1\n" +
               before + "%last = llvm.mul " + operand + ", %c5 : i32\n"));
  Issue issue;
  for (const Instruction &at : program.code)
    if (program.sites[at.site].operation == "llvm.mul")
      issue = at.issue;
  return issue;
}

Unit unitOf(const std::string &operand, const std::string &before = "") {
  return issueOf(operand, before).unit;
}

/// Of the one instruction of that operation, the last one if there are several.
Issue issueAlone(const std::string &operation, const std::string &body) {
  const Program program = programOf(twoWaves(body));
  Issue issue;
  for (const Instruction &at : program.code)
    if (program.sites[at.site].operation == operation)
      issue = at.issue;
  return issue;
}

} // namespace

TEST(IssueUnits, ArithmeticOfWorkgroupsAndConstantsIsScalar) {
  EXPECT_EQ(unitOf("%g"), Unit::Scalar);
  EXPECT_EQ(unitOf("%c64"), Unit::Scalar);
  EXPECT_EQ(unitOf("%x", "%x = llvm.add %g, %c1 : i32\n"), Unit::Scalar);
}

TEST(IssueUnits, WhatDependsOnALaneIsVector) {
  EXPECT_EQ(unitOf("%i"), Unit::Vector);
  EXPECT_EQ(unitOf("%x", "%x = llvm.add %g, %i : i32\n"), Unit::Vector);
  EXPECT_EQ(unitOf("%x", "%x = rocdl.mbcnt.lo %c1, %c0 : (i32, i32) -> i32\n"), Unit::Vector);
  EXPECT_EQ(unitOf("%x", "%x = rocdl.ds_bpermute %i, %g : (i32, i32) -> i32\n"), Unit::Vector);
}

TEST(IssueUnits, WhatIsLoadedIsVector) {
  EXPECT_EQ(unitOf("%x", "%x = llvm.load %s : !llvm.ptr<3> -> i32\n"), Unit::Vector);
}

TEST(IssueUnits, TheFirstLaneOfAValueIsOneForAll) {
  EXPECT_EQ(unitOf("%x", "%x = rocdl.readfirstlane %i : i32\n"), Unit::Scalar);
  // Which is read from a vector register by an instruction of the vector unit.
  EXPECT_EQ(issueAlone("rocdl.readfirstlane", "%x = rocdl.readfirstlane %i : i32\n").unit,
            Unit::Vector);
}

TEST(IssueUnits, BranchesHandOnWhatTheirConditionIs) {
  const auto chosen = [](const std::string &condition) {
    return "%x = scf.if " + condition +
           " -> (i32) {\nscf.yield %c1 : i32\n} else {\nscf.yield %c0 : i32\n}\n";
  };
  EXPECT_EQ(unitOf("%x", chosen("%true")), Unit::Scalar);
  EXPECT_EQ(unitOf("%x", chosen("%first")), Unit::Vector);
}

TEST(IssueUnits, LoopsCarryWhatIsOneForAllFromTripToTrip) {
  const auto sum = [](const std::string &added, const std::string &end = "%c64") {
    return "%x = scf.for %k = %c0 to " + end +
           " step %c1 iter_args(%sum = %c0) -> (i32) : i32 {\n"
           "%more = llvm.add %sum, " +
           added + " : i32\nscf.yield %more : i32\n}\n";
  };
  EXPECT_EQ(unitOf("%x", sum("%k")), Unit::Scalar);
  EXPECT_EQ(unitOf("%x", sum("%i")), Unit::Vector);
  // Lanes that leave the loop after different numbers of trips have different results.
  EXPECT_EQ(unitOf("%x", sum("%k", "%i")), Unit::Vector);
}

TEST(IssueUnits, WhileLoopsToo) {
  const auto loop = [](const std::string &end) {
    return "%x = scf.while (%n = %c0) : (i32) -> i32 {\n"
           "%on = llvm.icmp \"ult\" %n, " +
           end +
           " : i32\nscf.condition(%on) %n : i32\n} do {\n"
           "^bb0(%n: i32):\n%m = llvm.add %n, %c1 : i32\nscf.yield %m : i32\n}\n";
  };
  EXPECT_EQ(unitOf("%x", loop("%c64")), Unit::Scalar);
  EXPECT_EQ(unitOf("%x", loop("%i")), Unit::Vector);
}

TEST(IssueUnits, TheScalarUnitHasNoFloatsAndNoOrderOf64Bits) {
  EXPECT_EQ(issueAlone("llvm.fadd", "%f = llvm.mlir.constant(1.0 : f32) : f32\n"
                                    "%x = llvm.fadd %f, %f : f32\n")
                .unit,
            Unit::Vector);
  const auto compared = [](const std::string &predicate, const std::string &type) {
    return issueAlone("llvm.icmp", "%n = llvm.mlir.constant(7 : " + type + ") : " + type +
                                       "\n%x = llvm.icmp \"" + predicate + "\" %n, %n : " + type +
                                       "\n")
        .unit;
  };
  EXPECT_EQ(compared("eq", "i64"), Unit::Scalar);
  EXPECT_EQ(compared("slt", "i32"), Unit::Scalar);
  EXPECT_EQ(compared("slt", "i64"), Unit::Vector);
}

TEST(IssueUnits, DivisionsAreAsManyInstructionsAsLLVMMakes) {
  const auto instructions = [](const std::string &divisor, const std::string &type) {
    return issueAlone("llvm.urem", "%n = llvm.mlir.constant(7 : " + type + ") : " + type +
                                       "\n%d = llvm.mlir.constant(" + divisor + " : " + type +
                                       ") : " + type + "\n%x = llvm.urem %n, %d : " + type + "\n")
        .instructions;
  };
  EXPECT_EQ(instructions("4", "i64"), 1);
  EXPECT_EQ(instructions("3", "i32"), 5);
  EXPECT_EQ(instructions("3", "i64"), 20);
  EXPECT_EQ(issueAlone("llvm.urem", "%x = llvm.urem %i, %i : i32\n").instructions, 20);
  EXPECT_EQ(issueOf("%i").instructions, 1);
}

TEST(IssueUnits, AccessesOfSharedMemoryAddOffsetsOf16Bits) {
  const auto address = [](const std::string &offset, const std::string &use) {
    return issueAlone("llvm.getelementptr", "%a = llvm.getelementptr %s[" + offset +
                                                "] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n" + use)
        .unit;
  };
  const std::string load = "%x = llvm.load %a : !llvm.ptr<3> -> i32\n";
  EXPECT_EQ(address("512", load), Unit::None);
  EXPECT_EQ(address("65535", load), Unit::None);
  EXPECT_EQ(address("65536", load), Unit::Scalar);
  EXPECT_EQ(address("-4", load), Unit::Scalar);
  EXPECT_EQ(address("512", "llvm.store %i, %a : i32, !llvm.ptr<3>\n"), Unit::None);
  // The address itself is needed.
  EXPECT_EQ(address("512", "%x = llvm.ptrtoint %a : !llvm.ptr<3> to i32\n"), Unit::Scalar);
  EXPECT_EQ(address("512", load + "llvm.store %a, %s : !llvm.ptr<3>, !llvm.ptr<3>\n"),
            Unit::Scalar);
  // Of two constants one after another the sum counts.
  const std::string two =
      "%first_part = llvm.getelementptr %s[65000] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"
      "%b = llvm.getelementptr %first_part[";
  const auto second = [&](const std::string &offset) {
    return issueAlone("llvm.getelementptr", two + offset +
                                                "] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"
                                                "%x = llvm.load %b : !llvm.ptr<3> -> i32\n")
        .unit;
  };
  EXPECT_EQ(second("500"), Unit::None);
  EXPECT_EQ(second("600"), Unit::Scalar);
}

TEST(IssueUnits, OrdersForTheCodeGeneratorAreNoInstructions) {
  EXPECT_EQ(issueAlone("rocdl.sched.barrier", "rocdl.sched.barrier 0\n").unit, Unit::None);
  EXPECT_NE(issueAlone("rocdl.s.setprio", "rocdl.s.setprio 1\n").unit, Unit::None);
}

} // namespace wave::executor
