//===- wave.cpp - The command line of the kernel library ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernels/library.h"

int main(int argc, char **argv) { return wave::main(argc, argv, wave::kernels::library()); }
