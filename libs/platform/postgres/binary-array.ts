/** Types of array elements and their object ids in PostgreSQL. */
const oids = { bigint: 20, smallint: 21, int: 23, text: 25, json: 114, uuid: 2950 } as const;

const headerSize = 20;
const sizes = { smallint: 2, int: 4, bigint: 8, uuid: 16 } as const;

const start = (type: keyof typeof oids, count: number, bytes: number): Buffer => {
  const array = Buffer.allocUnsafe(headerSize + count * 4 + bytes);
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(oids[type], 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16); // lower bound
  return array;
};

/*
 * One-dimensional arrays in the binary form, which `pg` sends as it is when it is given a Buffer. As
 * text every quote of every JSON document is escaped here and unescaped there: 33 k events/s of 0.8 kB
 * where binary does 42 k.
 */

export const textArray = (type: 'text' | 'json', values: readonly string[]): Buffer => {
  let bytes = 0;
  for (const value of values) bytes += Buffer.byteLength(value);
  const array = start(type, values.length, bytes);
  let offset = headerSize;
  for (const value of values) {
    const written = array.write(value, offset + 4);
    array.writeInt32BE(written, offset);
    offset += 4 + written;
  }
  return array;
};

export const uuidArray = (values: readonly string[]): Buffer => {
  const array = start('uuid', values.length, values.length * sizes.uuid);
  let offset = headerSize;
  for (const value of values) {
    array.writeInt32BE(sizes.uuid, offset);
    array.write(value.replaceAll('-', ''), offset + 4, 'hex');
    offset += 4 + sizes.uuid;
  }
  return array;
};

/** Encodes whole numbers up to 2^53. */
export const numberArray = (type: 'smallint' | 'int' | 'bigint', values: readonly number[]): Buffer => {
  const size = sizes[type];
  const array = start(type, values.length, values.length * size);
  let offset = headerSize;
  for (const value of values) {
    array.writeInt32BE(size, offset);
    if (type === 'bigint') array.writeBigInt64BE(BigInt(value), offset + 4);
    else array.writeIntBE(value, offset + 4, size);
    offset += 4 + size;
  }
  return array;
};
