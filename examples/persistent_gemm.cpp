//===- persistent_gemm.cpp - The program of docs/tutorials/persistent-gemm.md
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix multiplication by workgroups that take one tile after another, in an
// order for the L2 caches of a chip of several dies; compared with a plain
// multiplication.  Lines like `// [kernel]` delimit what the tutorial quotes.
//
//===----------------------------------------------------------------------===//

// [includes]
#include <wave/wave.h>

#include <cstdio>
#include <iostream>

using namespace wave;
// [/includes]

// [symbols]
// Standard GEMM symbols.
constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Persistent kernel symbols.
constexpr Symbol TOTAL_TILES{"TOTAL_TILES"};   // Total number of output tiles
constexpr Symbol NUM_CTAS{"NUM_CTAS"};         // Number of persistent workgroups
constexpr Symbol TILE_IDX{"TILE_IDX"};         // Current tile index (loop variable)
constexpr Symbol CTA_M_OFFSET{"CTA_M_OFFSET"}; // M offset for current tile
constexpr Symbol CTA_N_OFFSET{"CTA_N_OFFSET"}; // N offset for current tile
constexpr Symbol N_TILES{"N_TILES"};           // Number of tiles in N dimension
// [/symbols]

// [mappings]
// Iterators of the mappings: the coordinates of an element in its tile.
const Expr i = IndexMapping::iterator(0);
const Expr j = IndexMapping::iterator(1);

// Reading A: add CTA_M_OFFSET to the M dimension.
const IndexMapping a_read_mapping{
    .num_iterators = 2, .inputs = {M = i + CTA_M_OFFSET, K = j}, .outputs = {M = i, K = j}};

// Reading B: add CTA_N_OFFSET to the N dimension.
const IndexMapping b_read_mapping{
    .num_iterators = 2, .inputs = {N = i + CTA_N_OFFSET, K = j}, .outputs = {N = i, K = j}};

// Writing C: add both offsets.
const IndexMapping c_write_mapping{.num_iterators = 2,
                                   .inputs = {M = i, N = j},
                                   .outputs = {M = i + CTA_M_OFFSET, N = j + CTA_N_OFFSET}};
// [/mappings]

// [constraints]
Constraints persistent_constraints() {
  return {
      // The number of persistent workgroups.
      GridConstraint{NUM_CTAS},
      // The tile of a workgroup; where it is, the mappings say.
      WorkgroupConstraint{M, BLOCK_M, 0},
      WorkgroupConstraint{N, BLOCK_N, 1},
      // K dimension tiling for the inner reduction loop.
      TilingConstraint{K, BLOCK_K},
      // The outer persistent loop takes its steps itself.
      TilingConstraint{TILE_IDX},
      // Wave-level parallelism.
      WaveConstraint{M, BLOCK_M / 2},
      WaveConstraint{N, BLOCK_N / 2},
      HardwareConstraint{
          .threads_per_wave = 64,
          .mma_type = MMAType::F32_16x16x16_F16,
          .vector_shapes = {{TILE_IDX, 0}}, // TILE_IDX is a scalar, not vectorized
      },
  };
}
// [/constraints]

// [persistent]
Kernel persistent_gemm() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE);
  Memory b("b", {N, K}, f16, ADDRESS_SPACE);
  Memory c("c", {M, N}, f32, GLOBAL_ADDRESS_SPACE);

  return Kernel("persistent_gemm", {a, b, c}, persistent_constraints(), [&] {
    // Loop condition: continue while tile index < total tiles.
    const Predicate condition = TILE_IDX < TOTAL_TILES;

    // Each workgroup starts at its workgroup ID.
    Register init_tile_id = scalar(WORKGROUP_0, i32);

    // Outer persistent loop: iterates over tiles.
    iterate({.axis = TILE_IDX, .start = init_tile_id, .condition = condition}, [&] {
      // Get current tile index.
      Register tile_id = self_index(TILE_IDX, i32);

      // Convert linear tile_id to 2D tile coordinates (row-major order).
      Register m_offset = floordiv(tile_id, N_TILES) * BLOCK_M;
      Register n_offset = tile_id % N_TILES * BLOCK_N;

      // Set the offset symbols for the index mappings.
      set_symbol(CTA_M_OFFSET, m_offset);
      set_symbol(CTA_N_OFFSET, n_offset);

      // Initialize accumulator for this tile.
      Register c_reg({M, N}, f32, 0.0);

      // Inner K-loop (same as vanilla GEMM).
      Register k_loop = iterate({.axis = K}, {c_reg}, [&](Register acc) {
        Register a_reg = read(a, {.mapping = a_read_mapping});
        Register b_reg = read(b, {.mapping = b_read_mapping});
        return mma(a_reg, b_reg, acc);
      });

      // Write result for this tile.
      write(k_loop, c, {.mapping = c_write_mapping});

      // Advance to next tile.
      set_symbol(TILE_IDX, tile_id + NUM_CTAS);
    });
  });
}
// [/persistent]

