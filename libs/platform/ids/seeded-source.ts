import { hkdfSync } from 'node:crypto';
import { ulid } from 'ulid';

/** Length of a seed in bytes. */
export const seedLength = 32;

/** Makes ids and secrets that are the same, in the same order, for the same seed. */
export class SeededSource {
  private readonly drawn = new Map<string, number>();

  constructor(
    private readonly seed: Uint8Array,
    /** Time in the ids. */
    private readonly time: Date,
  ) {}

  /** The next id with this prefix, such as `key_` and a ULID. */
  id(prefix: string): string {
    const bytes = this.bytes(`id/${prefix}`, seedLength).values();
    return `${prefix}_${ulid(this.time.getTime(), () => (bytes.next().value ?? 0) / 256)}`;
  }

  /** The next bytes for this purpose. */
  bytes(purpose: string, length: number): Buffer {
    const ordinal = this.drawn.get(purpose) ?? 0;
    this.drawn.set(purpose, ordinal + 1);
    return Buffer.from(hkdfSync('sha256', this.seed, '', `${purpose}/${ordinal}`, length));
  }
}
