//===- ExchangeTest.cpp - Tensors that leave and come back ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "runtime/NpyFile.h"
#include "wave/dlpack.h"

using namespace wave;
using namespace wave::test;

namespace {

//===----------------------------------------------------------------------===//
// DLPack
//===----------------------------------------------------------------------===//

WAVE_PROPERTY(DLPack, ComesBackAsItWas) {
  const View view = *views();
  const Tensor tensor = view.tensor(), back = Tensor::from_dlpack(tensor.to_dlpack());
  RC_ASSERT((back.data() == tensor.data()));
  RC_ASSERT(back.shape() == tensor.shape());
  RC_ASSERT(back.strides() == tensor.strides());
  RC_ASSERT(back.dtype() == tensor.dtype());
}
WAVE_PROPERTY(DLPack, KeepsTheElementType) {
  const DType dtype = *dtypes();
  RC_ASSERT(Tensor::from_dlpack(Tensor::zeros({2}, dtype).to_dlpack()).dtype() == dtype);
}
WAVE_PROPERTY(DLPack, KeepsTheMemoryAlive) {
  Tensor back = Tensor::from_dlpack(Tensor::full({3, *between(1, 5)}, *dtypes(), 1).to_dlpack());
  const Tensor copy = back.slice(0, 1, 1);
  back = copy;
  for (double element : elementsOf(copy))
    RC_ASSERT(element == 1);
}

/// A tensor of another library, which counts how often it is given back.
struct Foreign {
  View view;
  std::vector<int64_t> shape, strides;
  int deletions = 0;
  DLManagedTensor managed = {};

