//===- CopyTile.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/CopyTile.h"

using namespace mlir;

namespace wave::cpu {

namespace {

class Copy {
public:
  Copy(Code &code, const TileView &from, const TileView &to, const ValidSizes &valid,
       int64_t vectorBytes)
      : code(code), from(from), to(to), valid(valid),
        lanes(std::max<int64_t>(
            1, vectorBytes / std::max(size_in_bytes(from.dtype), size_in_bytes(to.dtype)))) {}

  /// The workspace's side is contiguous along a dimension that is known now; the
  /// other side's last dimension is tried first, then that same dimension.
  void emit() {
    const TileView &local = isLocal(to) ? to : from;
    const TileView &other = isLocal(to) ? from : to;
    ir::ExprAttr localInner = contiguous(local);
    if (isLocal(other))
      return emitFor(localInner, contiguous(other));
    const TileView::Dim &last = other.dims.back();
    auto elsewhere = [&] {
      const TileView::Dim *same = other.find(localInner);
      if (!same || same->name == last.name) // a read may repeat the same along a dimension
        return elementwise();
      code.branch(
          code.equal(same->stride, 1), [&] { vectors(localInner); }, [&] { elementwise(); });
    };
    code.branch(code.equal(last.stride, 1), [&] { emitFor(localInner, last.name); }, elsewhere);
  }

private:
  static bool isLocal(const TileView &view) { return view.inWorkspace; }

  static ir::ExprAttr contiguous(const TileView &view) {
    for (const TileView::Dim &dim : view.dims)
      if (dim.knownStride == 1)
        return dim.name;
    llvm_unreachable("a view in the workspace has a dimension of stride 1");
  }

  void emitFor(ir::ExprAttr inner, ir::ExprAttr otherInner) {
    if (inner == otherInner)
      return vectors(inner);
    transposed(inner, otherInner);
  }

  /// One loop per dimension that is not in `done`, outermost first; `body` gets
  /// both sides' pointers.
  void loops(SmallVector<ir::ExprAttr> done, Value source, Value target,
             function_ref<void(Value, Value)> body) {
    for (const TileView::Dim &dim : to.dims) {
      if (llvm::is_contained(done, dim.name))
        continue;
      done.push_back(dim.name);
      code.loop(valid.lookup(dim.name), 1, [&](Value i) {
        Value sourceAtI = step(code, from, source, dim.name, i);
        Value targetAtI = step(code, to, target, dim.name, i);
        loops(done, sourceAtI, targetAtI, body);
      });
      return;
    }
    body(source, target);
  }

  void move(Value source, Value target, int64_t count) {
    code.store(code.load(source, from.dtype, to.dtype, count), to.dtype, target, to.dtype);
  }

  void elementwise() {
    loops({}, from.base, to.base, [&](Value source, Value target) { move(source, target, 1); });
  }

  void vectors(ir::ExprAttr inner) {
    loops({inner}, from.base, to.base, [&](Value source, Value target) {
      Value size = valid.lookup(inner), whole = code.roundDown(size, lanes);
      auto part = [&](int64_t count) {
        return [&, count](Value i) {
          Value sourceAtI = step(code, from, source, inner, i);
          move(sourceAtI, step(code, to, target, inner, i), count);
        };
      };
      code.loop(whole, lanes, part(lanes));
      code.loop(whole, size, 1, part(1));
    });
  }

  /// Along `inner` the workspace is contiguous, along `outer` the other side.
  void transposed(ir::ExprAttr inner, ir::ExprAttr outer) {
    bool reads = isLocal(to);
    ir::ExprAttr fromInner = reads ? outer : inner, toInner = reads ? inner : outer;
    loops({inner, outer}, from.base, to.base, [&](Value source, Value target) {
      Value fromSize = valid.lookup(fromInner), toSize = valid.lookup(toInner);
      Value fromWhole = code.roundDown(fromSize, lanes), toWhole = code.roundDown(toSize, lanes);
      auto at = [&](const TileView &view, Value pointer, Value i, Value j) {
        return step(code, view, step(code, view, pointer, fromInner, i), toInner, j);
      };
      auto scalars = [&](Value fromBegin, Value fromEnd, Value toBegin, Value toEnd) {
        code.loop(toBegin, toEnd, 1, [&](Value j) {
          code.loop(fromBegin, fromEnd, 1, [&](Value i) {
            Value element = at(from, source, i, j);
            move(element, at(to, target, i, j), 1);
          });
        });
      };
      code.loop(toWhole, lanes, [&](Value j) {
        code.loop(fromWhole, lanes, [&](Value i) {
          Value corner = at(from, source, i, j);
          block(corner, fromInner, toInner, at(to, target, i, j));
        });
      });
      Value zero = code.index(0);
      scalars(fromWhole, fromSize, zero, toSize);
      scalars(zero, fromWhole, toWhole, toSize);
    });
  }

  void block(Value source, ir::ExprAttr fromInner, ir::ExprAttr toInner, Value target) {
    SmallVector<Value> rows;
    for (int64_t j = 0; j < lanes; ++j)
      rows.push_back(
          code.load(step(code, from, source, toInner, code.index(j)), from.dtype, to.dtype, lanes));
    code.transpose(rows);
    for (int64_t i = 0; i < lanes; ++i)
      code.store(rows[static_cast<size_t>(i)], to.dtype,
                 step(code, to, target, fromInner, code.index(i)), to.dtype);
  }

  Code &code;
  const TileView &from, &to;
  const ValidSizes &valid;
  int64_t lanes;
};

} // namespace

void copyTile(Code &code, const TileView &from, const TileView &to, const ValidSizes &valid,
              int64_t vectorBytes) {
  Copy(code, from, to, valid, vectorBytes).emit();
}

} // namespace wave::cpu
