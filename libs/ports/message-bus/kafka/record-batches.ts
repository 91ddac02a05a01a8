/**
 * Maximum bytes of a batch: all records of a request that go to one partition are one batch to the broker, which
 * bounds its size.
 */
const batchBytes = 1024 * 1024;

/** Yields neighbours together, up to 1 MiB; a larger record is alone. */
export function* inBatches<Sized extends { bytes: number }>(records: readonly Sized[]): Generator<Sized[]> {
  let batch: Sized[] = [];
  let bytes = 0;
  for (const record of records) {
    if (batch.length > 0 && bytes + record.bytes > batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += record.bytes;
  }
  if (batch.length > 0) yield batch;
}
