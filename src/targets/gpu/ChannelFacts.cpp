//===- ChannelFacts.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/ChannelFacts.h"

#include "dialect/BrokenConstraint.h"

using namespace mlir;

namespace wave::gpu {

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static ArrayAttr namesOf(Builder &builder, const analysis::Roles &roles, ArrayRef<size_t> ends) {
  SmallVector<Attribute> names;
  for (size_t role : ends)
    names.push_back(ir::RoleOp(roles.roles[role].op).getNameAttr());
  return builder.getArrayAttr(names);
}

static ArrayAttr ringsOf(Builder &builder, const analysis::Channel &channel) {
  SmallVector<Attribute> names;
  for (Value ring : channel.rings())
    names.push_back(ring.getDefiningOp<ir::AllocateOp>().getNameAttr());
  return builder.getArrayAttr(names);
}

/// Where each begins: copies of an unrolled loop have rings of the same names.
static ArrayAttr offsetsOf(Builder &builder, const analysis::Channel &channel) {
  SmallVector<int64_t> offsets;
  for (Value ring : channel.rings())
    offsets.push_back(static_cast<int64_t>(*ring.getDefiningOp<ir::AllocateOp>().getOffset()));
  return builder.getI64ArrayAttr(offsets);
}

void describeChannels(Operation *function, const analysis::Roles &roles) {
  Builder builder(function->getContext());
  const auto named = [&](StringRef name, Attribute value) {
    return NamedAttribute(builder.getStringAttr(name), value);
  };
  SmallVector<Attribute> listOfRoles, listOfChannels;
  for (const analysis::Role &role : roles.roles)
    listOfRoles.push_back(
        builder.getDictionaryAttr({named("name", ir::RoleOp(role.op).getNameAttr()),
                                   named("threads", builder.getI64IntegerAttr(role.lanes()))}));
  for (const analysis::Channel &channel : roles.channels)
    listOfChannels.push_back(builder.getDictionaryAttr(
        {named("rings", ringsOf(builder, channel)), named("offsets", offsetsOf(builder, channel)),
         named("slots", builder.getI64IntegerAttr(channel.slots)),
         named("barriers", builder.getI64IntegerAttr(channel.barriers)),
         named("from", namesOf(builder, roles, channel.producers)),
         named("to", namesOf(builder, roles, channel.consumers))}));
  function->setAttr(rolesAttr, builder.getArrayAttr(listOfRoles));
  function->setAttr(channelsAttr, builder.getArrayAttr(listOfChannels));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Reads dictionaries, and remembers whether one lacked something.
class Reader {
public:
  template <typename T> T get(DictionaryAttr from, StringRef key) {
    auto found = from.getAs<T>(key);
    if (!found)
      isBroken = true;
    return found;
  }
  int64_t number(DictionaryAttr from, StringRef key) {
    auto found = get<IntegerAttr>(from, key);
    return found ? found.getInt() : 0;
  }
  SmallVector<StringRef> names(DictionaryAttr from, StringRef key) {
    SmallVector<StringRef> names;
    if (auto list = get<ArrayAttr>(from, key))
      for (Attribute each : list) {
        auto name = dyn_cast<StringAttr>(each);
        isBroken |= !name;
        names.push_back(name ? name.getValue() : "");
      }
    return names;
  }
  SmallVector<int64_t> numbers(DictionaryAttr from, StringRef key) {
    SmallVector<int64_t> numbers;
    if (auto list = get<ArrayAttr>(from, key))
      for (Attribute each : list) {
        auto number = dyn_cast<IntegerAttr>(each);
        isBroken |= !number;
        numbers.push_back(number ? number.getInt() : 0);
      }
    return numbers;
  }
  SmallVector<DictionaryAttr> list(Operation *op, StringRef key) {
    SmallVector<DictionaryAttr> result;
    auto list = op->getAttrOfType<ArrayAttr>(key);
    isBroken |= !list;
    for (Attribute each : list ? list.getValue() : ArrayRef<Attribute>()) {
      auto entry = dyn_cast<DictionaryAttr>(each);
      isBroken |= !entry;
      if (entry)
        result.push_back(entry);
    }
    return result;
  }

  bool isBroken = false;
};

} // namespace

static void readChannel(Reader &reader, DictionaryAttr entry,
                        ArrayRef<std::pair<StringRef, RingFact>> rings, ChannelFacts &facts) {
  ChannelFact channel;
  channel.slots = reader.number(entry, "slots");
  channel.barriers = reader.number(entry, "barriers");
  reader.isBroken |= channel.slots < 1 || channel.slots > 256 || channel.barriers < 0;
  const SmallVector<StringRef> names = reader.names(entry, "rings");
  const SmallVector<int64_t> offsets = reader.numbers(entry, "offsets");
  reader.isBroken |= names.size() != offsets.size();
  for (auto [name, offset] : llvm::zip(names, offsets)) {
    channel.name += (channel.name.empty() ? "" : ", ") + name.str();
    const auto *found = llvm::find_if(rings, [&](const auto &known) {
      return known.first == name && known.second.offset == offset;
    });
    if (found != rings.end())
      channel.rings.push_back(found->second);
  }
  const auto readEnds = [&](StringRef key, SmallVectorImpl<size_t> &ends) {
    for (StringRef name : reader.names(entry, key)) {
      const auto *role =
          llvm::find_if(facts.roles, [&](const RoleFact &each) { return each.name == name; });
      reader.isBroken |= role == facts.roles.end();
      ends.push_back(static_cast<size_t>(role - facts.roles.begin()));
    }
  };
  readEnds("from", channel.from);
  readEnds("to", channel.to);
  facts.channels.push_back(std::move(channel));
}

FailureOr<std::optional<ChannelFacts>> channelFactsOf(LLVM::LLVMFuncOp function) {
  if (!function->hasAttr(rolesAttr) && !function->hasAttr(channelsAttr))
    return std::optional<ChannelFacts>();
  Reader reader;
  ChannelFacts facts;
  int64_t thread = 0;
  for (DictionaryAttr entry : reader.list(function, rolesAttr)) {
    auto name = reader.get<StringAttr>(entry, "name");
    const int64_t threads = reader.number(entry, "threads");
    facts.roles.push_back({name ? name.str() : "", thread, threads});
    thread += threads;
  }
  SmallVector<std::pair<StringRef, RingFact>> rings;
  for (DictionaryAttr entry : reader.list(function, "wave.shared")) {
    auto name = reader.get<StringAttr>(entry, "name");
    const int64_t offset = reader.number(entry, "offset"), bytes = reader.number(entry, "bytes");
    if (name)
      rings.emplace_back(name.getValue(), RingFact{name.str(), offset, bytes});
  }
  for (DictionaryAttr entry : reader.list(function, channelsAttr))
    readChannel(reader, entry, rings, facts);
  if (reader.isBroken)
    return LogicalResult(ir::BrokenConstraint(function, "normal-form",
                                              "not in the form target: " + rolesAttr + ", " +
                                                  channelsAttr +
                                                  " or wave.shared is not what describes roles, "
                                                  "channels and rings")
                             .help("wave emit --stage target writes that form"));
  return std::optional<ChannelFacts>(std::move(facts));
}

} // namespace wave::gpu