// [l2]
// Additional symbols for swizzling.
constexpr Symbol M_TILES{"M_TILES"};
constexpr Symbol GROUP_SIZE_M{"GROUP_SIZE_M"};
constexpr Symbol NUM_CTAS_IN_GROUP{"NUM_CTAS_IN_GROUP"};

/// Group tiles for L2 locality: sets the offsets of the tile with this index.
void set_grouped_offsets(const Register &tile_id) {
  Register group_id = floordiv(tile_id, NUM_CTAS_IN_GROUP);
  Register first_cta_m = group_id * GROUP_SIZE_M;
  Register group_size_m = minimum(M_TILES - first_cta_m, GROUP_SIZE_M);

  // Compute swizzled coordinates.
  Register cta_m = first_cta_m + tile_id % NUM_CTAS_IN_GROUP % group_size_m;
  Register cta_n = floordiv(tile_id % NUM_CTAS_IN_GROUP, group_size_m);

  set_symbol(CTA_M_OFFSET, cta_m * BLOCK_M);
  set_symbol(CTA_N_OFFSET, cta_n * BLOCK_N);
}
// [/l2]

// [xcd]
// Additional symbols for XCD swizzling.
constexpr Symbol NUM_XCDS{"NUM_XCDS"};     // Number of XCDs (8 for MI300X and MI350)
constexpr Symbol CHUNK_SIZE{"CHUNK_SIZE"}; // Number of consecutive tiles per XCD

/// Remap the workgroup ID for better locality: the first tile of this workgroup.
Register chunked_tile_id() {
  Register cta = scalar(WORKGROUP_0, i32);
  Register xcd_id = cta % NUM_XCDS;
  Register local_cta = floordiv(cta, NUM_XCDS);
  Register chunk_idx = floordiv(local_cta, CHUNK_SIZE);
  Register pos_in_chunk = local_cta % CHUNK_SIZE;

  // Reorder so that an XCD has chunks of consecutive tiles.
  Register remapped_cta = chunk_idx * NUM_XCDS * CHUNK_SIZE + xcd_id * CHUNK_SIZE + pos_in_chunk;

  // Workgroups that fill no chunk of every XCD keep their IDs.
  const Expr chunks = NUM_XCDS * CHUNK_SIZE;
  Register chunked_threshold = scalar(floordiv(NUM_CTAS, chunks) * chunks, i32);
  Register in_chunked_region = cta < chunked_threshold;
  return select(in_chunked_region, remapped_cta, cta);
}
// [/xcd]

// [full]
Kernel swizzled_gemm() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE);
  Memory b("b", {N, K}, f16, ADDRESS_SPACE);
  Memory c("c", {M, N}, f32, GLOBAL_ADDRESS_SPACE);

  return Kernel("swizzled_gemm", {a, b, c}, persistent_constraints(), [&] {
    // XCD swizzling.
    Register init_tile_id = chunked_tile_id();

    const Predicate condition = TILE_IDX < TOTAL_TILES;
    iterate({.axis = TILE_IDX, .start = init_tile_id, .condition = condition}, [&] {
      Register tile_id = self_index(TILE_IDX, i32);

      // L2 cache swizzling.
      set_grouped_offsets(tile_id);

      Register c_reg({M, N}, f32, 0.0);
      Register k_loop = iterate({.axis = K}, {c_reg}, [&](Register acc) {
        Register a_reg = read(a, {.mapping = a_read_mapping});
        Register b_reg = read(b, {.mapping = b_read_mapping});
        return mma(a_reg, b_reg, acc);
      });
      write(k_loop, c, {.mapping = c_write_mapping});

      set_symbol(TILE_IDX, tile_id + NUM_CTAS);
    });
  });
}
// [/full]

