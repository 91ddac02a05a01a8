// The arithmetic of a translation, in AssemblyScript (TypeScript's syntax, WebAssembly's types). `npm run -s kernel` in this package
// compiles it to kernel.wasm; kernel.contracts.spec.ts compares the two byte by byte.
//
// Addresses are bytes in the one shared memory. Matrices lie row by row. Every function gives the same bits on every machine: it
// uses integer sums, which are exact, and the four operations of IEEE 754, always in the same order, whatever the batch.
// Widths are multiples of 16, which whoever calls has checked.

/** 2 ** -24 times the largest exponent that a float of 32 bits keeps normal. */
const lowestExponent: f32 = -87.0;
const highestExponent: f32 = 88.0;

/** e to the power of each of four numbers, within 1e-6 of its size; below e ** -87 it is e ** -87. */
// @ts-ignore: decorator
@inline
function exponential(x: v128): v128 {
  const bounded = f32x4.min(f32x4.max(x, f32x4.splat(lowestExponent)), f32x4.splat(highestExponent));
  // x = n · ln 2 + r, and ln 2 in two parts, of which the first times n is exact.
  const n = f32x4.nearest(f32x4.mul(bounded, f32x4.splat(1.4426950408889634)));
  const part = f32x4.sub(bounded, f32x4.mul(n, f32x4.splat(0.693359375)));
  const r = f32x4.sub(part, f32x4.mul(n, f32x4.splat(-0.00021219444)));
  let sum = f32x4.splat(1.0 / 5040.0);
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 720.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 120.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 24.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 6.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(0.5));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(sum, power);
}

// @ts-ignore: decorator
@inline
function sumOfLanes(x: v128): f32 {
  return (
    f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3))
  );
}

// @ts-ignore: decorator
@inline
function maximumOfLanes(x: v128): f32 {
  return max(
    max(f32x4.extract_lane(x, 0), f32x4.extract_lane(x, 1)),
    max(f32x4.extract_lane(x, 2), f32x4.extract_lane(x, 3)),
  );
}

/** The sums of the lanes of four vectors of integers, side by side. */
// @ts-ignore: decorator
@inline
function sumsOfLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3));
}

/** Four numbers as whole ones from -127 to 127, the even one where two are as near; as integers of 32 bits. */
// @ts-ignore: decorator
@inline
function rounded(x: v128, multiplier: v128): v128 {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(x, multiplier)));
  return i32x4.min_s(i32x4.max_s(whole, i32x4.splat(-127)), i32x4.splat(127));
}

/** Writes `count` floats times `multiplier` as integers of 16 bits from -127 to 127. */
export function quantize(from: usize, to: usize, count: i32, multiplier: f32): void {
  const factor = f32x4.splat(multiplier);
  const end = from + (<usize>count << 2);
  for (; from < end; from += 32, to += 16) {
    const first = rounded(v128.load(from), factor);
    v128.store(to, i16x8.narrow_i32x4_s(first, rounded(v128.load(from, 16), factor)));
  }
}

// @ts-ignore: decorator
@inline
function dot(sum: v128, a: v128, b: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(a, b));
}

/**
 * The products of rows of `depth` integers of 16 bits with each of `outputs` rows of weights of 8 bits: `product · scale + bias`, as floats.
 * With `activate`, those above 0 times `multiplier` as integers of 16 bits, which is what the next product begins with.
 */
