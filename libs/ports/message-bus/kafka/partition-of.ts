const seed = 0x9747b28c;
const multiplier = 0x5bd1e995;
/** Mask that removes the sign bit of a hash. */
const positive = 0x7fffffff;

/** Hashes a key in the same way as Kafka's own clients, so that every other producer of a topic agrees with us. */
const murmur2 = (key: Buffer): number => {
  const rest = key.length % 4;
  const whole = key.length - rest;
  let hash = seed ^ key.length;
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(key.readInt32LE(at), multiplier);
    word = Math.imul(word ^ (word >>> 24), multiplier);
    hash = Math.imul(hash, multiplier) ^ word;
  }
  if (rest > 0) hash = Math.imul(hash ^ key.readUIntLE(whole, rest), multiplier);
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return hash ^ (hash >>> 15);
};

/** Returns the partition of a stream in a topic with so many partitions. */
export const partitionOf = (stream: string, partitions: number): number =>
  (murmur2(Buffer.from(stream)) & positive) % partitions;
