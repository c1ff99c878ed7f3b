//===- dlpack.h - The DLPack exchange structures --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C ABI of DLPack (the stable part: versions 0.2 to 0.8 and the unversioned
// capsule of 1.x).  Declared here because Debian's package has no booleans.
// If the program includes <dlpack/dlpack.h> first, that header is used.
//
//===----------------------------------------------------------------------===//

#pragma once

#if !defined(DLPACK_DLPACK_H_)
#define DLPACK_DLPACK_H_

#include <cstdint>

extern "C" {

typedef enum { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLROCM = 10 } DLDeviceType;

typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLBfloat = 4U,
  kDLBool = 6U
} DLDataTypeCode;

typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides; ///< in elements; null means row-major
  uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

} // extern "C"

#endif // DLPACK_DLPACK_H_
