//===- ExpectError.h - Full texts of error messages -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message is compared whole.  To survive edits elsewhere in a test file, its
// path is written FILE and its lines count from the TEST: "FILE:+3:17", and in
// excerpts "+3 | "; lines above the TEST are "above".  Headers beside the file are written without
// their folder: "ErrorsGemm.h:20:3".  Columns and carets are clang's; built with another compiler
// they are left out of the comparison.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <exception>
#include <string>

#include <gtest/gtest.h>

#include "wave/diagnostic.h"

namespace wave::test {

/// `text` with this test's path and lines in the form above.
std::string normalised(const std::string &text);

/// Compares as the header says.
void expectText(const std::string &actual, const std::string &expected);

/// Expects that `body` throws a `Kind` with that id and text.
template <typename Kind = Error, typename Body>
void expectError(const std::string &id, Body &&body, const std::string &text) {
  try {
    body();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Kind &failure) {
    EXPECT_EQ(failure.diagnostic().id, id);
    expectText(failure.what(), text);
  } catch (const std::exception &other) {
    ADD_FAILURE() << "thrown was another class: " << other.what();
  }
}

} // namespace wave::test
