import { type ByteSource, readUint64 } from './byte-source.js';

/** A tensor of a model: where its numbers stand in the file. */
export interface ModelItem {
  name: string;
  type: 'float32' | 'int8' | 'bytes';
  shape: number[];
  /** Product of the shape. */
  count: number;
  /** The first byte in the file. */
  position: number;
}

/** Bytes that an item of so many elements takes at least; weights have the multiplier behind them. */
const bytesOf = {
  float32: (count: number) => 4 * count,
  int8: (count: number) => count + 4,
  bytes: (count: number) => count,
};

const types = new Map<number, ModelItem['type']>([
  [0x404, 'float32'],
  [0x4101, 'int8'],
  [0x101, 'bytes'],
]);

/** Larger than anything that Firefox has, so small that a lying file costs nothing. */
const limits = { items: 4_096, nameBytes: 256, rank: 4 };

/**
 * Reads the table of contents of a binary model of Marian (version 1); the numbers stay in the file. Throws `ModelFileError` where the
 * table is not within the file or contradicts itself.
 */
export const readBinaryModel = (source: ByteSource): Map<string, ModelItem> => {
  if (source.size < 16) source.refuse('is no model of Marian: it is too short');
  const start = source.view(0, 16);
  const version = readUint64(start, 0);
  if (version !== 1) source.refuse('is no binary model of Marian of version 1');
  const itemCount = readUint64(start, 8);
  if (itemCount === 0 || itemCount > limits.items)
    source.refuse(`says that it has ${itemCount} tensors; from 1 to ${limits.items} are read`);
  const table = source.view(16, 32 * itemCount);
  const heads = Array.from({ length: itemCount }, (_, index) => ({
    nameBytes: readUint64(table, 32 * index),
    type: types.get(readUint64(table, 32 * index + 8)),
    rank: readUint64(table, 32 * index + 16),
    bytes: readUint64(table, 32 * index + 24),
  }));
  for (const { nameBytes, rank } of heads) {
    if (nameBytes < 2 || nameBytes > limits.nameBytes) source.refuse(`has a tensor with a name of ${nameBytes} bytes`);
    if (rank < 1 || rank > limits.rank) source.refuse(`has a tensor with ${rank} dimensions`);
  }
  let position = 16 + 32 * itemCount;
  const names = heads.map(({ nameBytes }) => {
    const bytes = new Uint8Array(nameBytes);
    source.read(position, bytes);
    position += nameBytes;
    if (bytes.indexOf(0) !== nameBytes - 1) source.refuse('has a name that does not end where it says');
    return Buffer.from(bytes.subarray(0, -1)).toString('latin1');
  });
  const shapes = heads.map(({ rank }) => {
    const view = source.view(position, 4 * rank);
    position += 4 * rank;
    return Array.from({ length: rank }, (_, index) => view.getInt32(4 * index, true));
  });
  const padding = readUint64(source.view(position, 8), 0);
  if (padding > 256) source.refuse(`says that ${padding} bytes stand before its numbers`);
  position += 8 + padding;

  const items = new Map<string, ModelItem>();
  for (const [index, { type, bytes }] of heads.entries()) {
    const name = names[index] ?? '';
    const shape = shapes[index] ?? [];
    if (items.has(name)) source.refuse(`has the tensor ${JSON.stringify(name)} twice`);
    if (type === undefined)
      source.refuse(`has the tensor ${JSON.stringify(name)} in a type that is not read (float32 and int8 are)`);
    if (shape.some((size) => size < 1)) source.refuse(`has the tensor ${JSON.stringify(name)} without a size`);
    const count = shape.reduce((product, size) => product * size, 1);
    if (bytes < bytesOf[type](count))
      source.refuse(`has ${bytes} bytes for the ${count} numbers of ${JSON.stringify(name)}`);
    if (position + bytes > source.size)
      source.refuse(`is cut: ${JSON.stringify(name)} ends at byte ${position + bytes} of ${source.size}`);
    items.set(name, { name, type, shape, count, position });
    position += bytes;
  }
  return items;
};
