//===- CheckProtocol.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckProtocol.h"

#include <chrono>

#include "analysis/Protocol.h"
#include "diagnostic/ErrorId.h"
#include "driver/Session.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"

namespace wave {

std::string claimOf(const ProtocolClaim &protocol) {
  return "channels " +
         (protocol.roles == 1 ? "of 1 role"
                              : "between " + std::to_string(protocol.roles) + " roles") +
         " neither race nor deadlock, and both ends count the same uses";
}

static std::string textOf(const analysis::RoleChannel &channel) {
  const auto listed = [](std::optional<mlir::ArrayAttr> roles) {
    std::string text;
    for (mlir::Attribute role : *roles)
      text += (text.empty() ? "" : ", ") + mlir::cast<mlir::StringAttr>(role).str();
    return text;
  };
  ir::ChannelOp op = channel.op;
  return "'" + channel.name() + "', " + std::to_string(channel.slots) +
         (channel.slots == 1 ? " slot" : " slots") + ", from " + listed(op.getProducers()) +
         " to " + listed(op.getConsumers());
}

static std::optional<ProtocolClaim> claimOf(ir::KernelOp kernel) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const analysis::Protocol protocol = analysis::protocolOf(kernel);
  if (protocol.channels.empty())
    return std::nullopt;
  ProtocolClaim claim{.roles = protocol.roles, .channels = {}, .refusal = {}};
  claim.ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  for (const analysis::RoleChannel &channel : protocol.channels)
    claim.channels.push_back(textOf(channel));
  if (const auto &trial = protocol.trial; trial && !trial->failure) {
    claim.checked = "up to " + std::to_string(trial->upTo) + " trips of each loop, in " +
                    std::to_string(trial->executions) + " executions";
    claim.unproved = protocol.gap->text;
  } else if (const auto &gap = protocol.gap) {
    claim.refusal =
        Diagnostic{.id = ErrorId("protocol-unproved"),
                   .message = "the protocol of channels is not proved: " + gap->text,
                   .where = ir::sourceLocation(gap->op->getLoc()),
                   .notes = {},
                   .help = "this is a limit of the compiler: please report it, with the kernel"};
  }
  return claim;
}

std::optional<ProtocolClaim> protocolOf(const CompiledKernel &kernel) {
  const machine::Chip *chip = chipOf(kernel.impl().target);
  if (!chip || !chip->hasRoles())
    return std::nullopt;
  return withFailures(kernel.impl().name, [&] {
    const Session session(kernel.impl());
    std::optional<ProtocolClaim> claim;
    try {
      session.lowering.run(*session.module, Stage::Bound, Stage::Scheduled, "wave check",
                           [&] { claim = claimOf(frontend::onlyKernel(*session.module)); });
    } catch (const Error &error) {
      if (error.diagnostic().id != ErrorId("illegal-schedule").str())
        throw;
    }
    return claim;
  });
}

} // namespace wave