  explicit Foreign(const View &shown) : view(shown), shape(shown.shape), strides(shown.strides) {
    managed.dl_tensor.data = view.memory->data();
    managed.dl_tensor.byte_offset = static_cast<uint64_t>(view.start) * sizeof(int32_t);
    managed.dl_tensor.device = {kDLCPU, 0};
    managed.dl_tensor.ndim = static_cast<int32_t>(shape.size());
    managed.dl_tensor.dtype = {kDLInt, 32, 1};
    managed.dl_tensor.shape = shape.data();
    managed.dl_tensor.strides = strides.data();
    managed.manager_ctx = this;
    managed.deleter = [](DLManagedTensor *self) {
      ++static_cast<Foreign *>(self->manager_ctx)->deletions;
    };
  }
};

WAVE_PROPERTY(DLPack, ShowsForeignElements) {
  Foreign foreign(*views());
  const std::vector<int64_t> places = foreign.view.places();
  const std::vector<double> elements = elementsOf(Tensor::from_dlpack(&foreign.managed));
  RC_ASSERT(std::equal(places.begin(), places.end(), elements.begin(), elements.end(),
                       [](int64_t a, double b) { return static_cast<double>(a) == b; }));
}
WAVE_PROPERTY(DLPack, WithoutStridesIsRowMajor) {
  Foreign foreign(*views());
  foreign.managed.dl_tensor.strides = nullptr;
  RC_ASSERT(Tensor::from_dlpack(&foreign.managed).is_contiguous());
}
WAVE_PROPERTY(DLPack, IsGivenBackOnceByTheLastCopy) {
  Foreign foreign(*views());
  {
    std::vector<Tensor> copies(static_cast<size_t>(*between(1, 5)),
                               Tensor::from_dlpack(&foreign.managed));
    RC_ASSERT(foreign.deletions == 0);
  }
  RC_ASSERT(foreign.deletions == 1);
}
/// What is refused stays with the caller.
WAVE_PROPERTY(DLPack, IsRefusedOrUnderstood) {
  Foreign foreign(*views());
  DLTensor &tensor = foreign.managed.dl_tensor;
  tensor.dtype = {static_cast<uint8_t>(*between(0, 7)),
                  static_cast<uint8_t>(*rc::gen::element(1, 8, 16, 32, 64, 128)),
                  static_cast<uint16_t>(*between(1, 2))};
  tensor.device.device_type = *between(0, 3) != 0 ? kDLCPU : kDLROCM;
  const auto is = [&](int code, int bits) {
    return tensor.dtype.code == code && tensor.dtype.bits == bits;
  };
  const bool isType = is(kDLInt, 8) || is(kDLInt, 32) || is(kDLInt, 64) || is(kDLFloat, 16) ||
                      is(kDLFloat, 32) || is(kDLFloat, 64) || is(kDLBfloat, 16) || is(kDLBool, 8);
  const bool isFit = isType && tensor.dtype.lanes == 1 && tensor.device.device_type == kDLCPU;
  RC_ASSERT(errorId([&] { Tensor::from_dlpack(&foreign.managed); }) == (isFit ? "" : "dlpack"));
  RC_ASSERT(foreign.deletions == (isFit ? 1 : 0));
  cover(3, isFit, "understood");
}

//===----------------------------------------------------------------------===//
// .npy files, in memory where there is a file system for that
//===----------------------------------------------------------------------===//

const std::string &npyPath() {
  struct Folder {
    std::filesystem::path path;
    Folder() {
      const std::filesystem::path memory = "/dev/shm";
      const bool hasMemory = ::access(memory.c_str(), W_OK) == 0;
      std::string pattern =
          ((hasMemory ? memory : std::filesystem::temp_directory_path()) / "wave-test-XXXXXX")
              .string();
      path = ::mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
  };
  static const Folder folder;
  static const std::string path = (folder.path / "t.npy").string();
  return path;
}

std::string bytesOfFile() {
  std::ifstream file(npyPath(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
void writeFile(const std::string &bytes) { std::ofstream(npyPath(), std::ios::binary) << bytes; }

Tensor drawTensor() {
  const View view = *views(0, 3);
  const Tensor tensor = view.tensor().to(*dtypes());
  return tensor.rank() >= 2 && *between(0, 1) != 0 ? tensor.t() : tensor;
}

WAVE_PROPERTY(Npy, ReadsWhatWasWritten) {
  const Tensor tensor = drawTensor();
  writeNpy(npyPath(), tensor);
  const Tensor back = readNpy(npyPath());
  RC_ASSERT(back.dtype() == tensor.dtype());
  RC_ASSERT(back.shape() == tensor.shape());
  RC_ASSERT(elementsOf(back) == elementsOf(tensor));
}
WAVE_PROPERTY(Npy, DataBeginsAtAMultipleOf64) {
  const Tensor tensor = drawTensor();
  writeNpy(npyPath(), tensor);
  const size_t data = static_cast<size_t>(tensor.num_elements() * size_in_bytes(tensor.dtype()));
  const std::string bytes = bytesOfFile();
  RC_ASSERT((bytes.size() - data) % 64 == 0);
  RC_ASSERT(bytes[bytes.size() - data - 1] == '\n');
}
WAVE_PROPERTY(Npy, EqualTensorsGiveEqualFiles) {
  const Tensor tensor = drawTensor();
  writeNpy(npyPath(), tensor);
  const std::string first = bytesOfFile();
  writeNpy(npyPath(), tensor.clone());
  RC_ASSERT(bytesOfFile() == first);
}

/// A header as NumPy would write it, in version 1.0.
std::string header(const std::string &descr, bool isFortran, const Shape &shape) {
  std::string sizes;
  for (int64_t size : shape)
    sizes += std::to_string(size) + ",";
  const std::string text = "{'descr': '" + descr +
                           "', 'fortran_order': " + (isFortran ? "True" : "False") +
                           ", 'shape': (" + sizes + "), }\n";
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(text.size()) + '\0' + text;
}

WAVE_PROPERTY(Npy, ReadsFortranOrder) {
  const View view = *views(0, 3);
  // The first coordinate fastest: the elements of the reversed shape in our order.
  Shape reversed(view.shape.rbegin(), view.shape.rend());
  std::string data;
  forEachIndex(reversed, [&](const Index &index) {
    const Index here(index.rbegin(), index.rend());
    const auto value = static_cast<int32_t>(view.place(here));
    data.append(reinterpret_cast<const char *>(&value), sizeof value);
  });
  writeFile(header("<i4", true, view.shape) + data);
  const Tensor tensor = readNpy(npyPath());
  RC_ASSERT(tensor.shape() == view.shape);
  RC_ASSERT(elementsOf(tensor) == elementsOf(view.tensor()));
}
WAVE_PROPERTY(Npy, ReadsBigEndian) {
  const std::vector<int64_t> values = {*numbers(), *numbers(), *numbers()};
  std::string data;
  for (int64_t value : values)
    for (int shift = 56; shift >= 0; shift -= 8)
      data += static_cast<char>(static_cast<uint64_t>(value) >> shift);
  writeFile(header(">i8", false, {3}) + data);
  const Tensor tensor = readNpy(npyPath());
  for (size_t i = 0; i < 3; ++i)
    RC_ASSERT(tensor.data_as<int64_t>()[i] == values[i]);
}
/// Every file that ends too early, or too late, is refused.
WAVE_PROPERTY(Npy, FilesOfAnotherLengthAreRefused) {
  const Tensor tensor = drawTensor();
  writeNpy(npyPath(), tensor);
  const std::string whole = bytesOfFile();
  writeFile(
      whole.substr(0, static_cast<size_t>(*between(0, static_cast<int64_t>(whole.size()) - 1))));
  RC_ASSERT(errorId([] { readNpy(npyPath()); }) == "npy-file");
  writeFile(whole + std::string(static_cast<size_t>(*between(1, 9)), 'x'));
  RC_ASSERT(errorId([] { readNpy(npyPath()); }) == "npy-file");
}
/// One byte changed: read as something, or refused; never more than the file holds.
WAVE_PROPERTY(Npy, ChangedHeadersAreReadOrRefused) {
  const Tensor tensor = drawTensor();
  writeNpy(npyPath(), tensor);
  std::string bytes = bytesOfFile();
  bytes[static_cast<size_t>(*between(0, 127))] = static_cast<char>(*between(0, 255));
  writeFile(bytes);
  const std::string id = errorId([&] {
    const Tensor back = readNpy(npyPath());
    RC_ASSERT(static_cast<size_t>(back.num_elements() * size_in_bytes(back.dtype())) <
              bytes.size());
  });
  RC_ASSERT((id == "" || id == "npy-file"));
}

} // namespace