function products(
  a: usize,
  weights: usize,
  depth: i32,
  outputs: i32,
  rows: i32,
  scale: f32,
  bias: usize,
  to: usize,
  activate: bool,
  multiplier: f32,
): void {
  const bytes = <usize>depth << 1;
  const width = <usize>depth;
  const outBytes: usize = activate ? 2 : 4;
  const outRow = <usize>outputs * outBytes;
  const scales = f32x4.splat(scale);
  const factor = f32x4.splat(multiplier);
  const zero = f32x4.splat(0);
  // Four rows by two outputs: eight sums stay in registers.
  for (; rows >= 4; rows -= 4) {
    let w = weights;
    let out = to;
    let b = bias;
    const outEnd = to + outRow;
    while (out < outEnd) {
      let s00 = i32x4.splat(0);
      let s01 = i32x4.splat(0);
      let s10 = i32x4.splat(0);
      let s11 = i32x4.splat(0);
      let s20 = i32x4.splat(0);
      let s21 = i32x4.splat(0);
      let s30 = i32x4.splat(0);
      let s31 = i32x4.splat(0);
      let p0 = a;
      const end = a + bytes;
      const v = w + width;
      let k = w;
      let l = v;
      let p1 = a + bytes;
      let p2 = p1 + bytes;
      let p3 = p2 + bytes;
      while (p0 < end) {
        let w0 = v128.load_ext<i8>(k);
        let w1 = v128.load_ext<i8>(l);
        let x = v128.load(p0);
        s00 = dot(s00, x, w0);
        s01 = dot(s01, x, w1);
        x = v128.load(p1);
        s10 = dot(s10, x, w0);
        s11 = dot(s11, x, w1);
        x = v128.load(p2);
        s20 = dot(s20, x, w0);
        s21 = dot(s21, x, w1);
        x = v128.load(p3);
        s30 = dot(s30, x, w0);
        s31 = dot(s31, x, w1);
        w0 = v128.load_ext<i8>(k, 8);
        w1 = v128.load_ext<i8>(l, 8);
        x = v128.load(p0, 16);
        s00 = dot(s00, x, w0);
        s01 = dot(s01, x, w1);
        x = v128.load(p1, 16);
        s10 = dot(s10, x, w0);
        s11 = dot(s11, x, w1);
        x = v128.load(p2, 16);
        s20 = dot(s20, x, w0);
        s21 = dot(s21, x, w1);
        x = v128.load(p3, 16);
        s30 = dot(s30, x, w0);
        s31 = dot(s31, x, w1);
        k += 16;
        l += 16;
        p0 += 32;
        p1 += 32;
        p2 += 32;
        p3 += 32;
      }
      w = v + width;
      const biases = v128.load64_splat(b);
      b += 8;
      const low = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sumsOfLanes(s00, s01, s10, s11)), scales), biases);
      const high = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sumsOfLanes(s20, s21, s30, s31)), scales), biases);
      if (activate) {
        const whole = i16x8.narrow_i32x4_s(
          rounded(f32x4.max(low, zero), factor),
          rounded(f32x4.max(high, zero), factor),
        );
        v128.store32_lane(out, whole, 0);
        v128.store32_lane(out + outRow, whole, 1);
        v128.store32_lane(out + 2 * outRow, whole, 2);
        v128.store32_lane(out + 3 * outRow, whole, 3);
        out += 4;
      } else {
        v128.store64_lane(out, low, 0);
        v128.store64_lane(out + outRow, low, 1);
        v128.store64_lane(out + 2 * outRow, high, 0);
        v128.store64_lane(out + 3 * outRow, high, 1);
        out += 8;
      }
    }
    a += 4 * bytes;
    to += 4 * outRow;
  }
  // Two rows by four outputs.
  if (rows >= 2) {
    let w = weights;
    let out = to;
    let b = bias;
    const outEnd = to + outRow;
    while (out < outEnd) {
      let s00 = i32x4.splat(0);
      let s01 = i32x4.splat(0);
      let s02 = i32x4.splat(0);
      let s03 = i32x4.splat(0);
      let s10 = i32x4.splat(0);
      let s11 = i32x4.splat(0);
      let s12 = i32x4.splat(0);
      let s13 = i32x4.splat(0);
      let p0 = a;
      let p1 = a + bytes;
      const end = p1;
      let k0 = w;
      let k1 = k0 + width;
      let k2 = k1 + width;
      let k3 = k2 + width;
      while (p0 < end) {
        const x0 = v128.load(p0);
        const x1 = v128.load(p1);
        let y = v128.load_ext<i8>(k0);
        s00 = dot(s00, x0, y);
        s10 = dot(s10, x1, y);
        y = v128.load_ext<i8>(k1);
        s01 = dot(s01, x0, y);
        s11 = dot(s11, x1, y);
        y = v128.load_ext<i8>(k2);
        s02 = dot(s02, x0, y);
        s12 = dot(s12, x1, y);
        y = v128.load_ext<i8>(k3);
        s03 = dot(s03, x0, y);
        s13 = dot(s13, x1, y);
        p0 += 16;
        p1 += 16;
        k0 += 8;
        k1 += 8;
        k2 += 8;
        k3 += 8;
      }
      w += 4 * width;
      const biases = v128.load(b);
      b += 16;
      const first = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sumsOfLanes(s00, s01, s02, s03)), scales), biases);
      const second = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sumsOfLanes(s10, s11, s12, s13)), scales), biases);
      if (activate) {
        const whole = i16x8.narrow_i32x4_s(
          rounded(f32x4.max(first, zero), factor),
          rounded(f32x4.max(second, zero), factor),
        );
        v128.store64_lane(out, whole, 0);
        v128.store64_lane(out + outRow, whole, 1);
        out += 8;
      } else {
        v128.store(out, first);
        v128.store(out + outRow, second);
        out += 16;
      }
    }
    a += 2 * bytes;
    to += 2 * outRow;
    rows -= 2;
  }
  // One row by four outputs.
  if (rows > 0) {
    let w = weights;
    let out = to;
    let b = bias;
    const outEnd = to + outRow;
    while (out < outEnd) {
      const sums = fourProducts(a, bytes, w, w + width, w + 2 * width, w + 3 * width);
      w += 4 * width;
      const values = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sums), scales), v128.load(b));
      b += 16;
      if (activate) {
        const whole = rounded(f32x4.max(values, zero), factor);
        v128.store64_lane(out, i16x8.narrow_i32x4_s(whole, whole), 0);
        out += 8;
      } else {
        v128.store(out, values);
        out += 16;
      }
    }
  }
}

