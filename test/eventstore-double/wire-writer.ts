/** Messages are built here, from the end to the start; grows to the largest one. */
let scratch = Buffer.allocUnsafe(64 * 1024);
let start = scratch.length;

const makeRoom = (bytes: number): void => {
  if (start >= bytes) return;
  const used = scratch.length - start;
  const larger = Buffer.allocUnsafe((scratch.length + bytes) * 2);
  scratch.copy(larger, larger.length - used, start);
  scratch = larger;
  start = larger.length - used;
};

const MAX_VARINT_BYTES = 10;

const prependVarint = (value: number | bigint): void => {
  makeRoom(MAX_VARINT_BYTES);
  if (value < 128) {
    start -= 1;
    scratch[start] = Number(value);
    return;
  }
  const bytes: number[] = [];
  if (typeof value === 'bigint') {
    let rest = value;
    for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    bytes.push(Number(rest));
  } else {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  }
  start -= bytes.length;
  for (const [index, byte] of bytes.entries()) scratch[start + index] = byte;
};

const prependHead = (field: number, length: number): void => {
  prependVarint(length);
  prependVarint(field * 8 + 2);
};

/**
 * Writes the protocol-buffer wire format of responses that are sent by the ten thousand. A nested message is written
 * before its length is known, hence from the end: a field that is written first stands last, which readers accept, but
 * for repeated fields.
 */
export const wire = {
  varint(field: number, value: number | bigint): void {
    prependVarint(value);
    prependVarint(field * 8);
  },

  bytes(field: number, value: Uint8Array): void {
    makeRoom(value.length);
    start -= value.length;
    scratch.set(value, start);
    prependHead(field, value.length);
  },

  text(field: number, value: string): void {
    const length = Buffer.byteLength(value);
    makeRoom(length);
    start -= length;
    scratch.write(value, start);
    prependHead(field, length);
  },

  /** Writes a nested message: the fields that `write` adds. */
  nested(field: number, write?: () => void): void {
    const end = scratch.length - start;
    write?.();
    prependHead(field, scratch.length - start - end);
  },
} as const;

/** The bytes of the message that `write` adds. Not to be called by a `write`. */
export const encodeMessage = (write: () => void): Buffer => {
  start = scratch.length;
  write();
  return Buffer.from(scratch.subarray(start));
};