// [test]
bool test_persistent_gemm() {
  // Test matrix dimensions.
  const int64_t m = 2048, n = 2048, k = 2048;

  // Block sizes.
  const int64_t block_m = 128, block_n = 256, block_k = 64;

  // Calculate tile grid.
  const int64_t m_tiles = (m + block_m - 1) / block_m;
  const int64_t n_tiles = (n + block_n - 1) / block_n;
  const int64_t total_tiles = m_tiles * n_tiles;

  // Swizzling parameters.
  const int64_t group_size_m = 4;
  const int64_t num_xcds = 8;
  const int64_t num_ctas_in_group = group_size_m * n_tiles;
  const int64_t num_ctas = total_tiles;
  const int64_t chunk_size = 2;

  std::printf("Tile grid: %d x %d = %d tiles\n", int(m_tiles), int(n_tiles), int(total_tiles));

  // Initialize input matrices with random values.
  Tensor a = Tensor::randn({m, k}, f16, /*seed=*/0);
  Tensor b = Tensor::randn({n, k}, f16, /*seed=*/1);
  Tensor c = Tensor::zeros({m, n}, f32);

  // Set hyperparameters for compilation.
  const Bindings hyperparams{
      ADDRESS_SPACE = SHARED_ADDRESS_SPACE,
      BLOCK_M = block_m,
      BLOCK_N = block_n,
      BLOCK_K = block_k,
      M = m,
      N = n,
      K = k,
      TOTAL_TILES = total_tiles,
      M_TILES = m_tiles,
      N_TILES = n_tiles,
      GROUP_SIZE_M = group_size_m,
      NUM_CTAS_IN_GROUP = num_ctas_in_group,
      NUM_CTAS = num_ctas,
      NUM_XCDS = num_xcds,
      CHUNK_SIZE = chunk_size,
  };

  // Compile the kernel.
  CompiledKernel compiled_gemm = wave_compile({.subs = hyperparams}, swizzled_gemm());

  // Run the GEMM kernel.
  compiled_gemm(a, b, c);

  // Verify the result using a plain multiplication.
  Tensor expected = matmul(a, b.t());
  if (!allclose(c.to(f16), expected, /*rtol=*/1e-2, /*atol=*/1e-2)) {
    std::cerr << "GEMM result doesn't match expected output\nMax difference: "
              << max_abs_difference(c, expected) << "\n";
    return false;
  }
  std::cout << "Persistent GEMM test passed!" << std::endl;
  return true;
}
// [/test]

// [few]
/// 80 tiles, sizes that tiles do not divide, and sizes that the compiler does not know.
bool test_few_workgroups(const Kernel &kernel, Bindings tiles) {
  const Bindings shared{ADDRESS_SPACE = SHARED_ADDRESS_SPACE,
                        BLOCK_M = 32,
                        BLOCK_N = 64,
                        BLOCK_K = 32,
                        TOTAL_TILES = ceildiv(M, BLOCK_M) * ceildiv(N, BLOCK_N),
                        NUM_CTAS = 24};
  for (const Binding &binding : shared)
    tiles.set(binding.symbol, binding.value);
  CompiledKernel compiled = wave_compile({.subs = tiles}, kernel);

  Tensor a = Tensor::randn({300, 200}, f16, /*seed=*/0);
  Tensor b = Tensor::randn({500, 200}, f16, /*seed=*/1);
  Tensor c = Tensor::zeros({300, 500}, f32);
  compiled(a, b, c);
  return allclose(c.to(f16), matmul(a, b.t()), /*rtol=*/1e-2, /*atol=*/1e-2);
}

bool test_few_workgroups() {
  const Bindings row_major{N_TILES = ceildiv(N, BLOCK_N)};
  const Bindings swizzled{M_TILES = ceildiv(M, BLOCK_M), GROUP_SIZE_M = 4,
                          NUM_CTAS_IN_GROUP = GROUP_SIZE_M * ceildiv(N, BLOCK_N), NUM_XCDS = 8,
                          CHUNK_SIZE = 2};
  const bool is_right = test_few_workgroups(persistent_gemm(), row_major) &&
                        test_few_workgroups(swizzled_gemm(), swizzled);
  std::printf("80 tiles by 24 workgroups: %s\n", is_right ? "passed" : "WRONG");
  return is_right;
}
// [/few]

int main() {
  try {
    return test_persistent_gemm() && test_few_workgroups() ? 0 : 1;
  } catch (const Error &error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}

// Prints:
// Tile grid: 16 x 8 = 128 tiles
// Persistent GEMM test passed!
// 80 tiles by 24 workgroups: passed