/** The products of one row of integers with four rows of weights. */
// @ts-ignore: decorator
@inline
function fourProducts(a: usize, bytes: usize, k0: usize, k1: usize, k2: usize, k3: usize): v128 {
  let s0 = i32x4.splat(0);
  let s1 = i32x4.splat(0);
  let s2 = i32x4.splat(0);
  let s3 = i32x4.splat(0);
  const end = a + bytes;
  while (a < end) {
    let x = v128.load(a);
    s0 = dot(s0, x, v128.load_ext<i8>(k0));
    s1 = dot(s1, x, v128.load_ext<i8>(k1));
    s2 = dot(s2, x, v128.load_ext<i8>(k2));
    s3 = dot(s3, x, v128.load_ext<i8>(k3));
    x = v128.load(a, 16);
    s0 = dot(s0, x, v128.load_ext<i8>(k0, 8));
    s1 = dot(s1, x, v128.load_ext<i8>(k1, 8));
    s2 = dot(s2, x, v128.load_ext<i8>(k2, 8));
    s3 = dot(s3, x, v128.load_ext<i8>(k3, 8));
    a += 32;
    k0 += 16;
    k1 += 16;
    k2 += 16;
    k3 += 16;
  }
  return sumsOfLanes(s0, s1, s2, s3);
}

/** `rows` rows times a matrix, plus its bias, as floats. */
export function affine(
  a: usize,
  weights: usize,
  depth: i32,
  outputs: i32,
  rows: i32,
  scale: f32,
  bias: usize,
  to: usize,
): void {
  products(a, weights, depth, outputs, rows, scale, bias, to, false, 0);
}

/** As `affine`, with those below 0 as 0, times `multiplier`, as integers of 16 bits. */
export function affineActivated(
  a: usize,
  weights: usize,
  depth: i32,
  outputs: i32,
  rows: i32,
  scale: f32,
  bias: usize,
  to: usize,
  multiplier: f32,
): void {
  products(a, weights, depth, outputs, rows, scale, bias, to, true, multiplier);
}

/** Scores of `count` tokens, a multiple of four: one row of integers times their rows of the embeddings, plus their biases. */
export function scoresOf(
  a: usize,
  embeddings: usize,
  depth: i32,
  tokens: usize,
  count: i32,
  scale: f32,
  bias: usize,
  to: usize,
): void {
  const width = <usize>depth;
  const scales = f32x4.splat(scale);
  const end = tokens + (<usize>count << 2);
  for (; tokens < end; tokens += 16, to += 16) {
    const t0 = <usize>load<u32>(tokens);
    const t1 = <usize>load<u32>(tokens, 4);
    const t2 = <usize>load<u32>(tokens, 8);
    const t3 = <usize>load<u32>(tokens, 12);
    const sums = fourProducts(
      a,
      width << 1,
      embeddings + t0 * width,
      embeddings + t1 * width,
      embeddings + t2 * width,
      embeddings + t3 * width,
    );
    const biases = f32x4(
      load<f32>(bias + (t0 << 2)),
      load<f32>(bias + (t1 << 2)),
      load<f32>(bias + (t2 << 2)),
      load<f32>(bias + (t3 << 2)),
    );
    v128.store(to, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sums), scales), biases));
  }
}

