// Node 20 and 22 have no Float16Array, and no version has bfloat16.

const scratch = new DataView(new ArrayBuffer(4));

const bitsOfFloat32 = (value: number): number => {
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
};

const float32OfBits = (bits: number): number => {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
};

const roundToEven = (value: number): number => {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
};

/**
 * Returns the 16 bits of an IEEE 754 binary16, straight from the double: rounding by way of float32 would round twice.
 */
export const fp16Bits = (value: number): number => {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude >= 65520) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | roundToEven(magnitude * 2 ** 24);
  // A float32 rounded up could cross into the next power of two: the exponent is that of the float below.
  let exponent = (bitsOfFloat32(magnitude) >>> 23) - 127;
  if (2 ** exponent > magnitude) exponent -= 1;
  // A significand that rounds up to 2048 carries into the exponent, as it should.
  return sign | (((exponent + 15) << 10) + roundToEven(magnitude * 2 ** (10 - exponent)) - 1024);
};

export const fp16Value = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
};

/** Returns the upper half of a float32, rounded to the nearest, ties to even. */
export const bf16Bits = (value: number): number => {
  if (Number.isNaN(value)) return 0x7fc0;
  const bits = bitsOfFloat32(value);
  return (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
};

export const bf16Value = (bits: number): number => float32OfBits((bits << 16) >>> 0);
