//===- TwoWaves.h - Kernels of two waves that meet ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "TestKernel.h"

namespace wave::executor {

inline const std::string releaseFence = "llvm.fence syncscope(\"workgroup\") release\n";
inline const std::string acquireFence = "llvm.fence syncscope(\"workgroup\") acquire\n";
inline const std::string barrier = "rocdl.s.barrier\n";
inline const std::string localTag =
    " {llvm.mmra = #llvm.mmra_tag<\"amdgpu-synchronize-as\" : \"local\">}\n";

inline const std::string shared4 =
    ", wave.shared = [{name = \"a\", offset = 0, bytes = 640, slots = 2, dtype = i32, "
    "dims = [\"M\", \"K\"], sizes = [8, 16], strides = [20, 1]}]";

/// Two waves; %i is the thread, %s shared memory of 1280 bytes, %p and %o global memory.
inline KernelText twoWaves(const std::string &body) {
  KernelText text;
  text.workgroup = "128, 1, 1";
  text.sharedBytes = 1280;
  text.attributes = shared4;
  text.arguments = "%p: !llvm.ptr<1>, %o: !llvm.ptr<1>";
  text.body =
      "%i = rocdl.workitem.id.x : i32\n%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
      "%c0 = llvm.mlir.constant(0 : i32) : i32\n%c1 = llvm.mlir.constant(1 : i32) : i32\n"
      "%c64 = llvm.mlir.constant(64 : i32) : i32\n%c127 = llvm.mlir.constant(127 : i32) : i32\n"
      "%back = llvm.sub %c127, %i : i32\n%first = llvm.icmp \"ult\" %i, %c64 : i32\n" +
      addressText("mine", "%s", 3, "%i", "i32") + addressText("other", "%s", 3, "%back", "i32") +
      addressText("in", "%p", 1, "%i", "i32") + addressText("out", "%o", 1, "%i", "i32") + body;
  return text;
}

struct Memory {
  std::vector<int32_t> in = std::vector<int32_t>(128), out = std::vector<int32_t>(128, -1);
  Memory() {
    for (int i = 0; i < 128; ++i)
      in[i] = 3 * i;
  }
  Report run(const std::string &body, Options options = {}) {
    return executor::run(twoWaves(body), {regionOf(in), regionOf(out)}, options);
  }
};

} // namespace wave::executor