/** The place of the highest of `count` scores, the first of equal ones. */
export function highest(scores: usize, count: i32): i32 {
  let place = 0;
  let best = load<f32>(scores);
  for (let index = 1; index < count; index += 1) {
    const score = load<f32>(scores + (<usize>index << 2));
    if (score > best) {
      best = score;
      place = index;
    }
  }
  return place;
}

/** The probability of a score among `count`: 1 / sum of e ** (other - score). */
export function probabilityOf(scores: usize, count: i32, score: f32): f32 {
  const subtracted = f32x4.splat(score);
  let sums = f32x4.splat(0);
  const whole = scores + (<usize>(count & ~3) << 2);
  for (; scores < whole; scores += 16) sums = f32x4.add(sums, exponential(f32x4.sub(v128.load(scores), subtracted)));
  let sum = sumOfLanes(sums);
  for (let left = count & 3; left > 0; left -= 1, scores += 4)
    sum += f32x4.extract_lane(exponential(f32x4.splat(load<f32>(scores) - score)), 0);
  return <f32>1 / sum;
}

/** A token's row of the embeddings times `scale`, plus the row of its position. */
export function embed(weights: usize, width: i32, scale: f32, position: usize, to: usize): void {
  const scales = f32x4.splat(scale);
  const end = to + (<usize>width << 2);
  for (; to < end; to += 32, position += 32, weights += 8) {
    const whole = v128.load_ext<i8>(weights);
    const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(whole));
    const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(whole));
    v128.store(to, f32x4.add(f32x4.mul(low, scales), v128.load(position)));
    v128.store(to, f32x4.add(f32x4.mul(high, scales), v128.load(position, 16)), 16);
  }
}

/** Adds `added` to `rows` rows and brings each to mean 0 and variance 1, times `scale`, plus `bias`; in place. */
export function addAndNormalize(x: usize, added: usize, width: i32, rows: i32, scale: usize, bias: usize): void {
  const bytes = <usize>width << 2;
  const share = <f32>1 / <f32>width;
  for (; rows > 0; rows -= 1) {
    let sums = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const sum = f32x4.add(v128.load(x + at), v128.load(added + at));
      v128.store(x + at, sum);
      sums = f32x4.add(sums, sum);
    }
    const mean = f32x4.splat(sumOfLanes(sums) * share);
    let squares = f32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 16) {
      const difference = f32x4.sub(v128.load(x + at), mean);
      squares = f32x4.add(squares, f32x4.mul(difference, difference));
    }
    const factor = f32x4.splat(<f32>1 / sqrt<f32>(sumOfLanes(squares) * share + <f32>0.000001));
    for (let at: usize = 0; at < bytes; at += 16) {
      const normal = f32x4.mul(f32x4.sub(v128.load(x + at), mean), factor);
      v128.store(x + at, f32x4.add(f32x4.mul(normal, v128.load(scale + at)), v128.load(bias + at)));
    }
    x += bytes;
    added += bytes;
  }
}

/** Writes `rows` rows of floats as columns: `to` has `width` rows of `stride` floats, of which those from `rows` on are 0. */
export function transpose(from: usize, width: i32, rows: i32, stride: i32, to: usize): void {
  for (let column: usize = 0; column < <usize>width; column += 1) {
    let source = from + (column << 2);
    for (let row = 0; row < rows; row += 1, to += 4, source += <usize>width << 2) store<f32>(to, load<f32>(source));
    for (let row = rows; row < stride; row += 1, to += 4) store<f32>(to, 0);
  }
}

/** Makes probabilities of `count` scores in place; the numbers behind them up to a multiple of four become 0. */
// @ts-ignore: decorator
@inline
function softmax(scores: usize, count: i32): void {
  const bytes = <usize>((count + 3) & ~3) << 2;
  for (let at = <usize>count << 2; at < bytes; at += 4) store<f32>(scores + at, <f32>-3.4e38);
  let maxima = v128.load(scores);
  for (let at: usize = 16; at < bytes; at += 16) maxima = f32x4.max(maxima, v128.load(scores + at));
  const maximum = f32x4.splat(maximumOfLanes(maxima));
  for (let at: usize = 0; at < bytes; at += 16)
    v128.store(scores + at, exponential(f32x4.sub(v128.load(scores + at), maximum)));
  for (let at = <usize>count << 2; at < bytes; at += 4) store<f32>(scores + at, 0);
  let sums = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) sums = f32x4.add(sums, v128.load(scores + at));
  const factor = f32x4.splat(<f32>1 / sumOfLanes(sums));
  for (let at: usize = 0; at < bytes; at += 16) v128.store(scores + at, f32x4.mul(v128.load(scores + at), factor));
}

/**
 * Attention of `rows` queries to `count` keys, in `heads` parts of `width / heads` floats. Keys are columns (`stride` floats a row, a
 * multiple of four), values rows. `scores` is room for `stride` floats; where `alignment` is not 0, the probabilities of the first head
 * of the last row stay there.
 */
export function attend(
  queries: usize,
  rows: i32,
  keys: usize,
  values: usize,
  count: i32,
  stride: i32,
  width: i32,
  heads: i32,
  scale: f32,
  scores: usize,
  alignment: usize,
  to: usize,
): void {
  const headBytes = <usize>(width / heads) << 2;
  const rowBytes = <usize>width << 2;
  const keyBytes = <usize>stride << 2;
  const scales = f32x4.splat(scale);
  for (; rows > 0; rows -= 1) {
    let headKeys = keys;
    let headValues = values;
    for (let head = 0; head < heads; head += 1) {
      const room = head == 0 && alignment != 0 ? alignment : scores;
      const end = queries + headBytes;
      let at: usize = 0;
      // The sum of a key takes the same steps in the same order in both loops.
      for (; at + 64 <= keyBytes; at += 64) {
        let s0 = f32x4.splat(0);
        let s1 = f32x4.splat(0);
        let s2 = f32x4.splat(0);
        let s3 = f32x4.splat(0);
        let key = headKeys + at;
        for (let query = queries; query < end; query += 4, key += keyBytes) {
          const x = v128.load32_splat(query);
          s0 = f32x4.add(s0, f32x4.mul(x, v128.load(key)));
          s1 = f32x4.add(s1, f32x4.mul(x, v128.load(key, 16)));
          s2 = f32x4.add(s2, f32x4.mul(x, v128.load(key, 32)));
          s3 = f32x4.add(s3, f32x4.mul(x, v128.load(key, 48)));
        }
        v128.store(room + at, f32x4.mul(s0, scales));
        v128.store(room + at, f32x4.mul(s1, scales), 16);
        v128.store(room + at, f32x4.mul(s2, scales), 32);
        v128.store(room + at, f32x4.mul(s3, scales), 48);
      }
      for (; at < keyBytes; at += 16) {
        let sum = f32x4.splat(0);
        let key = headKeys + at;
        for (let query = queries; query < end; query += 4, key += keyBytes)
          sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(query), v128.load(key)));
        v128.store(room + at, f32x4.mul(sum, scales));
      }
      softmax(room, count);
      const scoresEnd = room + (<usize>count << 2);
      for (let column: usize = 0; column < headBytes; column += 64) {
        let s0 = f32x4.splat(0);
        let s1 = f32x4.splat(0);
        let s2 = f32x4.splat(0);
        let s3 = f32x4.splat(0);
        let value = headValues + column;
        for (let score = room; score < scoresEnd; score += 4, value += rowBytes) {
          const x = v128.load32_splat(score);
          s0 = f32x4.add(s0, f32x4.mul(x, v128.load(value)));
          s1 = f32x4.add(s1, f32x4.mul(x, v128.load(value, 16)));
          s2 = f32x4.add(s2, f32x4.mul(x, v128.load(value, 32)));
          s3 = f32x4.add(s3, f32x4.mul(x, v128.load(value, 48)));
        }
        v128.store(to + column, s0);
        v128.store(to + column, s1, 16);
        v128.store(to + column, s2, 32);
        v128.store(to + column, s3, 48);
      }
      queries += headBytes;
      to += headBytes;
      headKeys += (<usize>(width / heads)) * keyBytes;
      headValues += headBytes;
    }
  }
}

/** One step of a recurrent unit: `cell = g · cell + (1 - g) · input` with `g = 1 / (1 + e ** -gate)`; writes those above 0, else 0. */
export function recur(cell: usize, gate: usize, input: usize, width: i32, to: usize): void {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const bytes = <usize>width << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    const g = f32x4.div(one, f32x4.add(one, exponential(f32x4.neg(v128.load(gate + at)))));
    const kept = f32x4.mul(g, v128.load(cell + at));
    const next = f32x4.add(kept, f32x4.mul(f32x4.sub(one, g), v128.load(input + at)));
    v128.store(cell + at, next);
    v128.store(to + at, f32x4.max(next, zero));
  }
}
